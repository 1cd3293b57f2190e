import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL
import Platform

/// Why a request to etcd did not succeed.
struct EtcdError: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// No answer, or none of etcd's, or etcd cannot serve now.
        case unavailable
        /// The answer is longer than this program reads.
        case tooLong
        /// etcd knows no such lease.
        case leaseMissing
        /// The revision is no longer kept.
        case compacted
        /// Another token of etcd's may help.
        case unauthenticated
        /// etcd refuses the user or what it asks for.
        case refused
    }

    let kind: Kind
    /// One sentence for the log. It has no secret.
    let reason: String

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// Whether another endpoint may answer.
    var mayHelpElsewhere: Bool { kind == .unavailable }
}

extension EtcdError {
    static func silent(_ endpoint: EtcdEndpoint, _ limit: TimeAmount) -> EtcdError {
        EtcdError(.unavailable, "etcd at \(endpoint) has not answered within \(limit.nanoseconds / 1_000_000) ms.")
    }

    static func tooLong(_ endpoint: EtcdEndpoint, _ limit: Int) -> EtcdError {
        EtcdError(.tooLong, "etcd at \(endpoint) has sent an answer of more than \(limit) bytes.")
    }

    static func malformed(_ endpoint: EtcdEndpoint) -> EtcdError {
        EtcdError(.unavailable, "What answers at \(endpoint) is not etcd 3.4 or later; check the address.")
    }

    /// The connection could not be made, or was lost.
    init(_ error: any Error, at endpoint: EtcdEndpoint) {
        switch error {
        case let error as EtcdError: self = error
        case let error as HTTPClientError:
            self.init(.unavailable, "etcd at \(endpoint) cannot be reached: \(error.shortDescription).")
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode)).plain
            self.init(.unavailable, "etcd at \(endpoint) cannot be reached: \(reason); check that it runs there.")
        case is NIOConnectionError:
            self.init(.unavailable, "etcd at \(endpoint) does not accept connections; check that it runs there.")
        case NIOSSLError.handshakeFailed(let error) where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"):
            self.init(
                .unavailable,
                "No authority that is trusted here vouches for the certificate of etcd at \(endpoint); name its authority "
                    + "by 'cluster-ca'."
            )
        case is NIOSSLExtraError, NIOSSLError.unableToValidateCertificate:
            self.init(
                .unavailable,
                "The certificate of etcd at \(endpoint) is for another name; write a name that it has."
            )
        case is NIOSSLError, is BoringSSLError:
            self.init(
                .unavailable,
                "etcd at \(endpoint) does not accept TLS as this program speaks it; check whether it serves TLS, and "
                    + "whether it asks for a certificate."
            )
        default: self.init(.unavailable, "The connection to etcd at \(endpoint) has failed: \("\(error)".plain).")
        }
    }

    /// An error that etcd has answered (its `rpctypes`), by the numbers of gRPC.
    init(code: Int, _ text: String, at endpoint: EtcdEndpoint) {
        let message = text.plain
        let kind: Kind =
            switch code {
            case _ where message.contains("requested lease not found"): .leaseMissing
            case _ where message.contains("has been compacted"): .compacted
            case _ where message.contains("invalid auth token"): .unauthenticated
            case _ where message.contains("user name is empty"): .unauthenticated
            case _ where message.contains("auth store is old"): .unauthenticated
            // A watch has no code for these.
            case _ where message.contains("permission denied"): .refused
            // The other members have no space, either.
            case _ where message.contains("database space exceeded"): .refused
            case 16: .unauthenticated
            case 3, 7, 9: .refused
            default: .unavailable
            }
        let advice = Self.advice(for: message).map { "; \($0)" } ?? ""
        self.init(kind, "etcd at \(endpoint) answers: \(message)\(advice).")
    }

    /// What an operator does about an answer that does not change by itself.
    private static func advice(for message: String) -> String? {
        switch message {
        case _ where message.contains("permission denied"):
            "give this relay's user of etcd the permission to read and write all keys with the directory's prefix"
        case _ where message.contains("authentication failed"): "check the user and the password for etcd"
        case _ where message.contains("user name is empty"): "etcd asks for a user and a password"
        case _ where message.contains("database space exceeded"):
            "compact and defragment etcd, and then disarm its alarm with 'etcdctl alarm disarm'"
        default: nil
        }
    }
}

extension String {
    /// Text of others, short and in one line.
    var plain: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(200).filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
