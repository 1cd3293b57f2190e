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
        /// Add the handlers of HTTP, and pass on these bytes. The first request must have arrived at `deadline`.
        case startHTTP(ByteBuffer, isEncrypted: Bool, deadline: NIODeadline)
        /// Add the handlers of TLS, detect the protocol inside, and pass on these bytes.
        case startTLS(ByteBuffer, deadline: NIODeadline)
        /// Refuse a client of streams, and close the connection at this time.
        case refuseStreams(closeAt: NIODeadline)
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
    private let isEncrypted: Bool

    /// A connection that is going to be accepted.
    init() {
        isEncrypted = false
    }

    /// The protocol inside TLS.
    init(insideTLS deadline: NIODeadline) {
        isEncrypted = true
        state = .waiting(deadline: deadline)
    }

    /// Whether the handlers of HTTP or TLS serve the connection: all events are theirs.
    var hasHandedOver: Bool { if case .detected = state { true } else { false } }

    /// The handler is in the pipeline. Inside TLS the time runs already.
    func added() -> Action {
        guard isEncrypted, case .waiting(let deadline) = state else { return .nothing }
        return .closeAt(deadline)
    }

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
        switch DetectedProtocol(firstByte: first) {
        case .streamd:
            state = .refused
            return .refuseStreams(closeAt: now + Self.lingerTimeout)
        case .tls where !isEncrypted && !servesTLS:
            state = .refused
            return .refuseTLS(closeAt: now + Self.lingerTimeout)
        case .tls where !isEncrypted:
            state = .detected
            return .startTLS(bytes, deadline: deadline)
        case .tls, .http, .unknown:
            state = .detected
            return .startHTTP(bytes, isEncrypted: isEncrypted, deadline: deadline)
        }
    }
}
