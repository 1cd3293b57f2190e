import NIOCore

/// Reads what a relay sends and discards the payloads of frames, for programs that count and measure. It stores 48
/// bytes of a frame, however long the frame is.
package struct MessageScanner: Sendable {
    /// What has come.
    package enum Event: Hashable, Sendable {
        /// The first 12 bytes: the versions that the relay speaks.
        case preface(versions: ClosedRange<UInt16>)
        /// A message that is not a frame, whole.
        case message(ProtocolMessage)
        /// A frame whose last byte has come.
        ///
        /// - Parameter length: Bytes of the whole message, header included.
        case frame(FrameHeader, length: Int)
    }

    private enum State {
        case preface
        case message
        /// The rest of a frame's payload: `left` bytes are still to come.
        case payload(FrameHeader, length: Int, left: Int)
    }

    private var state = State.preface
    /// The beginning of a preface, of a message that is not a frame, or of a frame's header that is not complete yet.
    private var kept = ByteBuffer()

    /// Begins before the preface.
    package init() {}

    /// Takes the next event out of `bytes`.
    ///
    /// - Parameter bytes: What came next on the connection. If the result is `nil`, all of it has been taken.
    /// - Returns: `nil` until more bytes come.
    /// - Throws: ``ProtocolError`` with the code of the rule that the relay broke. The connection cannot go
    ///   on after it.
    package mutating func next(in bytes: inout ByteBuffer) throws(ProtocolError) -> Event? {
        while true {
            switch state {
            case .preface:
                guard keep(Preface.length, from: &bytes) else { return nil }
                guard let preface = try Preface.read(from: &kept) else { return nil }
                state = .message
                return .preface(versions: preface.versions)
            case .message:
                guard let event = try nextMessage(in: &bytes) else { return nil }
                switch event {
                case .begun: continue
                case .whole(let message): return .message(message)
                }
            case .payload(let header, let length, let left):
                let here = min(left, bytes.readableBytes)
                bytes.moveReaderIndex(forwardBy: here)
                guard here == left else {
                    state = .payload(header, length: length, left: left - here)
                    return nil
                }
                state = .message
                return .frame(header, length: length)
            }
        }
    }

    private enum Step {
        /// A frame's header has been read, or a message has been skipped.
        case begun
        /// A message that is not a frame has come completely.
        case whole(ProtocolMessage)
    }

    private mutating func nextMessage(in bytes: inout ByteBuffer) throws(ProtocolError) -> Step? {
        guard keep(MessageHeader.length, from: &bytes), let header = MessageHeader.peek(at: kept) else { return nil }
        let length = MessageHeader.length + Int(header.bodyLength)
        if header.type == .frame {
            guard length >= FrameHeader.length else {
                throw ProtocolError(.malformedMessage, "The frame message ends in the middle of its header.")
            }
            guard keep(FrameHeader.length, from: &bytes) else { return nil }
            let frame = try Frame(message: kept, flags: header.flags)
            kept.clear()
            state = .payload(frame.header, length: length, left: length - FrameHeader.length)
            return .begun
        }
        guard header.bodyLength <= header.type.maximumBodyLength else {
            throw ProtocolError(
                .messageTooLong,
                "A \(header.type) message of \(header.bodyLength) bytes is longer than the "
                    + "\(header.type.maximumBodyLength) allowed."
            )
        }
        guard keep(length, from: &bytes) else { return nil }
        kept.moveReaderIndex(forwardBy: MessageHeader.length)
        let message = try ProtocolMessage(header, body: kept)
        kept.clear()
        return message.map(Step.whole) ?? .begun
    }

    /// Moves bytes to `kept` until `kept` has `count` of them.
    ///
    /// - Returns: Whether `kept` has `count` bytes now.
    private mutating func keep(_ count: Int, from bytes: inout ByteBuffer) -> Bool {
        if kept.readableBytes < count,
            var more = bytes.readSlice(length: min(count - kept.readableBytes, bytes.readableBytes))
        {
            kept.writeBuffer(&more)
        }
        return kept.readableBytes >= count
    }
}
