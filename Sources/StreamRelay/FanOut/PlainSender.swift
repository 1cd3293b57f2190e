import NIOCore
import Platform

/// One system call for each socket.
struct PlainSender: FanOutWriter {
    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        for index in sockets.indices {
            let sent = sendBytes(sockets[index], message.baseAddress, message.count, Self.flags)
            if sent < message.count { shortfalls.append(Shortfall(index: index, sent: max(0, sent))) }
        }
    }

    private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
}

// The method above has the name of the function it calls.
private let sendBytes = send
