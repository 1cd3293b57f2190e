import StreamMedia
import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct TrackCollectorTests {
    private static let video = TrackID.zero
    private static let audio = TrackID(1) ?? .zero

    private static func track(_ id: TrackID, generation: UInt16 = 0) -> MediaEvent {
        var track = Track(id: id, kind: id == video ? .video : .audio, codec: id == video ? .h264 : .aac)
        track.generation = generation
        return .track(track)
    }

    private static func frame(_ id: TrackID, at time: Int64 = 0) -> MediaEvent {
        .frame(
            MediaFrame(
                track: id,
                flags: .randomAccess,
                decodeTime: MediaTime(microseconds: time),
                presentationTime: MediaTime(microseconds: time),
                bytes: []
            )
        )
    }

    /// Actions in short form: the ids of announced tracks, and the times of delivered frames.
    private static func summary(_ actions: [TrackCollector.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .announce(let tracks): "tracks " + tracks.map { "\($0.id)" }.joined(separator: " ")
            case .deliver(let frame): "\(frame.track) at \(frame.decodeTime.microseconds)"
            }
        }
    }

    @Test func `all tracks are announced together, then what came before follows`() {
        var collector = TrackCollector(expecting: [Self.video, Self.audio])
        #expect(Self.summary(collector.take(Self.track(Self.audio))) == [])
        #expect(Self.summary(collector.take(Self.frame(Self.audio, at: 5))) == [])
        #expect(Self.summary(collector.take(Self.track(Self.video))) == ["tracks 0 1", "1 at 5"])
        #expect(Self.summary(collector.take(Self.frame(Self.video, at: 6))) == ["0 at 6"])
    }

    @Test func `a track is announced again when it changes`() {
        var collector = TrackCollector(expecting: [Self.video])
        #expect(Self.summary(collector.take(Self.track(Self.video))) == ["tracks 0"])
        #expect(Self.summary(collector.take(Self.track(Self.video, generation: 1))) == ["tracks 0"])
    }

    @Test func `a track that does not come is not waited for`() {
        var collector = TrackCollector(expecting: [Self.video, Self.audio])
        _ = collector.take(Self.track(Self.video))
        _ = collector.take(Self.frame(Self.video, at: 1))
        #expect(Self.summary(collector.finish()) == ["tracks 0", "0 at 1"])
        #expect(Self.summary(collector.finish()) == [])
        #expect(Self.summary(collector.take(Self.track(Self.audio))) == ["tracks 0 1"])
    }

    @Test func `a track that was given up is not waited for`() {
        var collector = TrackCollector(expecting: [Self.video, Self.audio])
        _ = collector.take(Self.track(Self.video))
        _ = collector.take(Self.frame(Self.video, at: 1))
        #expect(Self.summary(collector.stopWaiting(for: Self.audio)) == ["tracks 0", "0 at 1"])
        #expect(Self.summary(collector.stopWaiting(for: Self.audio)) == [])
        var early = TrackCollector(expecting: [Self.video, Self.audio])
        #expect(Self.summary(early.stopWaiting(for: Self.audio)) == [])
        #expect(Self.summary(early.take(Self.track(Self.video))) == ["tracks 0"])
    }

    @Test func `waiting for tracks has an end`() {
        var collector = TrackCollector(expecting: [Self.video, Self.audio])
        _ = collector.take(Self.track(Self.video))
        for _ in 0..<TrackCollector.maximumHeldFrames { #expect(collector.take(Self.frame(Self.video)).isEmpty) }
        #expect(collector.take(Self.frame(Self.video)).count == TrackCollector.maximumHeldFrames + 2)
    }
}
