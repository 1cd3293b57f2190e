import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct KeyFrameRequestLimitTests {
    private static let start = ContinuousClock.now

    @Test(arguments: [
        ([(0, 0), (0, 1999), (0, 2000), (0, 3000), (0, 4000)], [true, false, true, false, true]),
        // Tracks do not wait for each other.
        ([(0, 0), (1, 0), (0, 1000), (1, 2000)], [true, true, false, true]),
    ])
    func `a track is asked for again after two seconds at the earliest`(
        requests: [(track: Int, milliseconds: Int)],
        taken: [Bool]
    ) {
        var limit = KeyFrameRequestLimit()
        let results = requests.map { request in
            let track = request.track == 0 ? TrackID.video : .audio
            return limit.takes(track, at: Self.start + .milliseconds(request.milliseconds))
        }
        #expect(results == taken)
    }
}
