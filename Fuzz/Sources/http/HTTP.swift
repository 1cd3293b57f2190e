import FuzzSupport
import NIOCore
import NIOEmbedded
import NIOHTTP1
import StreamProtocol

@testable import StreamHTTP

@main
enum HTTP {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// A connection answers the same requests, wherever the input is cut.
private func check(_ input: Input) {
    precondition(answers(to: [input.bytes]) == answers(to: input.pieces), "it depends on where the input is cut")
}

/// The answers on a connection with the parser and the limits of ``HTTPService``.
private func answers(to pieces: [[UInt8]]) -> [Answer] {
    let requests = Requests()
    let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: HTTPLimits.decoder)
    )
    let channel = EmbeddedChannel()
    do {
        try channel.pipeline.syncOperations.addHandlers(decoder, requests)
        for piece in pieces where !piece.isEmpty && !requests.isClosed {
            _ = try channel.writeInbound(ByteBuffer(bytes: piece))
        }
    } catch {
        preconditionFailure("an error was not answered: \(error)")
    }
    requests.close()
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return requests.answers
}

private enum Answer: Equatable {
    case served(Route, AccessToken?)
    case refused(HTTPRefusal)
    /// The parser refused the input. It finds the same mistake earlier, and calls it something else, where the input is
    /// cut.
    case invalid
}

/// Answers the requests that the parser reads, as `RequestHandler` does.
private final class Requests: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private(set) var answers: [Answer] = []
    private(set) var isClosed = false
    private var machine = RequestStateMachine(deadline: .distantFuture)
    private var isInvalid = false

    func close() {
        isClosed = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        if let head = machine.received(unwrapInboundIn(data)) { machine.enqueue(head) }
        performNext()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isClosed else { return }
        guard let refusal = HTTPRefusal(invalidInput: error) else {
            preconditionFailure("the parser threw what is no error of the input: \(error)")
        }
        isInvalid = true
        machine.enqueue(refusal)
        performNext()
    }

    private func performNext() {
        while !isClosed, let action = machine.next(isWritable: true) {
            switch action {
            case .answer(let head): serve(head)
            case .refuse(let refusal):
                requireShort(refusal)
                answers.append(isInvalid ? .invalid : .refused(refusal))
                isClosed = machine.respond(closes: true, at: .uptimeNanoseconds(0))
                precondition(isClosed, "what cannot be understood does not close the connection")
            case .read, .close: preconditionFailure("nothing asked for \(action)")
            }
        }
    }

    private func serve(_ head: HTTPRequestHead) {
        requireLimits(head)
        requireOrigins(head)
        requireAdminRoute(head.uri)
        do throws(HTTPRefusal) {
            let request = try Request(head)
            if head.method != .OPTIONS { requireSpelling(request.route, in: head.uri) }
            requireUsable(head)
            answers.append(.served(request.route, request.token))
        } catch {
            requireShort(error)
            answers.append(.refused(error))
        }
        let closes = !head.isKeepAlive || Request.wantsUpgrade(head.headers)
        isClosed = machine.respond(closes: closes, at: .uptimeNanoseconds(0))
    }
}

/// A file of the browser player is sent whole, or not at all if the client has it.
private func requireUsable(_ head: HTTPRequestHead) {
    guard case .file(let response)? = try? RequestAnswer(head, publishOnlyReason: nil) else { return }
    precondition((response.body.readableBytes > 0) == (response.status == .ok), "\(response.status) with a wrong body")
    precondition(response.headers["etag"].count == 1, "a file without its tag")
}

/// A refusal says why in a short line.
private func requireShort(_ refusal: HTTPRefusal) {
    precondition(isOneLine(refusal.error.reason, upTo: ProtocolLimits.reasonLength), "not a short line: \(refusal)")
}

/// No more is kept of a request than the limits allow. What is no UTF-8 counts as the characters in its place.
private func requireLimits(_ head: HTTPRequestHead) {
    var lengths = [head.uri.unicodeScalars.count]
    for field in head.headers { lengths += [field.name.unicodeScalars.count, field.value.unicodeScalars.count] }
    precondition(head.headers.count <= HTTPLimits.fieldCount, "too many fields")
    precondition(lengths.allSatisfy { $0 <= HTTPLimits.fieldLength }, "a field is too long")
    precondition(lengths.reduce(0, +) <= HTTPLimits.headLength, "the fields are too long")
}

/// A route is in the target byte for byte, and a target that is made of it leads to the same route.
private func requireSpelling(_ route: Route, in target: String) {
    let (isWebSocket, isPage) =
        switch route {
        case .webSocket: (true, false)
        case .gallery, .player: (false, true)
        default: (false, false)
        }
    let again = try? Route(RequestTarget(route.path + route.query), upgrades: isWebSocket, wantsPage: isPage)
    precondition(again == route, "\(route) is another route when it is read again")
    guard target.utf8.first == UInt8(ascii: "/") else { return }
    let path = decodedPath(of: target)
    let isList = route.path == "/streams" && path == Array("/streams/".utf8)
    precondition(isList || path == Array(route.path.utf8), "\(route) is not what the target says")
}

/// The same of a stream that an operator closes.
private func requireAdminRoute(_ target: String) {
    guard let route = try? AdminRoute(.POST, target), case .closeStream(let name) = route else { return }
    let path = "/streams/\(name)/close"
    precondition((try? AdminRoute(.POST, path)) == route, "\(route) is another route when it is read again")
    guard target.utf8.first == UInt8(ascii: "/") else { return }
    precondition(decodedPath(of: target) == Array(path.utf8), "\(route) is not what the target says")
}

/// The host and the origin of a page are the same when they are read again, and fit in a header.
private func requireOrigins(_ head: HTTPRequestHead) {
    for text in head.headers["host"] {
        guard let host = WebAuthority(text.utf8[...]) else { continue }
        precondition(WebAuthority(host.text.utf8[...]) == host, "\(host) is another host when it is read again")
    }
    for text in head.headers["origin"] {
        guard let origin = WebOrigin(text) else { continue }
        let again = WebOrigin("\(origin.scheme)://\(origin.authority.text)")
        precondition(again == origin, "\(origin) is another origin when it is read again")
        precondition(text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "an origin that fits in no header")
    }
}

extension Route {
    /// The path that leads here.
    fileprivate var path: String {
        switch self {
        case .index, .gallery: "/"
        case .player(let name): "/\(name)"
        case .asset(let asset): "/\(asset.path)"
        case .streams: "/streams"
        case .stream(let name): "/streams/\(name)"
        case .media(let media): "/\(media.stream)\(media.format.pathExtension)"
        case .clip(let clip): "/\(clip.media.stream)\(clip.media.format.pathExtension)"
        case .webSocket(let name): "/\(name)"
        }
    }

    /// The query that leads here.
    fileprivate var query: String {
        switch self {
        case .streams(let page): "?limit=\(page.limit)" + (page.after.map { "&after=\($0)" } ?? "")
        case .media(let media): media.track.map { "?track=\($0)" } ?? ""
        case .clip(let clip):
            "?last=\(milliseconds(clip.last.nanoseconds))ms" + (clip.media.track.map { "&track=\($0)" } ?? "")
        case .index, .gallery, .player, .asset, .stream, .webSocket: ""
        }
    }
}

/// A time with all its decimals.
private func milliseconds(_ nanoseconds: Int64) -> String {
    let decimals = String(nanoseconds % 1_000_000)
    return "\(nanoseconds / 1_000_000)." + String(repeating: "0", count: 6 - decimals.count) + decimals
}

extension WebAuthority {
    fileprivate var text: String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }
}

/// The bytes of a path, by the letter of RFC 3986 2.1.
private func decodedPath(of target: String) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = Array(target.utf8.prefix { $0 != UInt8(ascii: "?") })[...]
    while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
            decoded.append(value)
            rest = rest.dropFirst(2)
        } else {
            decoded.append(byte)
        }
    }
    return decoded
}
