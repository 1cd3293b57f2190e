import NIOCore

/// Asks for a sign of life and the other side's clock.
public struct Ping: Hashable, Sendable {
    /// The asker's wall clock when it asked, in microseconds since 1970-01-01 UTC.
    public var sent: Int64

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

/// Answers a ping.
public struct Pong: Hashable, Sendable {
    /// The ping's own time, by the asker's clock.
    public var sent: Int64
    /// When the ping came, by the answerer's clock, in microseconds since 1970-01-01 UTC.
    public var received: Int64
    /// When the answer left, by the answerer's clock.
    public var answered: Int64

    public init(sent: Int64, received: Int64, answered: Int64) {
        self.sent = sent
        self.received = received
        self.answered = answered
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
