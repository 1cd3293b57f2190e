import NIOCore
import Platform
import StreamProtocol

/// The configuration of a relay, which may change while it runs.
///
/// The relay, its streams and its peers all read the configuration here, so that they cannot disagree. May be used from
/// any thread. Its lock is a leaf: no other lock is taken while it is held.
final class ConfigurationStore: Sendable {
    private let configuration: Mutex<RelayConfiguration>
    /// Every read of a publisher asks for this, so it is not behind the lock.
    private let boundsReceivedBytes: Atomic<Bool>

    init(_ configuration: RelayConfiguration) {
        boundsReceivedBytes = Atomic(configuration.limits.boundsBytes)
        self.configuration = Mutex(configuration)
    }

    var current: RelayConfiguration { configuration.withLock { $0 } }

    /// Reads one part, so that the whole is not copied.
    func setting<Value: Sendable>(_ part: (RelayConfiguration) -> Value) -> Value {
        configuration.withLock { part($0) }
    }

    var limits: RelayLimits { configuration.withLock { $0.limits } }

    /// Whether the bytes of publishers are limited.
    var boundsBytes: Bool { boundsReceivedBytes.load(ordering: .relaxed) }

    func settings(for stream: StreamName) -> StreamSettings { configuration.withLock { $0.settings(for: stream) } }

    func replace(with configuration: RelayConfiguration) {
        self.configuration.withLock { $0 = configuration }
        boundsReceivedBytes.store(configuration.limits.boundsBytes, ordering: .relaxed)
    }
}

extension RelayLimits {
    fileprivate var boundsBytes: Bool { all.bytesPerSecond != nil || perAddress.bytesPerSecond != nil }
}
