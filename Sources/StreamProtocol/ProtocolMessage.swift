import NIOCore

/// One message of a connection; both sides send messages after their prefaces (`Protocol.md`, Messages).
public enum ProtocolMessage: Hashable, Sendable {
    // A hello and a welcome are long and come once. Without `indirect`, every frame would be moved at their length.
    /// What a client wants. Its first message.
    indirect case hello(Hello)
    /// The relay accepts the hello.
    indirect case welcome(Welcome)
    /// The tracks of the frames that follow.
    case tracks(TrackTable)
    /// One access unit of video, one AAC frame, or one piece of data.
    case frame(Frame)
    /// Frames that the receiver will never get.
    case gap(Gap)
    /// A viewer or the relay needs a random access point.
    case keyFrameRequest(KeyFrameRequest)
    /// How well a viewer receives; to the relay.
    case receiverReport(ReceiverReport)
    /// How many viewers a stream has; to the publisher.
    case viewerCount(ViewerCount)
    /// Asks for a pong; from either side.
    case ping(Ping)
    /// The answer to a ping.
    case pong(Pong)
    /// Whether the stream has a publisher; to viewers.
    case streamState(StreamState)
    /// How far the publisher's clock is from the relay's.
    case clockOffset(ClockOffset)
    /// The sender closes the connection because of a fault.
    case error(Ending)
    /// The sender closes the connection without a fault.
    case goodbye(Ending)
    /// Streams that a client may watch, or changes of them.
    case streams(StreamList)
    /// When frames came to a relay; to relays that take the stream from it.
    case arrivals(Arrivals)

    /// The message's type in its header.
    public var type: MessageType {
        switch self {
        case .hello: .hello
        case .welcome: .welcome
        case .tracks: .tracks
        case .frame: .frame
        case .gap: .gap
        case .keyFrameRequest: .keyFrameRequest
        case .receiverReport: .receiverReport
        case .viewerCount: .viewerCount
        case .ping: .ping
        case .pong: .pong
        case .streamState: .streamState
        case .clockOffset: .clockOffset
        case .error: .error
        case .goodbye: .goodbye
        case .streams: .streams
        case .arrivals: .arrivals
        }
    }

    /// Appends the whole message: 8 bytes of header, then the body.
    public func write(to buffer: inout ByteBuffer) {
        switch self {
        case .hello(let body): body.writeMessage(to: &buffer)
        case .welcome(let body): body.writeMessage(to: &buffer)
        case .tracks(let body): body.writeMessage(to: &buffer)
        case .frame(let frame): buffer.writeImmutableBuffer(frame.message)
        case .gap(let body): body.writeMessage(to: &buffer)
        case .keyFrameRequest(let body): body.writeMessage(to: &buffer)
        case .receiverReport(let body): body.writeMessage(to: &buffer)
        case .viewerCount(let body): body.writeMessage(to: &buffer)
        case .ping(let body): body.writeMessage(to: &buffer)
        case .pong(let body): body.writeMessage(to: &buffer)
        case .streamState(let body): body.writeMessage(to: &buffer)
        case .clockOffset(let body): body.writeMessage(to: &buffer)
        case .error(let ending): ErrorMessage(ending).writeMessage(to: &buffer)
        case .goodbye(let ending): GoodbyeMessage(ending).writeMessage(to: &buffer)
        case .streams(let body): body.writeMessage(to: &buffer)
        case .arrivals(let body): body.writeMessage(to: &buffer)
        }
    }

    /// The whole message, header included, in a buffer of its own. The buffer of a frame is ``Frame/message``, not a
    /// copy.
    public func encoded() -> ByteBuffer {
        if case .frame(let frame) = self { return frame.message }
        var buffer = ByteBuffer()
        write(to: &buffer)
        return buffer
    }

    /// Reads one whole message, as ``encoded()`` returns it.
    ///
    /// - Returns: `nil` if the bytes are not one message, or of a type that this library does not know.
    /// - Throws: ``ProtocolError`` as a decoder does.
    public init?(encoded bytes: ByteBuffer) throws(ProtocolError) {
        guard let header = MessageHeader.peek(at: bytes),
            bytes.readableBytes == MessageHeader.length + Int(header.bodyLength)
        else { return nil }
        guard header.type != .frame else {
            self = .frame(try Frame(message: bytes, flags: header.flags))
            return
        }
        var body = bytes
        body.moveReaderIndex(forwardBy: MessageHeader.length)
        try self.init(header, body: body)
    }

    /// Reads the body of any message except a frame; see ``Frame``.
    ///
    /// - Parameter body: Exactly the bytes of the body.
    /// - Returns: `nil` if this library does not know the type and the type is not critical.
    /// - Throws: ``ProtocolError`` with the code of the first rule that the body breaks, mostly
    ///   ``ErrorCode/malformedMessage``; with ``ErrorCode/unknownCritical`` for an unknown critical type or option.
    init?(_ header: MessageHeader, body: ByteBuffer) throws(ProtocolError) {
        func read<Body: MessageBody>(_: Body.Type = Body.self) throws(ProtocolError) -> Body {
            var reader = FieldReader(body, of: header.type)
            let value = try Body(from: &reader)
            try reader.end()
            return value
        }
        switch header.type {
        case .hello: self = .hello(try read())
        case .welcome: self = .welcome(try read())
        case .tracks: self = .tracks(try read())
        case .gap: self = .gap(try read())
        case .keyFrameRequest: self = .keyFrameRequest(try read())
        case .receiverReport: self = .receiverReport(try read())
        case .viewerCount: self = .viewerCount(try read())
        case .ping: self = .ping(try read())
        case .pong: self = .pong(try read())
        case .streamState: self = .streamState(try read())
        case .clockOffset: self = .clockOffset(try read())
        case .error: self = .error(try read(ErrorMessage.self).ending)
        case .goodbye: self = .goodbye(try read(GoodbyeMessage.self).ending)
        case .streams: self = .streams(try read())
        case .arrivals: self = .arrivals(try read())
        default:
            guard header.type.isCritical else { return nil }
            throw .unknownCritical(header.type)
        }
    }
}

extension ProtocolError {
    /// A message of a critical type came that this library does not know.
    static func unknownCritical(_ type: MessageType) -> ProtocolError {
        ProtocolError(.unknownCritical, "A message of \(type) must be understood and is not; update this program.")
    }
}
