import StreamClient
import Synchronization

/// What gives frames to a publisher.
protocol MediaFeed: Sendable {
    /// Feeds the publisher until the input ends.
    ///
    /// - Throws: ``Failure`` when the input cannot be read, decoded or encoded.
    func run() async throws

    /// Ends ``run()`` soon, after what it is at.
    func stop()

    /// Takes note of what happens at the relay.
    ///
    /// - Throws: ``Failure`` where it makes no sense to go on.
    func react(to event: PublishEvent) throws
}

/// How long to look for a relay when there is nothing left to read: what was read is not worth waiting for ever.
final class InputPatience: Sendable {
    private static let limit = Duration.seconds(10)

    private let end = Mutex<ContinuousClock.Instant?>(nil)

    func inputEnded() {
        end.withLock { $0 = .now }
    }

    /// Gives up on a relay that is not there when the input has long ended.
    ///
    /// - Throws: ``Failure`` in that case.
    func check() throws(Failure) {
        guard let end = end.withLock({ $0 }), end.duration(to: .now) > Self.limit else { return }
        throw Failure(.unavailable, "The input has ended, and the relay is not there to take the rest of it.")
    }
}
