import AAC
import NIOCore
import StreamProtocol
import StreamRelay

/// How the frames of a stream become parts of a response, once nothing but the frames decides that. Responses that are
/// equal in this share their bytes.
struct MediaFraming: MessageFraming {
    enum Content: Hashable {
        /// The frames of one track, in ADTS if there is a writer.
        case track(TrackID, ADTSWriter?)
        /// All frames: the parts of a container.
        case container
    }

    let content: Content
    let body: BodyFraming

    /// A track table needs a ``MediaTranslator``, because it may end the response.
    func frame(_ message: ByteBuffer, _ write: (ByteBuffer) -> Void) -> Bool {
        switch try? ProtocolMessage(encoded: message) {
        case .frame(let frame): return self.frame(frame, write)
        case .tracks, nil: return false
        default: return true
        }
    }

    private func frame(_ frame: Frame, _ write: (ByteBuffer) -> Void) -> Bool {
        let payload = frame.payload
        // An empty chunk would end the response.
        guard payload.readableBytes > 0 else { return true }
        switch content {
        case .container: body.write(prefix: [], payload: payload, write)
        case .track(frame.header.track, let writer?):
            guard let prefix = try? writer.prefix(of: payload.readableBytesSpan) else { return false }
            body.write(prefix: prefix, payload: payload, write)
        case .track(frame.header.track, nil): body.write(prefix: [], payload: payload, write)
        case .track: break
        }
        return true
    }
}

/// How the end of an endless response is marked. NIOHTTP1's encoder is not used: it would send a prefix and its payload
/// as two chunks, and takes three writes for each.
enum BodyFraming: Hashable {
    /// In chunks (RFC 9112 7.1).
    case chunked
    /// By the end of the connection, for clients of HTTP/1.0.
    case untilClose

    /// Passes the buffers for these bytes to `write`. The payload is not copied.
    func write(prefix: [UInt8], payload: ByteBuffer, _ write: (ByteBuffer) -> Void) {
        var front = ByteBuffer()
        if self == .chunked {
            front.writeString(String(prefix.count + payload.readableBytes, radix: 16))
            front.writeStaticString("\r\n")
        }
        front.writeBytes(prefix)
        if front.readableBytes > 0 { write(front) }
        write(payload)
        if self == .chunked { write(Self.lineEnd) }
    }

    /// The end of a complete response. Without it, a client that receives chunks knows that the response is incomplete;
    /// a client of HTTP/1.0 cannot know.
    var end: ByteBuffer { self == .chunked ? Self.lastChunk : ByteBuffer() }

    private static let lineEnd = ByteBuffer(string: "\r\n")
    private static let lastChunk = ByteBuffer(string: "0\r\n\r\n")
}
