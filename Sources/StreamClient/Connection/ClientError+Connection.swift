import NIOCore
import NIOPosix
import Platform
import StreamProtocol

extension ClientError {
    /// No connection could be made; `error` is the system's error.
    static func unreachable(_ address: RelayAddress, _ error: any Error, timeout: Duration) -> ClientError {
        let cause =
            switch NetworkFailure(error) {
            case .refused: "connection refused; is a relay running there?"
            case .reset: "the other side has reset the connection; is a relay running there?"
            case .unknownHost: "the host name is not known; \(spellingAdvice(address))"
            case .timeout: "no answer within \(timeout); check the address and the firewall."
            case .noRoute: "there is no way to it; check the network and the address."
            case .noDescriptors: "too many files are open; raise the limit ('ulimit -n')."
            case .closed: "the connection was closed; check the address and the network."
            case .other(let text): "\(text); check the address and the network."
            }
        return ClientError(.unreachable, "Cannot reach \(address.endpoint): \(cause)")
    }

    /// What to do about a host name that is not known. A word alone may be the name of a stream.
    static func spellingAdvice(_ address: RelayAddress) -> String {
        let isWord = !address.host.contains(".") && address.port == RelayAddress.defaultPort && address.stream == .live
        return isWord
            ? "check its spelling; if it is a stream's, write the relay before it, as in '127.0.0.1:7450/\(address.host)'."
            : "check its spelling."
    }

    /// An established connection broke.
    static func lost(_ address: RelayAddress, _ error: (any Error)? = nil) -> ClientError {
        if let error = error as? ClientError { return error }
        if let error = error as? ProtocolError { return violation(address, error) }
        let end =
            switch error.map({ NetworkFailure($0) }) ?? .closed {
            case .refused, .reset: "was reset by the other side; is the relay running?"
            case .timeout: "timed out, because the other side no longer answers; check the relay and the network."
            case .noRoute: "is broken, because there is no way to the other side any more; check the network."
            case .closed, .unknownHost, .noDescriptors: "ended without an error or goodbye."
            case .other(let text): "ended: \(text); check the relay and the network."
            }
        return ClientError(.connectionLost, "The connection to \(address.endpoint) \(end)")
    }

    /// The relay is connected but sends nothing.
    static func silent(_ address: RelayAddress, for time: String) -> ClientError {
        ClientError(.relaySilent, "\(address.endpoint) has sent nothing for \(time); check the relay and the network.")
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

/// Why a connection could not be made, or why it broke.
private enum NetworkFailure {
    case refused, reset, unknownHost, timeout, noRoute, noDescriptors
    /// The channel was closed without an error of the system.
    case closed
    /// Another failure, in the system's words.
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as NIOConnectionError:
            self = error.connectionErrors.last.map { NetworkFailure($0.error) } ?? .unknownHost
        case ChannelError.connectTimeout:
            self = .timeout
        case is ChannelError:
            self = .closed
        case let error as IOError:
            switch error.errnoCode {
            case ECONNREFUSED: self = .refused
            case ECONNRESET, ECONNABORTED, EPIPE: self = .reset
            case ETIMEDOUT: self = .timeout
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, ENETRESET: self = .noRoute
            case EMFILE, ENFILE: self = .noDescriptors
            // The error's own description names functions of NIO.
            default: self = .other(String(cString: strerror(error.errnoCode)))
            }
        default:
            self = .other("\(error)")
        }
    }
}
