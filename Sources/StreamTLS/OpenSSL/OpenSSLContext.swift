#if SystemTLS && os(Linux)
    import COpenSSL
    import SwiftASN1

    /// What all connections with one certificate share. May be used from any thread.
    final class OpenSSLContext: @unchecked Sendable {
        /// The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption, as RFC 9325 4.2 recommends.
        /// All suites of TLS 1.3 have both.
        private static let cipherList = [
            "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
            "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
            "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
        ].joined(separator: ":")

        // It does not change once it is complete, and counts its references by itself.
        private let context: OpaquePointer
        /// Held for the callback, which finds them in the context.
        private let tickets: TicketKeys

        /// - Throws: ``OpenSSLError`` if OpenSSL does not take the certificate.
        init(_ pair: CertificatePair, tickets: TicketKeys) throws(OpenSSLError) {
            // Otherwise a program that ends cleans up while its event loops may be at work.
            OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
            ERR_clear_error()
            guard let context = SSL_CTX_new(TLS_server_method()) else { throw .current }
            self.context = context
            self.tickets = tickets
            guard shim_configure(context) == 1, SSL_CTX_set_cipher_list(context, Self.cipherList) == 1 else {
                throw .current
            }
            // Connections give theirs later.
            SSL_CTX_set_num_tickets(context, 0)
            try use(pair)
            ServerProtocols.offer(in: context)
            tickets.serve(context)
        }

        deinit { SSL_CTX_free(context) }

        /// Makes the server's side of a connection.
        func makeConnection() throws(OpenSSLError) -> TLSConnection { try TLSConnection(context, of: self) }

        private func use(_ pair: CertificatePair) throws(OpenSSLError) {
            for (index, document) in pair.chain.enumerated() {
                guard let certificate = Self.read(document.pemString, { PEM_read_bio_X509($0, nil, nil, nil) }) else {
                    throw .current
                }
                if index == 0 {
                    defer { X509_free(certificate) }
                    guard SSL_CTX_use_certificate(context, certificate) == 1 else { throw .current }
                } else if shim_add_to_chain(context, certificate) == 0 {
                    X509_free(certificate)
                    throw .current
                }
            }
            // Without a function, OpenSSL asks the terminal for a passphrase.
            let key = Self.read(pair.keyPEM) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
            guard let key else { throw .current }
            defer { EVP_PKEY_free(key) }
            guard SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
                throw .current
            }
        }

        private static func read<T>(_ pem: String, _ parse: (OpaquePointer) -> T?) -> T? {
            Array(pem.utf8).withUnsafeBytes { bytes in
                guard let bio = BIO_new_mem_buf(bytes.baseAddress, CInt(bytes.count)) else { return nil }
                defer { BIO_free(bio) }
                return parse(bio)
            }
        }
    }

    /// The protocols from which a client chooses by ALPN, in the form of RFC 7301 3.1: each name after its length.
    private struct ServerProtocols: @unchecked Sendable {
        // OpenSSL refers to these bytes for as long as it likes.
        private let bytes: UnsafeBufferPointer<UInt8>

        private init(_ names: [String]) {
            let all = names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: all.count)
            _ = bytes.initialize(from: all)
            self.bytes = UnsafeBufferPointer(bytes)
        }

        private static let all = ServerProtocols(TLSContext.protocols)

        static func offer(in context: OpaquePointer) {
            SSL_CTX_set_alpn_select_cb(
                context,
                { _, chosen, length, offered, offeredLength, _ in
                    let names = ServerProtocols.all.bytes
                    var name: UnsafeMutablePointer<UInt8>?
                    let count = CUnsignedInt(names.count)
                    // A client that offers only other protocols is served: the first byte says what it speaks.
                    guard
                        SSL_select_next_proto(&name, length, names.baseAddress, count, offered, offeredLength)
                            == OPENSSL_NPN_NEGOTIATED
                    else { return SSL_TLSEXT_ERR_NOACK }
                    chosen?.pointee = UnsafePointer(name)
                    return SSL_TLSEXT_ERR_OK
                },
                nil
            )
        }
    }
#endif
