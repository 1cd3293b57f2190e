import Logging
import NIOCore
import StreamProtocol

/// The policy of a relay's own listener: it pauses until a connection closes, and refuses the clients that wait
/// meanwhile.
final class RelayExhaustionPolicy: ExhaustionPolicy {
    private let core: RelayCore
    private let waiting: PendingConnectionRefuser

    init(_ core: RelayCore) {
        self.core = core
        waiting = PendingConnectionRefuser(reserve: core.descriptors.refusals) { detected in
            switch detected {
            case .tls: TLSAlert.internalError.record
            case .http:
                core.protocolHandlers.http?.refusal(.noDescriptors) ?? ProtocolDetectionHandler.refusal(.noDescriptors)
            case .streamd, .unknown: ProtocolDetectionHandler.refusal(.noDescriptors)
            }
        }
        core.descriptors.open()
    }

    func makeRoom() -> Bool { false }

    func paused(_ resume: @escaping @Sendable () -> Void) {
        core.descriptors.wait(resume)
    }

    func hasRoom() -> Bool { core.descriptors.refill() }

    func refuseWaiting(at listener: CInt) -> Int {
        let count = waiting.refuse(at: listener)
        for _ in 0..<count { core.metrics.refusedWithoutDescriptor() }
        return count
    }

    func report(failures: Int, refused: Int) {
        core.metrics.acceptFailed(failures)
        core.logger.warning(
            "no file descriptor for new connections",
            metadata: [
                "failures": "\(failures)", "refused": "\(refused)",
                "advice": "raise the limit of open files, or lower max-connections",
            ]
        )
    }
}

extension ProtocolError {
    /// The process may open no more files and sockets.
    fileprivate static let noDescriptors = ProtocolError(
        .overloaded,
        "This relay has no place for another connection; come back in a moment.",
        retryAfter: 1_000
    )
}
