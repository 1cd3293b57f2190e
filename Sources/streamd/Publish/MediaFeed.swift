import Platform
import StreamClient
import StreamMedia
import StreamProtocol

/// A source of frames for a publisher.
protocol MediaFeed: Sendable {
    /// What ends the input.
    var source: PublishEnding.Source { get }

    /// Feeds the publisher until the input ends.
    ///
    /// - Throws: ``Failure`` if the input cannot be read, decoded or encoded.
    func run() async throws

    /// Makes ``run()`` end soon.
    func stop()

    /// Handles an event of the publisher.
    ///
    /// - Throws: ``Failure`` if publishing cannot continue.
    func react(to event: PublishEvent) throws
}

/// How long to try to reach a relay after the input has ended. The remaining frames are not worth an endless wait.
final class DrainTimeout: Sendable {
    private static let limit = Duration.seconds(10)

    private let end = Mutex<ContinuousClock.Instant?>(nil)

    func inputEnded() {
        end.withLock { $0 = .now }
    }

    /// Checks whether the input has ended and the relay has been away for too long.
    ///
    /// - Throws: ``Failure`` in that case.
    func check() throws(Failure) {
        guard let end = end.withLock({ $0 }), end.duration(to: .now) > Self.limit else { return }
        throw Failure(.unavailable, "The input has ended, but the relay is not reachable to receive the rest.")
    }
}
