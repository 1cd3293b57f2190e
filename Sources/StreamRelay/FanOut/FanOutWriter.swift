/// Sends one message to many sockets, and waits for none.
protocol FanOutWriter {
    /// Sends `message` to each of `sockets`, and tells of those that did not take all of it, in rising order of index.
    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall])
}

/// A socket that did not take a whole message.
struct Shortfall: Equatable {
    var index: Int
    /// The bytes that it took: none where there was an error, which NIO will meet too, and which it knows how to end
    /// the connection for.
    var sent: Int
}
