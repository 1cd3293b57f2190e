import NIOCore
import Platform

/// A TCP socket of a model's viewer. It never blocks, so that a test can use it on an event loop.
struct ModelSocket {
    /// Bytes that a socket holds, approximately: few frames, so that viewers that do not read have an effect soon.
    static let buffer: CInt = 8 * 1024
    /// Bytes of a segment. Loopback's own are larger than the buffers, and then little moves.
    private static let segment: CInt = 1024

    enum Arrival {
        case bytes(ByteBuffer)
        case nothing
        case end
        case reset
    }

    let descriptor: CInt

    /// A socket to listen with on any port of this machine; what it accepts has small buffers.
    static func toListenWith(sending buffer: CInt = buffer) throws -> CInt {
        let descriptor = socket(AF_INET, SocketKind.stream, 0)
        set(SOL_SOCKET, SO_SNDBUF, of: descriptor, to: buffer)
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: 0)
        guard address.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0 else {
            throw Violation("no socket to listen on: \(errno)")
        }
        return descriptor
    }

    init(connectingTo relay: SocketAddress, hasSmallBuffers: Bool = true) throws {
        descriptor = socket(AF_INET, SocketKind.stream, 0)
        if hasSmallBuffers {
            Self.set(SOL_SOCKET, SO_RCVBUF, of: descriptor, to: Self.buffer)
            Self.set(CInt(IPPROTO_TCP), TCP_MAXSEG, of: descriptor, to: Self.segment)
        }
        Self.set(CInt(IPPROTO_TCP), TCP_NODELAY, of: descriptor, to: 1)
        // The system completes the TCP handshake by itself, also while the event loop that accepts is busy.
        guard relay.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else {
            throw Violation("no connection: \(errno)")
        }
    }

    /// Sends a few bytes, for which there is always room.
    func send(_ bytes: ByteBuffer) -> Bool {
        bytes.withUnsafeReadableBytes {
            sendBytes(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)) == $0.count
        }
    }

    /// Takes at most `limit` bytes of what is there.
    func receive(atMost limit: Int) -> Arrival {
        var bytes = ByteBuffer()
        let count = bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: limit) { room in
            max(0, recv(descriptor, room.baseAddress, min(limit, room.count), CInt(MSG_DONTWAIT)))
        }
        if count > 0 { return .bytes(bytes) }
        // Asked again, to tell an end from a pause: the first answer's error may have been lost on the way here.
        var byte: UInt8 = 0
        switch recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT) | CInt(MSG_PEEK)) {
        case 0: return .end
        case 1...: return receive(atMost: limit)
        default: return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .reset
        }
    }

    /// Closes the output, and goes on reading.
    func shutDownSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    func hangUp() { close(descriptor) }

    /// Resets the connection; bytes on their way are lost.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(descriptor)
    }

    /// Waits until something comes on any of these, for as long as it may take on a machine that is busy.
    ///
    /// - Returns: Whether something came.
    static func wait(for sockets: [ModelSocket]) -> Bool {
        var asked = sockets.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        return poll(&asked, nfds_t(asked.count), 300_000) > 0
    }

    private static func set(_ level: CInt, _ option: CInt, of descriptor: CInt, to value: CInt) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout.size(ofValue: value)))
    }
}

// The method above has the name of the function it calls.
private let sendBytes = send

/// Something that must never happen.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
