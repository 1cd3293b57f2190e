import Platform

/// Reports the service's state to systemd, as sd_notify(3) describes. Does nothing without `NOTIFY_SOCKET`.
enum ServiceNotification {
    static func ready() { send("READY=1") }

    static func stopping() { send("STOPPING=1") }

    static func reloading() {
        send("RELOADING=1\nMONOTONIC_USEC=\(SystemClock.monotonicTime)")
    }

    private static func send(_ message: String) {
        guard let path = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), let address = address(of: path) else {
            return
        }
        let descriptor = socket(AF_UNIX, SocketKind.datagram, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // The relay also runs when the manager does not receive the message.
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
