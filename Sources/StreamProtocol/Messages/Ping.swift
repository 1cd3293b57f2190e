import NIOCore

/// Asks the other side to show that it is alive and what its wall clock says (`Protocol.md`, Ping and pong).
public struct Ping: Hashable, Sendable {
    /// When the ping left, by the asker's wall clock, in microseconds since 1970-01-01 UTC.
    public var sent: Int64

    /// Makes a ping with the time now, in microseconds since 1970-01-01 UTC.
    public init(sent: Int64) {
        self.sent = sent
    }
}

extension Ping: MessageBody {
    static var type: MessageType { .ping }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        sent = try reader.integer()
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeInteger(sent)
    }
}

/// The answer to a ping (`Protocol.md`, Ping and pong). All times are microseconds since 1970-01-01 UTC.
public struct Pong: Hashable, Sendable {
    /// ``Ping/sent`` of the ping, by the asker's wall clock.
    public var sent: Int64
    /// When the ping came, by the answerer's wall clock.
    public var received: Int64
    /// When the pong left, by the answerer's wall clock.
    public var answered: Int64

    /// Makes a pong of its three times, in microseconds since 1970-01-01 UTC.
    public init(sent: Int64, received: Int64, answered: Int64) {
        self.sent = sent
        self.received = received
        self.answered = answered
    }

    /// The pong that answers a ping at once.
    ///
    /// - Parameter now: The answerer's wall clock, in microseconds since 1970-01-01 UTC.
    package init(answering ping: Ping, at now: Int64) {
        self.init(sent: ping.sent, received: now, answered: now)
    }
}

extension Pong: MessageBody {
    static var type: MessageType { .pong }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        sent = try reader.integer()
        received = try reader.integer()
        answered = try reader.integer()
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(sent, received, answered)
    }
}
