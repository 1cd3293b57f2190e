import NIOCore
import Platform
import Testing

/// Pairs of connected sockets: the near ends are sent to, the far ends tell what came.
final class SocketCrowd {
    /// Over loopback, or without a network; the latter take exactly as much each time.
    enum Kind { case tcp, local }

    private(set) var near: [CInt] = []
    private var far: [CInt] = []

    /// - Parameter buffer: How much the near ends hold, in bytes, by and large.
    init(_ count: Int, _ kind: Kind = .local, buffer: CInt? = nil) throws {
        Self.allowMany
        for _ in 0..<count {
            let (near, far) = try kind == .tcp ? Self.connected(buffer: buffer) : Self.pair()
            if let buffer { Self.set(SO_SNDBUF, of: near, to: buffer) }
            // Like the sockets of connections.
            _ = fcntl(near, F_SETFL, O_NONBLOCK)
            self.near.append(near)
            self.far.append(far)
        }
    }

    deinit {
        for socket in near + far where socket >= 0 { close(socket) }
    }

    private static func pair() throws -> (CInt, CInt) {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, SocketKind.stream, 0, &pair) == 0)
        return (pair[0], pair[1])
    }

    private static func connected(buffer: CInt?) throws -> (CInt, CInt) {
        let (listener, near) = (socket(AF_INET, SocketKind.stream, 0), socket(AF_INET, SocketKind.stream, 0))
        defer { close(listener) }
        // Accepted sockets inherit it; later is too late for what the window says.
        if let buffer { set(SO_RCVBUF, of: listener, to: buffer) }
        let anyPort = try SocketAddress(ipAddress: "127.0.0.1", port: 0)
        try #require(anyPort.withSockAddr { bind(listener, $0, socklen_t($1)) } == 0 && listen(listener, 1) == 0)
        var address = [UInt64](repeating: 0, count: 16)
        let far = address.withUnsafeMutableBytes { bytes -> CInt in
            var size = socklen_t(bytes.count)
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(listener, address, &size) == 0, connect(near, address, size) == 0
            else { return -1 }
            return accept(listener, nil, nil)
        }
        try #require(far >= 0)
        return (near, far)
    }

    private static func set(_ option: CInt, of socket: CInt, to value: CInt) {
        var value = value
        setsockopt(socket, SOL_SOCKET, option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    }

    /// Ends a connection from afar: in order, or with a reset.
    func leave(_ index: Int, abruptly: Bool = false) {
        var linger = linger(l_onoff: abruptly ? 1 : 0, l_linger: 0)
        setsockopt(far[index], SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(far[index])
        far[index] = -1
    }

    /// Closes the near end; its number stays, and means nothing.
    func hangUp(_ index: Int) {
        close(near[index])
        close(far[index])
        far[index] = -1
        // Not the number that it had: another test may have been given that one.
        near[index] = -1
    }

    /// What has come, at most `limit` bytes.
    func received(_ index: Int, atMost limit: Int = 1 << 24) -> [UInt8] {
        guard far[index] >= 0 else { return [] }
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while received.count < limit {
            let count = recv(far[index], &bytes, min(bytes.count, limit - received.count), CInt(MSG_DONTWAIT))
            guard count > 0 else { break }
            received += bytes.prefix(count)
        }
        return received
    }

    /// Waits for as many bytes.
    func receive(_ index: Int, _ count: Int) throws -> [UInt8] {
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: max(1, count))
        while received.count < count {
            let more = recv(far[index], &bytes, count - received.count, 0)
            try #require(more > 0)
            received += bytes.prefix(more)
        }
        return received
    }

    /// Most systems give 1,024 descriptors, and more on request.
    static let allowMany: Void = { _ = ResourceLimit.descriptors.raise() }()
}
