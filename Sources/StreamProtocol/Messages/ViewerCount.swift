import NIOCore

/// How many watch, told to the publisher when it changes, so that it can rest while nobody does.
public struct ViewerCount: Hashable, Sendable {
    public var viewers: UInt32

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
