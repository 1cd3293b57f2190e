import NIOCore

/// What a client that begins with TLS is told where it cannot have it: a fatal alert, RFC 8446 6.2.
package enum TLSAlert: UInt8, Sendable {
    /// There is no TLS here.
    case handshakeFailure = 0x28
    /// There is no room, so that a client comes back.
    case internalError = 0x50

    /// The alert in a record as old as any client may read.
    package var record: ByteBuffer { ByteBuffer(bytes: [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, rawValue]) }
}
