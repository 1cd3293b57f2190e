import StreamCapture
import StreamMedia
import StreamProtocol
import Synchronization

/// Stores a capture's output; tests can wait for more.
final class CollectingSink: CaptureSink {
    struct Collection: Sendable {
        var tracks: [[Track]] = []
        var frames: [MediaFrame] = []
        var messages: [String] = []
        /// The number of new epochs.
        var rests = 0

        func frames(of track: TrackID) -> [MediaFrame] { frames.filter { $0.track == track } }
    }

    private struct State {
        var collection = Collection()
        var waiting: [(isMet: @Sendable (Collection) -> Bool, continuation: CheckedContinuation<Collection, Never>)] =
            []
    }

    private let state = Mutex(State())
    private let takesRecordings: Bool

    /// - Parameter takesRecordings: If `false`, sending a recorded frame suspends until it is cancelled.
    init(takesRecordings: Bool = true) {
        self.takesRecordings = takesRecordings
    }

    var collection: Collection { state.withLock { $0.collection } }

    func setTracks(_ tracks: [Track], beginningEpoch: Bool) {
        change { collection in
            collection.tracks.append(tracks)
            if beginningEpoch { collection.rests += 1 }
        }
    }

    func offer(_ frame: MediaFrame) {
        change { $0.frames.append(frame) }
    }

    func send(_ frame: MediaFrame) async {
        change { $0.frames.append(frame) }
        guard !takesRecordings else { return }
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
    }

    func report(_ message: String) {
        change { $0.messages.append(message) }
    }

    /// Waits until `isMet`.
    @discardableResult
    func wait(until isMet: @escaping @Sendable (Collection) -> Bool) async -> Collection {
        await withCheckedContinuation { continuation in
            let met = state.withLock { state -> Collection? in
                if isMet(state.collection) { return state.collection }
                state.waiting.append((isMet, continuation))
                return nil
            }
            if let met { continuation.resume(returning: met) }
        }
    }

    private func change(_ body: (inout Collection) -> Void) {
        let (collection, met) = state.withLock { state in
            body(&state.collection)
            let collection = state.collection
            let met = state.waiting.filter { $0.isMet(collection) }
            state.waiting.removeAll { $0.isMet(collection) }
            return (collection, met)
        }
        for waiter in met { waiter.continuation.resume(returning: collection) }
    }
}
