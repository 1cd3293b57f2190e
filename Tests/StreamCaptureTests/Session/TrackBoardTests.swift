import StreamMedia
import StreamProtocol
import Testing

@testable import StreamCapture

@Suite struct TrackBoardTests {
    private static let video = TrackID.zero
    private static let sound = TrackID(1) ?? .zero

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
                generation: 0,
                decodeTime: time,
                presentationTime: time,
                duration: 0,
                captureTime: 0,
                payload: []
            )
        )
    }

    /// Actions in short: the ids of announced tracks, and the time of given frames.
    private static func words(_ actions: [TrackBoard.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .announce(let tracks): "tracks " + tracks.map { "\($0.id)" }.joined(separator: " ")
            case .give(let frame): "\(frame.track) at \(frame.decodeTime)"
            }
        }
    }

    @Test func announcesAllTracksAtOnceAndThenWhatCameBefore() {
        var board = TrackBoard(expecting: [Self.video, Self.sound])
        #expect(Self.words(board.take(Self.track(Self.sound))) == [])
        #expect(Self.words(board.take(Self.frame(Self.sound, at: 5))) == [])
        #expect(Self.words(board.take(Self.track(Self.video))) == ["tracks 0 1", "1 at 5"])
        #expect(Self.words(board.take(Self.frame(Self.video, at: 6))) == ["0 at 6"])
    }

    @Test func announcesATrackAgainWhenItChanges() {
        var board = TrackBoard(expecting: [Self.video])
        #expect(Self.words(board.take(Self.track(Self.video))) == ["tracks 0"])
        #expect(Self.words(board.take(Self.track(Self.video, generation: 1))) == ["tracks 0"])
    }

    @Test func goesOnWithoutATrackThatDoesNotCome() {
        var board = TrackBoard(expecting: [Self.video, Self.sound])
        _ = board.take(Self.track(Self.video))
        _ = board.take(Self.frame(Self.video, at: 1))
        #expect(Self.words(board.finish()) == ["tracks 0", "0 at 1"])
        #expect(Self.words(board.finish()) == [])
        #expect(Self.words(board.take(Self.track(Self.sound))) == ["tracks 0 1"])
    }

    @Test func waitsNoLongerForATrackThatIsGivenUp() {
        var board = TrackBoard(expecting: [Self.video, Self.sound])
        _ = board.take(Self.track(Self.video))
        _ = board.take(Self.frame(Self.video, at: 1))
        #expect(Self.words(board.forgo(Self.sound)) == ["tracks 0", "0 at 1"])
        #expect(Self.words(board.forgo(Self.sound)) == [])
        var early = TrackBoard(expecting: [Self.video, Self.sound])
        #expect(Self.words(early.forgo(Self.sound)) == [])
        #expect(Self.words(early.take(Self.track(Self.video))) == ["tracks 0"])
    }

    @Test func doesNotWaitForEver() {
        var board = TrackBoard(expecting: [Self.video, Self.sound])
        _ = board.take(Self.track(Self.video))
        for _ in 0..<TrackBoard.patience { #expect(board.take(Self.frame(Self.video)).isEmpty) }
        #expect(board.take(Self.frame(Self.video)).count == TrackBoard.patience + 2)
    }
}
