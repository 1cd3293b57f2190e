import NIOCore
import NIOEmbedded
import Testing

@testable import StreamTLS

@Suite struct RecordSizedWriteHandlerTests {
    /// What comes out between two flushes.
    private final class Gatherer: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        var flushed: [ByteBuffer] = []
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
        }
    }

    @Test(arguments: [
        [0], [1], [RecordSizedWriteHandler.length], [RecordSizedWriteHandler.length + 1], [500_000],
        [16_000, 16_000, 16_000],
        [RecordSizedWriteHandler.length, 0, 1], [10_000, 300_000, 10],
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
        #expect(gatherer.flushed.allSatisfy { $0.readableBytes <= RecordSizedWriteHandler.length })
        #expect(gatherer.flushed.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } == expected)
        _ = try channel.finish()
    }
}
