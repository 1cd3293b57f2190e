#if os(Linux)
    import Platform
    import Testing

    /// A listener that accepts nothing: Linux drops what comes when its queue is full.
    @Suite(.timeLimit(.minutes(10))) struct DeliveryTests {
        private let listener = socket(AF_INET, SocketKind.stream, 0)
        private var address = sockaddr_in()

        init() throws {
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            try withUnsafeMutableBytes(of: &address) {
                let generic = try #require($0.baseAddress).assumingMemoryBound(to: sockaddr.self)
                try #require(bind(listener, generic, length) == 0)
                try #require(listen(listener, 0) == 0)
                try #require(getsockname(listener, generic, &length) == 0)
            }
        }

        /// - Returns: A socket that begins to connect.
        private func connecting() throws -> CInt {
            let client = socket(AF_INET, SocketKind.stream, 0)
            try #require(fcntl(client, F_SETFL, O_NONBLOCK) == 0)
            try withUnsafeBytes(of: address) {
                let generic = try #require($0.baseAddress).assumingMemoryBound(to: sockaddr.self)
                _ = connect(client, generic, socklen_t($0.count))
            }
            return client
        }

        @Test func `what is sent is in flight until the peer's system acknowledges it`() throws {
            var clients = [try connecting()]
            defer { for descriptor in clients + [listener] { close(descriptor) } }
            #expect(SendQueue.delivery(of: clients[0])?.hasBytesInFlight == false)
            let acknowledged = SendQueue.delivery(of: clients[0])?.acknowledgedBytes ?? .max
            #expect(write(clients[0], "bytes", 5) == 5)
            #expect(SendQueue.delivery(of: clients[0])?.acknowledgedBytes == acknowledged + 5)
            // The first that the full queue has no place for.
            for _ in 0..<20 where SendQueue.delivery(of: clients[clients.count - 1])?.hasBytesInFlight == false {
                clients.append(try connecting())
            }
            #expect(SendQueue.delivery(of: clients[clients.count - 1])?.hasBytesInFlight == true)
        }
    }
#endif
