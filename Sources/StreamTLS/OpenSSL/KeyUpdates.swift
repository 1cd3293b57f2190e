#if SystemTLS && os(Linux)
    import COpenSSL

    /// Counts the changes of a peer's keys (RFC 8446 4.6.3), which OpenSSL does not: each costs work, and the peer may send
    /// thousands in a read that hold nothing for the relay.
    enum KeyUpdates {
        /// The most in a row, without bytes between them.
        static let most = 32

        /// The message's type (RFC 8446 B.3).
        private static let messageType: UInt8 = 24

        static func count(in ssl: OpaquePointer, _ port: UnsafeMutablePointer<RecordPort>) {
            shim_set_message_callback(
                ssl,
                { isSent, _, content, bytes, count, _, port in
                    guard isSent == 0, content == SSL3_RT_HANDSHAKE, count > 0,
                        bytes?.load(as: UInt8.self) == KeyUpdates.messageType,
                        let port = port?.assumingMemoryBound(to: RecordPort.self)
                    else { return }
                    port.pointee.keyUpdates += 1
                    // OpenSSL would go on to the last of them.
                    if port.pointee.keyUpdates > KeyUpdates.most { port.pointee.read(from: .empty) }
                },
                port
            )
        }
    }

    extension UnsafeRawBufferPointer {
        static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
    }
#endif
