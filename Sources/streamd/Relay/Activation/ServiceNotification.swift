#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Tells systemd how far a service is, as sd_notify(3) describes; where nobody wants to know, nothing happens.
enum ServiceNotification {
    static func ready() { send("READY=1") }

    static func stopping() { send("STOPPING=1") }

    static func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1_000)")
    }

    private static func send(_ message: String) {
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), let address = address(of: path) else {
            return
        }
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A manager that does not listen is no reason to stop.
        _ = withUnsafeBytes(of: address.name) { name in
            sendto(
                descriptor,
                message,
                message.utf8.count,
                CInt(MSG_NOSIGNAL),
                name.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                address.length
            )
        }
    }

    /// The address of a socket in the file system, or of an abstract one, which begins with `@`.
    private static func address(of path: String) -> (name: sockaddr_un, length: socklen_t)? {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard let first = bytes.first, bytes.count < MemoryLayout.size(ofValue: name.sun_path) else { return nil }
        if first == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \sockaddr_un.sun_path) ?? 0
        return (name, socklen_t(offset + bytes.count))
    }
}
