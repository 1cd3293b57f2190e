import NIOCore
import NIOPosix
import Platform
import StreamProtocol

extension ClientError {
    /// No connection could be made; `error` is the system's error.
    static func unreachable(_ address: RelayAddress, _ error: any Error, timeout: Duration) -> ClientError {
        let cause =
            switch ConnectFailure(error) {
            case .refused: "connection refused. Is a relay running there?"
            case .unknownHost: "the host name is not known. Check its spelling."
            case .timeout: "no answer within \(timeout). Check the address and the firewall."
            case .noRoute: "there is no way to it. Check the network and the address."
            case .other(let text): "\(text). Check the address and the network."
            }
        return ClientError(.unreachable, "Cannot reach \(address.endpoint): \(cause)")
    }

    /// An established connection broke.
    static func lost(_ address: RelayAddress, _ error: (any Error)? = nil) -> ClientError {
        if let error = error as? ClientError { return error }
        if let error = error as? ProtocolError { return violation(address, error) }
        let cause = error.map { ": \($0)" } ?? " without an error or goodbye"
        return ClientError(.connectionLost, "The connection to \(address.endpoint) ended\(cause).")
    }

    /// The relay is connected but sends nothing.
    static func silent(_ address: RelayAddress, for time: String) -> ClientError {
        ClientError(.relaySilent, "\(address.endpoint) has sent nothing for \(time). Check the relay and the network.")
    }

    /// The peer does not follow the protocol.
    static func violation(_ address: RelayAddress, _ error: ProtocolError) -> ClientError {
        let reason =
            error.code == .notThisProtocol
            ? "The server at \(address.endpoint) is not a streamd relay; check host and port."
            : "\(address.endpoint) broke the protocol: \(error.reason)"
        return ClientError(.protocolViolation, reason)
    }
}

/// Why a connection could not be made.
private enum ConnectFailure {
    case refused, unknownHost, timeout, noRoute
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as NIOConnectionError:
            self = error.connectionErrors.last.map { ConnectFailure($0.error) } ?? .unknownHost
        case ChannelError.connectTimeout:
            self = .timeout
        case let error as IOError:
            switch error.errnoCode {
            case ECONNREFUSED: self = .refused
            case ETIMEDOUT: self = .timeout
            case ENETUNREACH, EHOSTUNREACH: self = .noRoute
            default: self = .other("\(error)")
            }
        default:
            self = .other("\(error)")
        }
    }
}
