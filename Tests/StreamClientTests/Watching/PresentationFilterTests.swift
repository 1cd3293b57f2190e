import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct PresentationFilterTests {
    private var filter = PresentationFilter()

    private func header(
        _ flags: FrameHeader.Flags,
        shownAt time: Int64,
        _ track: TrackID = .zero,
        epoch: UInt32 = 1
    ) -> FrameHeader {
        FrameHeader(track: track, flags: flags, epoch: epoch, decodeTime: time, presentationTime: time)
    }

    private mutating func uses(_ frames: [(FrameHeader.Flags, Int64)]) -> [PresentationFilter.Use] {
        var uses: [PresentationFilter.Use] = []
        for (flags, time) in frames { uses.append(filter.use(of: header(flags, shownAt: time))) }
        return uses
    }

    /// Pictures of an open group that are shown before its random access point need pictures before it.
    @Test mutating func `leading pictures are not shown`() {
        let found = uses([(.randomAccess, 40), ([], 20), ([], 30), ([], 80), ([], 60)])
        #expect(found == [.show, .decode, .decode, .show, .show])
    }

    @Test mutating func `leading pictures of a later random access point are shown`() {
        let found = uses([(.randomAccess, 40), ([], 60), (.randomAccess, 100), ([], 80)])
        #expect(found == [.show, .show, .show, .show])
    }

    @Test mutating func `nothing is shown before the recovered frame`() {
        let found = uses([([], 0), (.gradual, 20), ([], 40), (.recovered, 80), ([], 60), ([], 100)])
        #expect(found == [.skip, .decode, .decode, .show, .decode, .show])
    }

    @Test mutating func `a random access point ends the wait for the recovered frame`() {
        let found = uses([(.gradual, 20), (.randomAccess, 40), ([], 60)])
        #expect(found == [.decode, .show, .show])
    }

    @Test mutating func `a frame that is gradual and recovered is shown`() {
        let found = uses([([.gradual, .recovered], 20), ([], 40)])
        #expect(found == [.show, .show])
    }

    @Test mutating func `decoding begins anew after a gap and in a new epoch`() {
        let first = uses([(.randomAccess, 20), ([], 40)])
        #expect(first == [.show, .show])
        filter.take(Gap(track: .zero, reason: .latency, epoch: 1, first: 2, count: 3))
        let second = uses([([], 120), (.randomAccess, 160), ([], 140)])
        #expect(second == [.skip, .show, .decode])
        let third = filter.use(of: header([], shownAt: 0, epoch: 2))
        let fourth = filter.use(of: header(.randomAccess, shownAt: 20, epoch: 2))
        #expect([third, fourth] == [.skip, .show])
    }

    @Test mutating func `decoding begins anew with a relay that restarted`() {
        let first = uses([(.randomAccess, 20), ([], 40)])
        #expect(first == [.show, .show])
        let before = StreamGeneration(streamInstance: 1, epoch: 1)
        filter.take(StreamDiscontinuity(from: before, to: StreamGeneration(streamInstance: 2, epoch: 1)))
        let second = uses([([], 60), (.randomAccess, 160), ([], 140)])
        #expect(second == [.skip, .show, .decode])
    }

    @Test mutating func `a gap of frames that no other needs changes nothing`() {
        _ = uses([(.randomAccess, 20)])
        filter.take(Gap(track: .zero, reason: .publisher, epoch: 1, first: 1, count: 1), isHarmless: true)
        let found = uses([([], 60)])
        #expect(found == [.show])
    }

    @Test mutating func `tracks do not depend on each other`() throws {
        let audio = try #require(TrackID(1))
        let sound = filter.use(of: header(.randomAccess, shownAt: 500, audio))
        let picture = filter.use(of: header([], shownAt: 500))
        #expect([sound, picture] == [.show, .skip])
    }

    /// Times that begin anew are not hidden by an earlier random access point.
    @Test mutating func `a jump of the media clock hides nothing`() {
        let found = uses([(.randomAccess, 1_000), (.discontinuity, 0), ([], 20)])
        #expect(found == [.show, .show, .show])
    }
}
