import MadeStreams
import StreamMedia
import Testing

/// What is too large to be kept is left out, and counted.
struct OversizeTests {
    private func read(_ units: [[UInt8]]) -> (oversize: Int, frames: Int) {
        var reader = H264TrackReader(source: .film, maximumAccessUnitSize: 1_000)
        var frames = 0
        let stream = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr()] + units)
        reader.push(stream.span.bytes, arrival: 0) { if case .frame = $0 { frames += 1 } }
        reader.finish(arrival: 0) { if case .frame = $0 { frames += 1 } }
        return (reader.oversizeCount, frames)
    }

    /// Filler data, half of what an access unit may have.
    private let filler = [12] + [UInt8](repeating: 0xff, count: 500)

    @Test func `an access unit in the middle that is too large is counted`() {
        #expect(read([MadeStream.p(1), filler, filler, MadeStream.p(2)]) == (1, 2))
    }

    @Test func `an access unit at the end that is too large is counted`() {
        #expect(read([MadeStream.p(1), filler, filler]) == (1, 1))
    }

    @Test func `access units that fit are not counted`() {
        #expect(read([MadeStream.p(1)]) == (0, 2))
    }
}
