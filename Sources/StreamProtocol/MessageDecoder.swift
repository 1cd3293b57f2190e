import NIOCore

/// Cuts what one side sends into its preface and messages.
///
/// What is not due is refused by its header, so that a stranger cannot have memory taken for it: first comes a hello, or
/// from a relay a welcome or its refusal; frames follow only a hello that asks to publish, or a welcome.
public struct MessageDecoder: NIOSingleStepByteToMessageDecoder {
    /// What was read.
    public enum InboundOut: Hashable, Sendable {
        case preface(Preface)
        case message(Message)
    }

    private enum Expectation {
        case preface
        case firstMessage
        case messages
    }

    /// Bytes of payload that a frame may have; 0 where none may come.
    private var maximumFrameLength: Int
    private var expectation = Expectation.preface

    /// - Parameter maximumFrameLength: Bytes of payload that this relay takes in a frame. For a client it is what the
    ///   relay's welcome says, but never more than this.
    public init(maximumFrameLength: Int = Limits.defaultFrameLength) {
        self.maximumFrameLength = maximumFrameLength
    }

    /// Reads one preface or message; what is not known and not critical is skipped.
    ///
    /// - Throws: ``ProtocolError``. The connection is of no use any more then.
    public mutating func decode(buffer: inout ByteBuffer) throws(ProtocolError) -> InboundOut? {
        switch expectation {
        case .preface:
            guard let preface = try Preface.read(from: &buffer) else { return nil }
            expectation = .firstMessage
            return .preface(preface)
        case .firstMessage, .messages:
            return try decodeMessage(&buffer).map(InboundOut.message)
        }
    }

    /// The other side has closed; half a message is the same as none.
    public mutating func decodeLast(
        buffer: inout ByteBuffer,
        seenEOF: Bool
    ) throws(ProtocolError) -> InboundOut? {
        try decode(buffer: &buffer)
    }

    private mutating func decodeMessage(_ buffer: inout ByteBuffer) throws(ProtocolError) -> Message? {
        while let header = MessageHeader.peek(at: buffer) {
            try checkDue(header.type)
            if header.type == .frame { return try decodeFrame(header, &buffer).map(Message.frame) }
            guard header.bodyLength <= header.type.maximumBodyLength else {
                throw ProtocolError(
                    .messageTooLong,
                    "A \(header.type) message of \(header.bodyLength) bytes is longer than the "
                        + "\(header.type.maximumBodyLength) allowed."
                )
            }
            guard buffer.readableBytes >= MessageHeader.length + Int(header.bodyLength) else { return nil }
            buffer.moveReaderIndex(forwardBy: MessageHeader.length)
            guard let body = buffer.readSlice(length: Int(header.bodyLength)) else { return nil }
            if let message = try Message(header, body: body) {
                expectFrames(after: message)
                return message
            }
        }
        return nil
    }

    private func checkDue(_ type: MessageType) throws(ProtocolError) {
        switch expectation {
        case .firstMessage where !type.mayComeFirst:
            throw ProtocolError(.unexpectedMessage, "A \(type) message came before hello and welcome.")
        case .messages where type == .frame && maximumFrameLength == 0:
            throw ProtocolError(.unexpectedMessage, "A frame message came from a side that does not publish.")
        default: break
        }
    }

    private mutating func expectFrames(after message: Message) {
        guard case .firstMessage = expectation else { return }
        expectation = .messages
        switch message {
        case .hello(let hello) where hello.role == .publish: break
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
