import Logging
import NIOCore
import Platform

/// How the relay sends frames to viewers that keep up. NIO writes to all other viewers. With TLS there is one system
/// call for each viewer, however it is sent to those without.
public enum FanOut: String, Hashable, Sendable, CaseIterable {
    /// NIO writes to these viewers too.
    case nio
    /// One system call for each viewer.
    case send
    /// io_uring: one system call for all viewers of an event loop.
    case uring
    /// One copy of a message for all viewers of an event loop, and two system calls for each viewer.
    case splice
    /// The cheapest of these for each message and the number of its viewers, of those that this system has and allows.
    case auto

    /// Makes the writer for the lanes of an event loop; `nil` where there are no lanes. To be called on the loop.
    ///
    /// - Parameter logger: Gets the choice that ``auto`` made.
    /// - Throws: ``RelayError`` if this system does not have the chosen way.
    func makeWriter(logger: Logger?) throws(RelayError) -> (any FanOutWriter)? {
        switch self {
        case .nio: return nil
        case .send: return PlainSender()
        case .uring:
            do { return try SubmissionRing() } catch { throw RelayError.noSubmissionRing(because: error.description) }
        case .splice:
            do { return try SharedPages() } catch { throw RelayError.noSharedPages(because: error.description) }
        case .auto:
            return SizedSender(ring: ring(logger), logger: logger) { () throws(FanOutUnavailable) in try SharedPages() }
        }
    }

    private func ring(_ logger: Logger?) -> SubmissionRing? {
        do {
            let ring = try SubmissionRing()
            logger?.info("io_uring enabled")
            return ring
        } catch {
            logger?.info("io_uring not available", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}

/// Sends one message to many sockets without waiting for any.
protocol FanOutWriter: AnyObject {
    /// Sends `message` to each of `sockets`, and appends the sockets that did not take all of it, in rising order of
    /// index.
    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall])
}

/// A socket that did not take a whole message.
struct Shortfall: Equatable {
    var index: Int
    /// The bytes that it took: 0 after an error, which NIO will meet as well and handle. With TLS: those that are
    /// encrypted.
    var sent: Int
    /// Records of these that it did not take.
    var records: ByteBuffer?
}

/// One system call for each socket.
final class PlainSender: FanOutWriter {
    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        for index in sockets.indices {
            let sent = Self.send(message.baseAddress, message.count, to: sockets[index])
            if sent < message.count { shortfalls.append(Shortfall(index: index, sent: max(0, sent))) }
        }
    }

    private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)

    /// - Returns: The bytes that the socket took; negative after an error.
    static func send(_ bytes: UnsafeRawPointer?, _ count: Int, to socket: CInt) -> Int {
        sendBytes(socket, bytes, count, flags)
    }
}

// The method of `PlainSender` has the name of the function it calls.
private let sendBytes = send
