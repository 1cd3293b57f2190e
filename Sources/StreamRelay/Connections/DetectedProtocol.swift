import NIOCore
import StreamProtocol

/// The protocol of a connection. Its first byte distinguishes this protocol, TLS and HTTP.
package enum DetectedProtocol: Hashable {
    /// The protocol of `Protocol.md`.
    case streamd
    /// A TLS record with a handshake, RFC 8446 5.1.
    case tls
    /// A method of HTTP/1.1, RFC 9110 9.1: a token. All registered methods begin with a capital letter.
    case http
    case unknown

    package init(firstByte: UInt8) {
        self =
            switch firstByte {
            case Preface.firstByte: .streamd
            case 0x16: .tls
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): .http
            default: .unknown
            }
    }
}

/// The fatal alert for a client that begins with TLS and cannot have it, RFC 8446 6.2.
package enum TLSAlert: UInt8, Sendable {
    /// The relay does not support TLS.
    case handshakeFailure = 0x28
    /// The relay has no room now; the client may try again.
    case internalError = 0x50

    /// The alert in a record of the oldest version, which any client reads.
    package var record: ByteBuffer { ByteBuffer(bytes: [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, rawValue]) }
}
