import MadeStreams
import StreamMedia
import StreamProtocol
import Testing

/// A byte stream of picture order count type 2, whose SPS does not say that nothing is reordered.
struct OutputOrderTests {
    static let slices = [MadeStream.idr(), MadeStream.p(1), MadeStream.idr(1), MadeStream.p(1)]

    private func stream(boundsReordering: Bool) -> [UInt8] {
        let sps = MadeStream.sps(timing: (1, 20), boundsReordering: boundsReordering)
        return MadeStream.annexB([sps, MadeStream.pps] + Self.slices.prefix(2) + [sps] + Self.slices.suffix(2))
    }

    @Test func `streams with and without the reordering bound give viewers the same`() {
        let read = ReadStream(stream(boundsReordering: false), .h264)
        let bounded = ReadStream(stream(boundsReordering: true), .h264)
        #expect(read == bounded)
        #expect(read.tracks.count == 1)
        #expect(read.frames.flatMap { nalUnits($0.bytes) }.filter(Self.slices.contains) == Self.slices)
    }
}
