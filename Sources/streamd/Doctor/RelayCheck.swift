import Platform
import StreamClient
import StreamProtocol

/// Compares a relay's clock with the local one.
struct RelayCheck {
    /// How long the check waits for the first estimate.
    private static let timeout = Duration.seconds(3)
    /// How long the check waits for better estimates: clients send several pings in the first half second.
    private static let refinement = Duration.milliseconds(600)
    /// A stream without a publisher: to watch a real one would start its publisher's device.
    private static let stream = "streamd-doctor"

    private let configuration: ClientConfiguration

    /// - Parameter configuration: The relay's address and the client's options. The check replaces the stream.
    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    func run() async -> SystemFacts.Relay {
        let best = BestEstimate()
        do {
            var configuration = configuration
            configuration.address.stream = try StreamName(Self.stream)
            configuration.connectTimeout = Self.timeout
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
                    try await Task.sleep(for: Self.timeout - Self.refinement)
                }
                try await group.next()
                group.cancelAll()
            }
        } catch let error as ClientError where error.ending?.code == .forbidden {
            return .answeredWithoutClock
        } catch {
            return .silent((Failure.from(error) as? Failure)?.message ?? "\(error)")
        }
        guard let reading = best.estimate.withLock({ $0 }) else {
            let relay = configuration.address.endpoint
            return .silent("The relay at \(relay) does not answer; check that 'streamd relay' runs there.")
        }
        return .answered(clockOffset: reading.relayOffset, errorBound: reading.relayErrorBound)
    }

    /// The best estimate so far.
    private final class BestEstimate: Sendable {
        let estimate = Mutex<ClockEstimate?>(nil)
    }
}
