import Containers
import MadeStreams
import NIOCore
import StreamMedia
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct ClipBodyTests {
    /// A stream whose pictures have these numbers of bytes, about.
    private func assembled(_ lengths: [Int]) throws -> ClipAssembler {
        var clip = ClipAssembler()
        clip.follow([Track(id: .zero, kind: .video, codec: .h264)])
        for (number, length) in lengths.enumerated() {
            let slice = MadeStream.idr(number % 2) + [UInt8](repeating: UInt8(number % 250 + 1), count: length)
            let payload = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, slice])
            let time = 2_000_000 + Int64(number) * 40_000
            let header = FrameHeader(
                track: .zero,
                flags: .randomAccess,
                epoch: 1,
                sequence: UInt64(number),
                decodeTime: time,
                presentationTime: time
            )
            let goesOn = clip.take(Frame(header, payload: payload), arrival: 0)
            #expect(goesOn)
        }
        return clip
    }

    private func clip(_ assembled: ClipAssembler) -> Clip {
        Clip(
            head: assembled.head(),
            samples: assembled.samples,
            excerpt: nil,
            sampleLength: assembled.sampleLength
        )
    }

    @Test(arguments: [
        [10], [0, 1, 2, 3], [4_000, 4_095, 4_096, 4_097, 5_000], [65_536, 65_000, 200_000, 1],
        (0..<300).map { $0 * 7 },
    ])
    func `the runs are the clip, byte by byte`(_ lengths: [Int]) throws {
        let assembled = try assembled(lengths)
        var expected = assembled.head()
        for sample in assembled.samples { sample.layout.append(sample.payload.readableBytesSpan, to: &expected) }
        let clip = clip(assembled)
        #expect(clip.length == expected.count)
        var body = ClipBody(clip)
        var bytes: [UInt8] = []
        while !body.isAtEnd {
            let before = bytes.count
            let count = body.nextRun { bytes += $0.readableBytesView }
            #expect(bytes.count - before == count)
            // The length in front of a unit is not divided.
            #expect(count <= ClipBody.runLength + 3)
            #expect(count > 0 || body.isAtEnd)
        }
        #expect(bytes == expected)
        let index = try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
        #expect(index.tracks.map { $0.samples.count } == [lengths.count])
    }

    @Test(arguments: -1...8)
    func `a run may end within and after the length of a unit`(rest: Int) throws {
        let start = { (length: Int) throws -> Int in
            let assembled = try assembled([length, 5_000])
            return assembled.head().count + assembled.samples[0].layout.byteCount
        }
        let guess = 60_000
        let first = try guess + ClipBody.runLength - rest - start(guess)
        try `the runs are the clip, byte by byte`([first, 5_000])
    }

    @Test func `long frames are not copied`() throws {
        let assembled = try assembled([100_000])
        var body = ClipBody(clip(assembled))
        var pieces: [ByteBuffer] = []
        while !body.isAtEnd { _ = body.nextRun { pieces.append($0) } }
        let payload = assembled.samples[0].payload
        let address = payload.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
        let shared = pieces.filter { piece in
            let other = piece.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
            return (address..<address + UInt(payload.readableBytes)).contains(other)
        }
        #expect(shared.reduce(0) { $0 + $1.readableBytes } >= 100_000)
    }
}
