import NIOCore

/// Splits the bytes that one side sends into its preface and its messages.
///
/// The decoder refuses a message that may not come now when it has the message's header, so that a client that is not
/// admitted cannot make the relay take memory for a body. The first message of a client is a hello; the first message
/// of a relay is a welcome, an error or a goodbye. The client's role says which messages may follow.
/// ``ProtocolLimits`` bounds the lengths of bodies (`Protocol.md`, Limits).
public struct MessageDecoder: NIOSingleStepByteToMessageDecoder {
    /// What has come.
    public enum InboundOut: Hashable, Sendable {
        /// The first 12 bytes: the versions that the sender speaks. The two sides speak the highest that both know.
        case preface(versions: ClosedRange<UInt16>)
        /// A message, whole.
        case message(ProtocolMessage)
    }

    /// The side whose bytes are decoded.
    public enum Sender: Hashable, Sendable {
        /// A client. Its hello is its first message, unless an error or a goodbye is.
        case client
        /// A relay, which sends to a client in this role.
        case relay(Hello.Role)
        /// Either, for tools that read along. Its first message says which; only frames depend on the role.
        case either
    }

    private enum Expectation {
        case preface
        case firstMessage
        case messages
    }

    /// Bytes of payload that a frame may have; 0 if the other side may send no frames.
    private var maximumFrameLength: Int
    private var expectation = Expectation.preface
    private let sender: Sender
    /// Whether a welcome can lower the length that frames may have.
    private var isLimitedByWelcome = true
    /// The types that may follow the first message.
    private var allowed = MessageTypes.all
    /// How many messages of unknown types were skipped since the owner set this back to 0.
    package var skippedMessages = 0

    /// - Parameters:
    ///   - sender: The side whose bytes are decoded.
    ///   - maximumFrameLength: Bytes of payload that this side accepts in a frame. At a client, the relay's
    ///     ``Welcome/maximumFrameLength`` holds if it is smaller.
    public init(from sender: Sender = .either, maximumFrameLength: Int = ProtocolLimits.defaultFrameLength) {
        self.sender = sender
        self.maximumFrameLength = maximumFrameLength
    }

    /// Decodes what a relay sends to a carrier of its own process. A container that is wrapped around a frame can make
    /// it longer than the welcome allows publishers.
    package static func ofWrappedFrames() -> MessageDecoder {
        var decoder = MessageDecoder(maximumFrameLength: .max)
        decoder.isLimitedByWelcome = false
        return decoder
    }

    /// Reads one preface or message. Skips messages whose type it does not know, unless they are critical or a client's
    /// first. Checks a header in this order: the type, the length, the critical bit.
    ///
    /// - Returns: `nil` until more bytes come.
    /// - Throws: ``ProtocolError`` with the code of the rule that the other side broke, such as
    ///   ``ErrorCode/messageTooLong`` or ``ErrorCode/unexpectedMessage``. The connection cannot go on after it.
    public mutating func decode(buffer: inout ByteBuffer) throws(ProtocolError) -> InboundOut? {
        switch expectation {
        case .preface:
            guard let preface = try Preface.read(from: &buffer) else { return nil }
            expectation = .firstMessage
            return .preface(versions: preface.versions)
        case .firstMessage, .messages:
            return try decodeMessage(&buffer).map(InboundOut.message)
        }
    }

    /// Reads what is left when the other side has closed. Ignores a message that is not complete.
    public mutating func decodeLast(
        buffer: inout ByteBuffer,
        seenEOF: Bool
    ) throws(ProtocolError) -> InboundOut? {
        try decode(buffer: &buffer)
    }

    /// Reads the next message if it is a frame: nearly all messages of a publisher, in fewer steps than the others need.
    ///
    /// - Returns: `nil` if the next message is not a frame or has not arrived whole. ``decode(buffer:)`` then says more.
    /// - Throws: The errors of ``decode(buffer:)``.
    package mutating func decodeFrame(_ buffer: inout ByteBuffer) throws(ProtocolError) -> Frame? {
        guard case .messages = expectation, let header = MessageHeader.peek(at: buffer), header.type == .frame else {
            return nil
        }
        try checkDue(.frame)
        return try decodeFrame(header, &buffer)
    }

    private mutating func decodeMessage(_ buffer: inout ByteBuffer) throws(ProtocolError) -> ProtocolMessage? {
        while let header = MessageHeader.peek(at: buffer) {
            try checkDue(header.type)
            if header.type == .frame { return try decodeFrame(header, &buffer).map(ProtocolMessage.frame) }
            guard header.bodyLength <= header.type.maximumBodyLength else {
                throw ProtocolError(
                    .messageTooLong,
                    "A \(header.type) message of \(header.bodyLength) bytes is longer than the "
                        + "\(header.type.maximumBodyLength) allowed."
                )
            }
            // Every critical type is unknown in this version.
            guard !header.type.isCritical else { throw .unknownCritical(header.type) }
            guard buffer.readableBytes >= MessageHeader.length + Int(header.bodyLength) else { return nil }
            buffer.moveReaderIndex(forwardBy: MessageHeader.length)
            guard let body = buffer.readSlice(length: Int(header.bodyLength)) else { return nil }
            if let message = try ProtocolMessage(header, body: body) {
                setExpectation(after: message)
                return message
            }
            skippedMessages += 1
        }
        return nil
    }

    private func checkDue(_ type: MessageType) throws(ProtocolError) {
        switch expectation {
        case .firstMessage where !mayBegin(with: type):
            throw ProtocolError(.unexpectedMessage, "A \(type) message came before hello and welcome.")
        case .messages where type == .frame && maximumFrameLength == 0:
            throw ProtocolError(.unexpectedMessage, "A frame message came from a side that does not publish.")
        case .messages where !allowed.allows(type):
            throw ProtocolError(.unexpectedMessage, "A \(type) message is not allowed here; the program is broken.")
        default: break
        }
    }

    /// A load balancer in front of a relay finds the stream's name in the first message.
    private func mayBegin(with type: MessageType) -> Bool {
        switch sender {
        case .client: type == .hello || type == .error || type == .goodbye
        case .relay: type != .hello && type.mayComeFirst
        case .either: type.mayComeFirst
        }
    }

    private mutating func setExpectation(after message: ProtocolMessage) {
        guard case .firstMessage = expectation else { return }
        expectation = .messages
        switch (sender, message) {
        case (.client, .hello(let hello)): allowed = .sent(by: hello.role)
        case (.relay(let role), .welcome): allowed = .sent(to: role)
        default: break
        }
        switch message {
        case .hello(let hello) where hello.role == .publish: break
        case .welcome where !isLimitedByWelcome: break
        case .welcome(let welcome): maximumFrameLength = min(Int(welcome.maximumFrameLength), maximumFrameLength)
        default: maximumFrameLength = 0
        }
    }

    private func decodeFrame(_ header: MessageHeader, _ buffer: inout ByteBuffer) throws(ProtocolError) -> Frame? {
        guard case .messages = expectation else { return nil }
        let length = MessageHeader.length + Int(header.bodyLength)
        guard length - FrameHeader.length <= maximumFrameLength else {
            throw ProtocolError(
                .messageTooLong,
                "A frame of \(length - FrameHeader.length) bytes is longer than the \(maximumFrameLength) allowed; "
                    + "lower the bit rate or raise the relay's limit."
            )
        }
        guard let message = buffer.readSlice(length: length) else { return nil }
        return try Frame(message: message, flags: header.flags)
    }
}
