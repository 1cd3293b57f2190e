import NIOCore

/// How many viewers the stream has at this relay (`Protocol.md`, Viewer count).
///
/// The relay sends it to the publisher, or to the relay that it takes the stream from, when it changes. A publisher
/// without viewers may stop encoding.
public struct ViewerCount: Hashable, Sendable {
    /// Viewers now.
    public var viewers: UInt32

    /// Makes a count of viewers.
    public init(viewers: UInt32) {
        self.viewers = viewers
    }
}

extension ViewerCount: MessageBody {
    static var type: MessageType { .viewerCount }

    init(from reader: inout FieldReader) throws(ProtocolError) {
        viewers = try reader.integer()
    }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeInteger(viewers)
    }
}
