import NIOHTTP1
import StreamProtocol

/// The requests that the admin listener serves.
enum AdminRoute: Hashable, Sendable {
    case alive
    case ready
    case metrics
    case relay
    case streams(ListPage)
    case connections(ConnectionSelection)
    case closeConnection(UInt64)
    case closeStream(StreamName)
    case drain
    case setLogLevel
    case reload

    /// The routes of a path, by method.
    private static func route(
        at target: RequestTarget
    ) throws(HTTPRefusal) -> (method: HTTPMethod, route: AdminRoute)? {
        switch target.path {
        case "/healthz": (.GET, .alive)
        case "/readyz": (.GET, .ready)
        case "/metrics": (.GET, .metrics)
        case "/relay": (.GET, .relay)
        case "/streams": (.GET, .streams(try ListPage(target)))
        case "/connections": ConnectionSelection(target).map { (.GET, .connections($0)) }
        case "/drain": (.POST, .drain)
        case "/log-level": (.PUT, .setLogLevel)
        case "/reload": (.POST, .reload)
        default: closing(target.path).map { (.POST, $0) }
        }
    }

    private static func closing(_ path: String) -> AdminRoute? {
        let end = "/close"
        let bytes = path.utf8[...]
        guard bytes.hasSuffix(end) else { return nil }
        let subject = bytes.dropLast(end.utf8.count)
        if subject.hasPrefix("/connections/") {
            return UInt64(subject.dropFirst("/connections/".utf8.count).text).map { .closeConnection($0) }
        }
        guard subject.hasPrefix("/streams/") else { return nil }
        return (try? StreamName(subject.dropFirst("/streams/".utf8.count).text)).map { .closeStream($0) }
    }

    /// Finds the route of a request.
    ///
    /// - Throws: A ``Refusal`` with 400, 404 or 405.
    init(_ method: HTTPMethod, _ target: String) throws(Refusal) {
        var found: (HTTPMethod, AdminRoute)?
        do throws(HTTPRefusal) {
            if let target = try? RequestTarget(target) { found = try Self.route(at: target) }
        } catch {
            throw Refusal(error.response)
        }
        guard let (allowed, route) = found else {
            throw Refusal(.failure(.notFound, "There is nothing at this address; GET /streams or /connections."))
        }
        guard method == allowed || (method == .HEAD && allowed == .GET) else {
            var response = HTTPResponse.failure(.methodNotAllowed, "This address takes \(allowed) only.")
            response.headers.add(name: "allow", value: allowed == .GET ? "GET, HEAD" : "\(allowed)")
            throw Refusal(response)
        }
        self = route
    }

    /// Whether the answer only says that the relay is there, which every client that reaches it knows anyway.
    var isHealth: Bool { self == .alive || self == .ready }

    /// Whether the request changes something.
    var isAction: Bool {
        switch self {
        case .alive, .ready, .metrics, .relay, .streams, .connections: false
        case .closeConnection, .closeStream, .drain, .setLogLevel, .reload: true
        }
    }

    /// The response to a request that is refused.
    struct Refusal: Error {
        let response: HTTPResponse

        init(_ response: HTTPResponse) {
            self.response = response
        }
    }
}
