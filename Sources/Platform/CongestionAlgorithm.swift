/// The algorithm that controls congestion on a TCP socket (`TCP_CONGESTION`, tcp(7)), on Linux.
package enum CongestionAlgorithm {
    /// The longest name in bytes: `TCP_CA_NAME_MAX` of the kernel's `net/tcp.h`, without the zero at its end.
    package static let longestName = 15

    /// The algorithms that the kernel has; empty if it does not say, as in a service that does not see all of `/proc`.
    package static var available: [String] { names(in: "tcp_available_congestion_control") }

    /// The algorithms that a process without `CAP_NET_ADMIN` may select; empty if the kernel does not say.
    package static var allowed: [String] { names(in: "tcp_allowed_congestion_control") }

    /// Selects the algorithm of a socket. Connections that a listening socket accepts from then on have it too.
    ///
    /// - Returns: 0, or the error number: `ENOENT` if the kernel has no such algorithm and cannot load one, `EPERM` if
    ///   this process may not select it, `ENOSYS` on other systems than Linux.
    package static func select(_ name: String, for socket: CInt) -> CInt {
        #if os(Linux)
            let bytes = Array(name.utf8)
            let result = setsockopt(socket, CInt(IPPROTO_TCP), TCP_CONGESTION, bytes, socklen_t(bytes.count))
            return result == 0 ? 0 : errno
        #else
            return ENOSYS
        #endif
    }

    /// The algorithm of a socket; `nil` if it is no TCP socket, or the system does not say.
    package static func selected(for socket: CInt) -> String? {
        #if os(Linux)
            var bytes = [UInt8](repeating: 0, count: longestName + 1)
            var length = socklen_t(bytes.count)
            guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_CONGESTION, &bytes, &length) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            return nil
        #endif
    }

    private static func names(in file: String) -> [String] {
        let names = KernelFile.text(at: "/proc/sys/net/ipv4/\(file)")?.split(whereSeparator: \.isWhitespace) ?? []
        return names.map(String.init)
    }
}
