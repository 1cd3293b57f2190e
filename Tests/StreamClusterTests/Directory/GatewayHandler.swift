import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request to ``FakeEtcd``, of whatever kind.
struct GatewayRequest: Decodable {
    /// A number as text.
    struct Number: Decodable {
        let value: Int64

        init(from decoder: any Decoder) throws {
            value = Int64(try decoder.singleValueContainer().decode(String.self)) ?? -1
        }
    }

    struct Compare: Decodable {
        var target: String
        var key: Data
        var create: Number?
        var mod: Number?
        var lease: Number?

        enum CodingKeys: String, CodingKey {
            case target, key, lease
            case create = "create_revision"
            case mod = "mod_revision"
        }
    }

    struct Operation: Decodable {
        struct Put: Decodable {
            var key: Data
            var value: Data?
            var lease: Number?
        }

        struct Delete: Decodable { var key: Data }

        var put: Put?
        var delete: Delete?

        enum CodingKeys: String, CodingKey {
            case put = "request_put"
            case delete = "request_delete_range"
        }
    }

    struct Create: Decodable {
        var key: Data?
        var rangeEnd: Data?
        var startRevision: Number?

        enum CodingKeys: String, CodingKey {
            case key
            case rangeEnd = "range_end"
            case startRevision = "start_revision"
        }
    }

    var id: Number?
    var timeToLive: Number?
    var key: Data?
    var rangeEnd: Data?
    var limit: Number?
    var sortTarget: String?
    var countOnly: Bool?
    var compare: [Compare]?
    var success: [Operation]?
    var create: Create?
    var name: String?
    var password: String?

    enum CodingKeys: String, CodingKey {
        case key, limit, compare, success, name, password
        case id = "ID"
        case timeToLive = "TTL"
        case rangeEnd = "range_end"
        case sortTarget = "sort_target"
        case countOnly = "count_only"
        case create = "create_request"
    }
}

/// The ``FakeEtcd`` of a listener, which is made after it.
final class Box: Sendable {
    private let etcd = Mutex<FakeEtcd?>(nil)

    func set(_ new: FakeEtcd) { etcd.withLock { $0 = new } }
    var value: FakeEtcd? { etcd.withLock { $0 } }
}

/// Serves HTTP/1.1 for ``FakeEtcd``: one request after the other, with a body of known length.
final class GatewayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let box: Box
    private var received = ByteBuffer()

    init(_ box: Box) { self.box = box }

    /// A part of an answer without an end.
    static func chunk(_ text: String) -> ByteBuffer {
        ByteBuffer(string: String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        while let (path, token, body) = next() { serve(path, token, body, context) }
    }

    func channelInactive(context: ChannelHandlerContext) { box.value?.closed(context.channel) }

    /// The next request that has arrived whole.
    private func next() -> (path: String, token: String?, body: Data)? {
        let text = String(buffer: received)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound]
        let lines = head.split(separator: "\r\n")
        let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1).map { $0.trimmed } }
        func field(_ name: String) -> String? { fields.first { $0.first?.lowercased() == name }?.last }
        let length = field("content-length").flatMap { Int($0) } ?? 0
        let headLength = text[..<end.upperBound].utf8.count
        guard received.readableBytes >= headLength + length else { return nil }
        received.moveReaderIndex(forwardBy: headLength)
        let body = received.readBytes(length: length) ?? []
        let path = lines.first?.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
        return (path, field("authorization"), Data(body))
    }

    private func serve(_ path: String, _ token: String?, _ body: Data, _ context: ChannelHandlerContext) {
        switch box.value?.answer(path, body, token: token, context.channel) ?? .close {
        case .close: context.close(promise: nil)
        case .json(let status, let text):
            let head = "HTTP/1.1 \(status) X\r\ncontent-length: \(text.utf8.count)\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head + text)), promise: nil)
        case .stream(let text):
            let head = "HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n"
            var bytes = ByteBuffer(string: head)
            bytes.writeImmutableBuffer(Self.chunk(text))
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        }
    }
}

extension Substring {
    /// Without the white space around it.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
