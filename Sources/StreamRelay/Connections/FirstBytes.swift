import StreamProtocol

/// What a connection speaks, told by its first byte: that is enough to tell this protocol, TLS and HTTP apart.
package enum FirstBytes {
    package enum Language: Hashable {
        /// The protocol of `Protocol.md`.
        case streamd
        /// A TLS record with a handshake, RFC 8446 5.1.
        case tls
        /// A method of HTTP/1.1, RFC 9110 9.1: a token, whose letters are capitals in every method there is.
        case http
        case unknown
    }

    package static func language(of first: UInt8) -> Language {
        switch first {
        case Preface.firstByte: .streamd
        case 0x16: .tls
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .http
        default: .unknown
        }
    }
}
