#if SystemTLS && os(Linux)
    import COpenSSL

    /// Where OpenSSL reads records, and where it puts them, during one call. It has no memory of its own: a call names
    /// both places.
    struct RecordPort {
        private var input = UnsafeRawBufferPointer.empty
        private var output = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        /// Bytes that OpenSSL has put into the output.
        private(set) var written = 0
        /// Changes of the peer's keys since it has sent something else.
        var keyUpdates = 0

        /// Bytes that OpenSSL has not read yet.
        var unread: Int { input.count }

        mutating func read(from input: UnsafeRawBufferPointer) { self.input = input }

        mutating func write(to output: UnsafeMutableRawBufferPointer) {
            self.output = output
            written = 0
        }

        /// Forgets both places.
        mutating func close() {
            input = .empty
            write(to: UnsafeMutableRawBufferPointer(start: nil, count: 0))
        }

        /// - Returns: How many bytes were there, at most as many as fit.
        fileprivate mutating func take(_ count: Int, to place: UnsafeMutableRawPointer) -> Int {
            let count = min(count, input.count)
            guard count > 0, let start = input.baseAddress else { return 0 }
            place.copyMemory(from: start, byteCount: count)
            input = UnsafeRawBufferPointer(rebasing: input[count...])
            return count
        }

        /// - Returns: How many of the bytes fitted.
        fileprivate mutating func put(_ count: Int, from place: UnsafeRawPointer) -> Int {
            let count = min(count, output.count - written)
            guard count > 0, let start = output.baseAddress else { return 0 }
            (start + written).copyMemory(from: place, byteCount: count)
            written += count
            return count
        }
    }

    extension RecordPort {
        /// OpenSSL's table of functions for ports.
        private struct Method: @unchecked Sendable {
            let pointer = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "records")

            init() {
                _ = BIO_meth_set_read(pointer) { bio, place, count in
                    guard let bio, let place, let port = RecordPort.of(bio) else { return -1 }
                    shim_clear_retry(bio)
                    let taken = port.pointee.take(Int(count), to: place)
                    guard taken == 0 else { return CInt(taken) }
                    shim_retry_read(bio)
                    return -1
                }
                _ = BIO_meth_set_write(pointer) { bio, place, count in
                    guard let bio, let place, let port = RecordPort.of(bio) else { return -1 }
                    shim_clear_retry(bio)
                    let put = port.pointee.put(Int(count), from: place)
                    guard put == 0 else { return CInt(put) }
                    shim_retry_write(bio)
                    return -1
                }
                // Nothing waits in a port, so that to flush it succeeds.
                _ = BIO_meth_set_ctrl(pointer) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
            }
        }

        private static let method = Method()

        private static func of(_ bio: OpaquePointer) -> UnsafeMutablePointer<RecordPort>? {
            BIO_get_data(bio)?.assumingMemoryBound(to: RecordPort.self)
        }

        /// OpenSSL's view of a port, which must outlive it; `nil` where there is no memory.
        static func bio(_ port: UnsafeMutablePointer<RecordPort>) -> OpaquePointer? {
            guard let bio = BIO_new(method.pointer) else { return nil }
            BIO_set_data(bio, port)
            BIO_set_init(bio, 1)
            return bio
        }
    }
#endif
