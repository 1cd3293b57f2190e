import Platform

/// A listening TCP socket that this program inherited.
struct ListeningSocket: Hashable, Sendable {
    let descriptor: CInt
    let address: ListenAddress

    /// Checks the socket, and closes it in programs that this one starts.
    init(_ descriptor: CInt, called name: String) throws(Failure) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let named = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        let family = CInt(storage.ss_family)
        guard named == 0, family == AF_INET || family == AF_INET6,
            Self.option(SO_TYPE, of: descriptor) == SocketKind.stream, Self.option(SO_ACCEPTCONN, of: descriptor) == 1,
            let address = Self.text(storage, length)
        else {
            throw Failure(
                .configuration,
                "The inherited socket '\(name)' is not a listening TCP socket; its unit needs ListenStream=PORT and "
                    + "must not have Accept=yes."
            )
        }
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw Failure(
                .failure,
                "The inherited socket '\(name)' cannot be set up: \(String(cString: strerror(errno)))."
            )
        }
        self.descriptor = descriptor
        self.address = address
    }

    private static func option(_ option: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
    }

    private static func text(_ storage: sockaddr_storage, _ length: socklen_t) -> ListenAddress? {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let named = withUnsafeBytes(of: storage) { bytes in
            getnameinfo(
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                length,
                &host,
                socklen_t(host.count),
                &port,
                socklen_t(port.count),
                NI_NUMERICHOST | NI_NUMERICSERV
            )
        }
        guard named == 0, let port = Int(Self.string(port)) else { return nil }
        return ListenAddress(host: Self.string(host), port: port)
    }

    private static func string(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
