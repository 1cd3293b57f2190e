import Platform

extension FanOutWriter {
    /// Whether the writer sends a whole message, reports a short one with its exact count, and reports a full socket and
    /// a closed one at once. The lanes rely on this, and no kernel version promises it.
    var passesSelfTest: Bool {
        guard let full = SocketPair(), let empty = SocketPair() else { return false }
        full.shrink()
        let long = [UInt8](repeating: 0x5A, count: SharedPages.room)
        let short: [UInt8] = Array("probe".utf8)

        let first = shortfalls(of: long, to: [full.near])
        guard let sent = first.first?.sent, first.count == 1, 0 < sent, sent < long.count else { return false }
        let second = shortfalls(of: short, to: [full.near, empty.near, -1])
        return second == [.none(at: 0), .none(at: 2)]
            && full.received(atMost: long.count) == long.prefix(sent)
            && empty.received(atMost: long.count) == short[...]
    }

    private func shortfalls(of message: [UInt8], to sockets: [CInt]) -> [Shortfall] {
        var shortfalls: [Shortfall] = []
        message.withUnsafeBytes { send($0, to: sockets, shortfalls: &shortfalls) }
        return shortfalls
    }
}

extension Shortfall {
    fileprivate static func none(at index: Int) -> Shortfall { Shortfall(index: index, sent: 0) }
}

/// Two connected sockets, which need no network.
private final class SocketPair {
    let near: CInt
    private let far: CInt

    init?() {
        var pair: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, SocketKind.stream, 0, &pair) == 0 else { return nil }
        (near, far) = (pair[0], pair[1])
        // Like the sockets of connections.
        _ = fcntl(near, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(near)
        close(far)
    }

    /// Makes the socket's buffer small, so that it fills soon.
    func shrink() {
        var size: CInt = 1 << 14
        setsockopt(near, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    }

    /// The bytes that have arrived.
    func received(atMost limit: Int) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let more = bytes.withUnsafeMutableBytes { bytes in
                recv(far, bytes.baseAddress?.advanced(by: count), limit - count, CInt(MSG_DONTWAIT))
            }
            guard more > 0 else { break }
            count += more
        }
        return bytes.prefix(count)
    }
}
