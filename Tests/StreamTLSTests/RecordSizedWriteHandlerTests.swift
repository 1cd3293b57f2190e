import NIOCore
import NIOEmbedded
import Testing

@testable import StreamTLS

@Suite struct RecordSizedWriteHandlerTests {
    /// What comes out between two flushes.
    private final class Gatherer: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        var flushed: [ByteBuffer] = []
        /// What happens once within the next flush, as if the channel became writable.
        var whenFlushed: ((any Channel) -> Void)?
        /// How many bytes were written before the close.
        private(set) var bytesBeforeClose: Int?
        private var written = ByteBuffer()

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            var bytes = unwrapOutboundIn(data)
            written.writeBuffer(&bytes)
            context.write(data, promise: promise)
        }

        func flush(context: ChannelHandlerContext) {
            flushed.append(written)
            written = ByteBuffer()
            context.flush()
            let act = whenFlushed
            whenFlushed = nil
            act?(context.channel)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            bytesBeforeClose = bytesBeforeClose ?? flushed.reduce(written.readableBytes) { $0 + $1.readableBytes }
            context.close(mode: mode, promise: promise)
        }
    }

    @Test func `what fits a record waits for the flush, and the rest of a full record is flushed`() {
        var divider = RecordDivider()
        var exact = ByteBuffer(repeating: 1, count: RecordDivider.length)
        var one = ByteBuffer(repeating: 2, count: 1)
        var long = ByteBuffer(repeating: 3, count: RecordDivider.length)
        let fitting = divider.takePiece(of: &exact)
        #expect(fitting == nil)
        let full = divider.takePiece(of: &one)
        #expect(full == ByteBuffer(), "the record is full")
        let next = divider.takePiece(of: &one)
        #expect(next == nil)
        let piece = divider.takePiece(of: &long)
        #expect(piece?.readableBytes == RecordDivider.length - 1 && long.readableBytes == 1)
        divider.flushed()
        let afterFlush = divider.takePiece(of: &exact)
        #expect(afterFlush == nil)
    }

    @Test(arguments: [
        [0], [1], [RecordDivider.length], [RecordDivider.length + 1], [500_000],
        [16_000, 16_000, 16_000],
        [RecordDivider.length, 0, 1], [10_000, 300_000, 10],
    ])
    func `nothing is lost, and no piece exceeds a record`(lengths: [Int]) throws {
        let gatherer = Gatherer()
        let channel = EmbeddedChannel(handlers: [gatherer, RecordSizedWriteHandler()])
        var expected = ByteBuffer()
        var promises: [EventLoopFuture<Void>] = []
        for (index, length) in lengths.enumerated() {
            let bytes = ByteBuffer(bytes: (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ index) })
            expected.writeImmutableBuffer(bytes)
            promises.append(channel.write(bytes))
        }
        channel.flush()
        for promise in promises { try promise.wait() }
        #expect(gatherer.flushed.allSatisfy { $0.readableBytes <= RecordDivider.length })
        #expect(gatherer.flushed.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } == expected)
        _ = try channel.finish()
    }

    @Test func `what is written while a piece is flushed comes after the other pieces`() throws {
        let gatherer = Gatherer()
        let channel = EmbeddedChannel(handlers: [gatherer, RecordSizedWriteHandler()])
        let long = ByteBuffer(repeating: 1, count: 3 * RecordDivider.length)
        let short = ByteBuffer(repeating: 2, count: 10)
        gatherer.whenFlushed = { channel in
            channel.write(short, promise: nil)
            // Another one, while what came within the first flush is passed on.
            gatherer.whenFlushed = { $0.writeAndFlush(ByteBuffer(repeating: 3, count: 10), promise: nil) }
            channel.flush()
        }
        channel.writeAndFlush(long, promise: nil)
        let all = gatherer.flushed.reduce(into: [UInt8]()) { $0 += $1.readableBytesView }
        #expect(all == [1, 2, 3].flatMap { [UInt8](repeating: $0, count: $0 == 1 ? long.readableBytes : 10) })
        #expect(gatherer.flushed.allSatisfy { $0.readableBytes <= RecordDivider.length })
        _ = try channel.finish()
    }

    @Test func `a close that comes while a piece is flushed comes after the other pieces`() throws {
        let gatherer = Gatherer()
        let channel = EmbeddedChannel(handlers: [gatherer, RecordSizedWriteHandler()])
        gatherer.whenFlushed = { $0.close(promise: nil) }
        channel.writeAndFlush(ByteBuffer(repeating: 1, count: 3 * RecordDivider.length), promise: nil)
        #expect(gatherer.bytesBeforeClose == 3 * RecordDivider.length)
    }
}
