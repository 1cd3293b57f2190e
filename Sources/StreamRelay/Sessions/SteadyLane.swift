import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A viewer's socket while NIO holds nothing unsent for it: then a frame goes out by one system call straight from the
/// event loop, without the way through the channel.
///
/// There are never two writers: what NIO has been given, by whomever, blocks this lane until NIO has sent all of it.
struct SteadyLane {
    private let descriptor: NIOBSDSocket.Handle
    private var isFree = true

    init(_ descriptor: NIOBSDSocket.Handle) {
        self.descriptor = descriptor
    }

    /// NIO was given something; whether it has sent it is not known.
    mutating func otherWrote() {
        isFree = false
    }

    /// Whether the socket may be written to.
    ///
    /// - Parameter unsent: How many bytes NIO holds; asked for only where it may hold any.
    mutating func isFree(unsent: () -> Int) -> Bool {
        if !isFree { isFree = unsent() == 0 }
        return isFree
    }

    /// Sends as much of `message` as the socket takes without waiting.
    ///
    /// - Returns: The bytes that are gone. An error counts as none: NIO will meet it too, and knows how to end the
    ///   connection.
    func send(_ message: ByteBuffer) -> Int {
        message.withUnsafeReadableBytes { bytes in
            max(0, sendBytes(descriptor, bytes.baseAddress, bytes.count, Self.flags))
        }
    }

    #if canImport(Darwin)
        private static let flags = CInt(MSG_DONTWAIT)
    #else
        private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    #endif
}

// The method above has the name of the function it calls.
private let sendBytes = send
