import StreamClient
import StreamProtocol
import Synchronization

/// Asks a relay for its clock.
struct RelayCheck {
    /// How long to wait for an answer.
    private static let patience = Duration.seconds(3)
    /// How long to wait for better ones: clients ping a few times in the first half second.
    private static let refinement = Duration.milliseconds(600)
    /// A stream that nobody publishes: watching a real one would wake its publisher.
    private static let stream = "streamd-doctor"

    private let configuration: ClientConfiguration

    /// - Parameter configuration: Where the relay is, and how to connect; its stream is not asked for.
    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    func run() async -> SystemFacts.Relay {
        let best = Best()
        do {
            var configuration = configuration
            configuration.address.stream = try StreamName(Self.stream)
            configuration.connectTimeout = Self.patience
            configuration.clientName = Version.clientName
            let watcher = StreamWatcher(configuration, request: WatchRequest(waits: true))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await watcher.run { event in
                        switch event {
                        case .clock(let estimate): best.estimate.withLock { $0 = estimate }
                        case .disconnected(let error, _): throw error
                        default: break
                        }
                    }
                }
                group.addTask {
                    try await Task.sleep(for: Self.refinement)
                    guard best.estimate.withLock({ $0 == nil }) else { return }
                    try await Task.sleep(for: Self.patience - Self.refinement)
                }
                try await group.next()
                group.cancelAll()
            }
        } catch let ending as Ending where ending.code == .forbidden {
            return .answeredWithoutClock
        } catch {
            return .silent((Failure.from(error) as? Failure)?.sentence ?? "\(error)")
        }
        guard let reading = best.estimate.withLock({ $0 }) else {
            let relay = configuration.address.endpoint
            return .silent("The relay at \(relay) does not answer. Is 'streamd relay' running there?")
        }
        return .answered(clockOffset: reading.relayOffset, errorBound: reading.relayErrorBound)
    }

    /// The best estimate so far.
    private final class Best: Sendable {
        let estimate = Mutex<ClockEstimate?>(nil)
    }
}
