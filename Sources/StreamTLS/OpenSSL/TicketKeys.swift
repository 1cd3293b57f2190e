#if SystemTLS && os(Linux)
    import COpenSSL
    import Crypto
    import Platform

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The keys that encrypt session tickets, with which a client comes back without a full handshake (RFC 8446 4.6.1).
    ///
    /// They follow from the certificate's private key and the time. So they change twice a day, are the same after a
    /// restart, and are the same for all relays with one certificate. A key that becomes known reveals nothing of what was
    /// sent: tickets are only for TLS 1.3, in which each connection agrees on keys of its own (psk_dhe_ke).
    final class TicketKeys: Sendable {
        /// How long a key encrypts. The next key is taken as well, because the clocks of relays differ, and the one
        /// before, because tickets live for two hours.
        static let period = TimeInterval(12 * 3600)

        /// The keys of one ticket, as OpenSSL divides them.
        struct Key: Sendable {
            /// Names the key in the ticket, 16 bytes.
            let name: [UInt8]
            /// For AES-256 in CBC mode, 32 bytes.
            let cipher: [UInt8]
            /// For HMAC with SHA-256, 32 bytes.
            let mac: [UInt8]
        }

        private let secret: SymmetricKey
        private let clock: @Sendable () -> Date
        /// The keys of the last, this and the next period.
        private let keys: Mutex<(period: Int, keys: [Key])>

        /// - Parameter secret: The certificate's private key, in any form that stays the same.
        init(secret: some ContiguousBytes, clock: @escaping @Sendable () -> Date = { Date() }) {
            self.secret = SymmetricKey(data: secret)
            self.clock = clock
            keys = Mutex((.min, []))
        }

        /// The key for new tickets.
        var current: Key { known[1] }

        /// The key of a ticket; `nil` if it is not in force.
        func key(named name: UnsafeRawBufferPointer) -> Key? { known.first { name.elementsEqual($0.name) } }

        private var known: [Key] {
            let period = Int(clock().timeIntervalSince1970 / Self.period)
            return keys.withLock { keys in
                if keys.period != period { keys = (period, (period - 1...period + 1).map(derive)) }
                return keys.keys
            }
        }

        private func derive(_ period: Int) -> Key {
            let bytes = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret,
                info: Array("streamd session tickets \(period)".utf8),
                outputByteCount: 80
            )
            .withUnsafeBytes { Array($0) }
            return Key(name: Array(bytes[..<16]), cipher: Array(bytes[16..<48]), mac: Array(bytes[48...]))
        }
    }

    extension TicketKeys {
        /// OpenSSL's answers for a ticket: it cannot be used, it can, and nothing can go on.
        private static let (unknown, known, failure): (CInt, CInt, CInt) = (0, 1, -1)

        /// Makes a context ask for the keys of its tickets. They must outlive it.
        func serve(_ context: OpaquePointer) {
            SSL_CTX_set_ex_data(context, 0, Unmanaged.passUnretained(self).toOpaque())
            SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { ssl, name, start, cipher, mac, isNew in
                guard let ssl, let name, let start, let cipher, let mac, SSL_version(ssl) >= TLS1_3_VERSION,
                    let keys = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0)
                else { return TicketKeys.unknown }
                return Unmanaged<TicketKeys>.fromOpaque(keys).takeUnretainedValue()
                    .prepare(name, start, cipher, mac, isNew: isNew == 1)
            }
        }

        /// Makes cipher and MAC ready for a ticket.
        ///
        /// - Parameters:
        ///   - name: The 16 bytes that name the key in the ticket.
        ///   - start: The 16 bytes of the initialization vector.
        private func prepare(
            _ name: UnsafeMutablePointer<UInt8>,
            _ start: UnsafeMutablePointer<UInt8>,
            _ cipher: OpaquePointer,
            _ mac: OpaquePointer,
            isNew: Bool
        ) -> CInt {
            let algorithm = EVP_aes_256_cbc()
            let (key, isReady): (Key, CInt)
            if isNew {
                key = current
                for (index, byte) in key.name.enumerated() { name[index] = byte }
                guard RAND_bytes(start, EVP_CIPHER_get_iv_length(algorithm)) == 1 else { return Self.failure }
                isReady = EVP_EncryptInit_ex(cipher, algorithm, nil, key.cipher, start)
            } else {
                guard let known = self.key(named: UnsafeRawBufferPointer(start: name, count: current.name.count)) else {
                    return Self.unknown
                }
                key = known
                isReady = EVP_DecryptInit_ex(cipher, algorithm, nil, key.cipher, start)
            }
            return isReady == 1 && shim_set_hmac_key(mac, key.mac, key.mac.count) == 1 ? Self.known : Self.failure
        }
    }
#endif
