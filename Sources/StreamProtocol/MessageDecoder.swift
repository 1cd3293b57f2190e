import NIOCore

/// Cuts what one side sends into its preface and messages.
///
/// Frames are refused until they are due, so that a stranger cannot have memory taken for one: a relay takes them from
/// the moment a hello asks to publish, a client from the moment it is welcomed.
public struct MessageDecoder: NIOSingleStepByteToMessageDecoder {
    /// What was read.
    public enum InboundOut: Hashable, Sendable {
        case preface(Preface)
        case message(Message)
    }

    private enum Expectation {
        case preface
        case messages(maximumFrameLength: Int)
    }

    private let relayFrameLength: Int
    private var expectation = Expectation.preface

    /// - Parameter maximumFrameLength: Bytes of payload that this relay takes in a frame. For a client it is what the
    ///   relay's welcome says, but never more than this.
    public init(maximumFrameLength: Int = Limits.defaultFrameLength) {
        self.relayFrameLength = maximumFrameLength
    }

    /// Reads one preface or message; what is not known and not critical is skipped.
    ///
    /// - Throws: ``ProtocolError``. The connection is of no use any more then.
    public mutating func decode(buffer: inout ByteBuffer) throws(ProtocolError) -> InboundOut? {
        switch expectation {
        case .preface:
            guard let preface = try Preface.read(from: &buffer) else { return nil }
            expectation = .messages(maximumFrameLength: 0)
            return .preface(preface)
        case .messages(let maximumFrameLength):
            return try decodeMessage(&buffer, maximumFrameLength: maximumFrameLength).map(InboundOut.message)
        }
    }

    /// The other side has closed; half a message is the same as none.
    public mutating func decodeLast(
        buffer: inout ByteBuffer,
        seenEOF: Bool
    ) throws(ProtocolError) -> InboundOut? {
        try decode(buffer: &buffer)
    }

    private mutating func decodeMessage(
        _ buffer: inout ByteBuffer,
        maximumFrameLength: Int
    ) throws(ProtocolError) -> Message? {
        while let header = MessageHeader.peek(at: buffer) {
            if header.type == .frame {
                return try decodeFrame(header, &buffer, maximumFrameLength: maximumFrameLength).map(Message.frame)
            }
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

    private mutating func expectFrames(after message: Message) {
        switch message {
        case .hello(let hello) where hello.role == .publish:
            expectation = .messages(maximumFrameLength: relayFrameLength)
        case .welcome(let welcome):
            expectation = .messages(maximumFrameLength: min(Int(welcome.maximumFrameLength), relayFrameLength))
        default: break
        }
    }

    private func decodeFrame(
        _ header: MessageHeader,
        _ buffer: inout ByteBuffer,
        maximumFrameLength: Int
    ) throws(ProtocolError) -> Frame? {
        guard maximumFrameLength > 0 else {
            throw ProtocolError(.unexpectedMessage, "A frame came before it was agreed that frames will come.")
        }
        let length = MessageHeader.length + Int(header.bodyLength)
        guard length <= FrameHeader.length + maximumFrameLength else {
            throw ProtocolError(
                .messageTooLong,
                "A frame of \(header.bodyLength) bytes is longer than the \(maximumFrameLength) allowed; "
                    + "lower the bit rate or raise the relay's limit."
            )
        }
        guard let message = buffer.readSlice(length: length) else { return nil }
        return try Frame(message: message, flags: header.flags)
    }
}
