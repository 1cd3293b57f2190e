#if SystemTLS && os(Linux)
    import COpenSSL
    import CSystemMemory
    import NIOCore

    /// One side of a TLS connection (RFC 8446): records in, bytes out, and the other way round. Does no I/O. Belongs to an
    /// event loop.
    final class TLSConnection {
        /// What came of records.
        struct Reception {
            /// What the records held.
            var bytes = ByteBuffer()
            /// Records that must be sent now.
            var answer = ByteBuffer()
            /// Whether the handshake is complete since these records.
            var isNowEstablished = false
            /// Why nothing more is received.
            var end: End?
        }

        enum Side {
            /// Waits for the other's hello.
            case server
            /// Begins with the first ``receive(_:)``, of no bytes.
            case client
        }

        enum End: Equatable {
            /// The peer has sent its `close_notify`: it sends nothing more.
            case closed
            case failed(OpenSSLError)
        }

        /// The most bytes that a record adds to what it holds, in TLS 1.2 and 1.3 with the suites that the relay takes.
        private static let recordOverhead = 32
        /// The fewest bytes that a record of many bytes holds: a client may ask for such short ones (RFC 6066 4).
        private static let shortestRecord = 512
        /// Room for records that OpenSSL sends before the bytes: for a ticket, and for a new key.
        private static let reserve = 1_024
        /// The largest piece of memory that OpenSSL may take for what a peer sends. A hello of nine bytes can say that it is
        /// 128 KB long, for which there would be a buffer at once.
        private static let mostMemory = 40 * 1024
        /// Room for the records of an answer; a longer one takes several turns.
        private static let answerLength = 1_024

        let ssl: OpaquePointer
        private let port: UnsafeMutablePointer<RecordPort>
        private let owner: AnyObject
        private(set) var isEstablished = false
        /// Whether nothing more is received.
        private var isOver = false
        /// Why no record can be made any more; `nil` while they can, and after a regular end.
        private(set) var failure: OpenSSLError?
        /// Whether the client gets a ticket with the next bytes.
        private var owesTicket: Bool

        /// - Parameter owner: Has what the context refers to, and stays for as long as the connection.
        /// - Throws: ``OpenSSLError`` where there is no memory.
        init(_ context: OpaquePointer, of owner: AnyObject, as side: Side = .server) throws(OpenSSLError) {
            guard let ssl = SSL_new(context) else { throw .current }
            port = .allocate(capacity: 1)
            port.initialize(to: RecordPort())
            guard let bio = RecordPort.bio(port) else {
                SSL_free(ssl)
                port.deallocate()
                throw .current
            }
            SSL_set_bio(ssl, bio, bio)
            KeyUpdates.count(in: ssl, port)
            if side == .server { SSL_set_accept_state(ssl) } else { SSL_set_connect_state(ssl) }
            self.ssl = ssl
            self.owner = owner
            owesTicket = side == .server
        }

        deinit {
            SSL_free(ssl)
            port.deallocate()
        }

        /// The bytes that the records of `count` bytes can take.
        static func length(ofRecordsFor count: Int) -> Int {
            count + (count / shortestRecord + 1) * recordOverhead + reserve
        }

        /// The protocol that was agreed on by ALPN (RFC 7301).
        var negotiatedProtocol: String? {
            var (name, count): (UnsafePointer<UInt8>?, CUnsignedInt) = (nil, 0)
            SSL_get0_alpn_selected(ssl, &name, &count)
            return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
        }

        /// Whether the client has come with a ticket of an earlier connection.
        var isResumed: Bool { SSL_session_reused(ssl) == 1 }

        // MARK: Receiving

        /// Takes bytes from the socket, divided in any way.
        func receive(_ input: ByteBuffer) -> Reception {
            var reception = Reception()
            guard !isOver else { return reception }
            record_memory_limit(Self.mostMemory)
            defer { record_memory_limit(0) }
            input.withUnsafeReadableBytes { input in
                withUnsafeTemporaryAllocation(byteCount: Self.answerLength, alignment: 1) { output in
                    port.pointee.read(from: input)
                    port.pointee.write(to: output)
                    defer { port.pointee.close() }
                    repeat {
                        let status = step(&reception)
                        let written = output.prefix(port.pointee.written)
                        if !written.isEmpty { reception.answer.writeBytes(UnsafeRawBufferPointer(rebasing: written)) }
                        port.pointee.write(to: output)
                        guard status else { break }
                    } while reception.end == nil
                }
            }
            isOver = reception.end != nil
            return reception
        }

        /// Makes a step of the handshake, or reads what a record holds.
        ///
        /// - Returns: Whether another step may follow.
        private func step(_ reception: inout Reception) -> Bool {
            ERR_clear_error()
            var result: CInt = 0
            if isEstablished {
                // Records hold less than they take. What is left of one is asked for by the next step.
                let room = max(port.pointee.unread, Self.answerLength)
                reception.bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { place in
                    result = SSL_read(ssl, place.baseAddress, CInt(clamping: place.count))
                    return Int(max(0, result))
                }
            } else {
                result = SSL_do_handshake(ssl)
                isEstablished = result == 1
                reception.isNowEstablished = isEstablished
            }
            guard result <= 0 else {
                port.pointee.keyUpdates = 0
                return true
            }
            guard port.pointee.keyUpdates <= KeyUpdates.most else {
                fail(&reception, OpenSSLError(description: "the peer does nothing but change its keys"))
                return false
            }
            switch SSL_get_error(ssl, result) {
            case SSL_ERROR_WANT_WRITE: return true
            case SSL_ERROR_WANT_READ: return false
            case SSL_ERROR_ZERO_RETURN: reception.end = .closed
            default: fail(&reception, .current)
            }
            return false
        }

        private func fail(_ reception: inout Reception, _ error: OpenSSLError) {
            reception.end = .failed(error)
            failure = error
        }

        // MARK: Sending

        /// Makes records of bytes.
        ///
        /// - Parameter records: Has room for ``length(ofRecordsFor:)`` bytes.
        /// - Returns: The length of the records; 0 if the connection takes no bytes, with a ``failure`` unless it is closed.
        func encrypt(_ bytes: UnsafeRawBufferPointer, to records: UnsafeMutableRawBufferPointer) -> Int {
            guard isEstablished, failure == nil, !bytes.isEmpty else { return 0 }
            port.pointee.write(to: records)
            defer { port.pointee.close() }
            let beginsWithMessage = owesTicket || SSL_get_key_update_type(ssl) != SSL_KEY_UPDATE_NONE
            if owesTicket, SSL_get_key_update_type(ssl) == SSL_KEY_UPDATE_NONE {
                // Not with the handshake: a ticket that comes while another thread writes confuses clients such as Python's.
                owesTicket = false
                SSL_new_session_ticket(ssl)
            }
            ERR_clear_error()
            guard SSL_write(ssl, bytes.baseAddress, CInt(clamping: bytes.count)) == bytes.count else {
                // Bytes are missing from here on, so nothing may follow.
                if !isOutputClosed { failure = .current }
                return 0
            }
            if beginsWithMessage { releaseReadBuffer() }
            return port.pointee.written
        }

        /// For a message of its own, OpenSSL takes a buffer for the peer's records too, and keeps it until some come. A viewer
        /// by HTTP sends none any more. A read that finds nothing gives the buffer back, unless it holds a part of a record;
        /// `SSL_free_buffers` does not look for one before OpenSSL 3.0.14 (CVE-2024-4741).
        private func releaseReadBuffer() {
            var byte: UInt8 = 0
            ERR_clear_error()
            _ = SSL_peek(ssl, &byte, 1)
        }

        private var isOutputClosed: Bool { SSL_get_shutdown(ssl) & SSL_SENT_SHUTDOWN != 0 }

        /// Makes the `close_notify`: nothing is sent after it. Empty before the handshake is complete, and after the first
        /// call.
        func close() -> ByteBuffer {
            var records = ByteBuffer()
            guard isEstablished, failure == nil, !isOutputClosed else { return records }
            records.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.reserve) { place in
                port.pointee.write(to: place)
                defer { port.pointee.close() }
                ERR_clear_error()
                _ = SSL_shutdown(ssl)
                return port.pointee.written
            }
            return records
        }
    }
#endif
