import NIOCore
import StreamProtocol
import StreamRelay

/// The beginning of a connection to the admin listener: which protocol its first byte is of, and how long it may take.
///
/// The value does no I/O and reads no clock. Each event returns the action that ``AdminProtocolDetector`` performs.
struct AdminProtocolStateMachine {
    enum Action: Equatable {
        case nothing
        /// Close the connection at this time, unless it speaks HTTP before.
        case closeAt(NIODeadline)
        /// Add the handlers of HTTP, behind those of TLS if it is encrypted, and pass on these bytes. The first request
        /// must have arrived at `deadline`.
        case startHTTP(ByteBuffer, isEncrypted: Bool, deadline: NIODeadline)
        /// Refuse a client that speaks TLS, and close the connection at this time.
        case refuseTLS(closeAt: NIODeadline)
    }

    /// How long a client that is refused may take to read the reason.
    static let lingerTimeout = TimeAmount.seconds(1)

    private enum State {
        /// The TLS handshake is part of the time for the first request.
        case waiting(deadline: NIODeadline)
        case detected
        case refused
    }

    private var state = State.waiting(deadline: .distantFuture)

    /// Whether the handlers of HTTP serve the connection: all events are theirs.
    var hasHandedOver: Bool { if case .detected = state { true } else { false } }

    /// The connection is accepted.
    mutating func opened(at now: NIODeadline) -> Action {
        let deadline = now + AdminStateMachine.requestTimeout
        state = .waiting(deadline: deadline)
        return .closeAt(deadline)
    }

    /// Bytes arrived.
    ///
    /// - Parameter servesTLS: Whether the relay has a certificate.
    mutating func received(_ bytes: ByteBuffer, servesTLS: Bool, at now: NIODeadline) -> Action {
        guard case .waiting(let deadline) = state, let first = bytes.readableBytesView.first else { return .nothing }
        let isTLS = DetectedProtocol(firstByte: first) == .tls
        guard servesTLS || !isTLS else {
            state = .refused
            return .refuseTLS(closeAt: now + Self.lingerTimeout)
        }
        state = .detected
        return .startHTTP(bytes, isEncrypted: isTLS, deadline: deadline)
    }
}
