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
    /// Send its viewers to another relay.
    case moveViewers(StreamName)
    case drain
    case setLogLevel
    case reload
    /// Of a recorder: its streams.
    case recordings
    /// Of a recorder: switch a stream on or off.
    case setRecording(StreamName, isOn: Bool)

    /// The program behind a listener.
    enum Program: Hashable, Sendable {
        case relay, recorder
    }

    /// The routes of a path, by method.
    private static func route(
        at target: RequestTarget,
        of program: Program
    ) throws(HTTPRefusal) -> (method: HTTPMethod, route: AdminRoute)? {
        switch (program, target.path) {
        case (_, "/healthz"): (.GET, .alive)
        case (_, "/readyz"): (.GET, .ready)
        case (_, "/metrics"): (.GET, .metrics)
        case (.recorder, "/recordings"): (.GET, .recordings)
        case (.recorder, let path): recording(path).map { (.POST, $0) }
        case (.relay, _): try relayRoute(at: target)
        }
    }

    private static func recording(_ path: String) -> AdminRoute? {
        let bytes = path.utf8[...]
        for (end, isOn) in [("/start", true), ("/stop", false)] where bytes.hasSuffix(end) {
            let subject = bytes.dropLast(end.utf8.count)
            guard subject.hasPrefix("/recordings/") else { return nil }
            let name = try? StreamName(subject.dropFirst("/recordings/".utf8.count).text)
            return name.map { .setRecording($0, isOn: isOn) }
        }
        return nil
    }

    private static func relayRoute(
        at target: RequestTarget
    ) throws(HTTPRefusal) -> (method: HTTPMethod, route: AdminRoute)? {
        switch target.path {
        case "/relay": (.GET, .relay)
        case "/streams": (.GET, .streams(try ListPage(target)))
        case "/connections": ConnectionSelection(target).map { (.GET, .connections($0)) }
        case "/drain": (.POST, .drain)
        case "/log-level": (.PUT, .setLogLevel)
        case "/reload": (.POST, .reload)
        default: action(target.path).map { (.POST, $0) }
        }
    }

    /// What is done to one connection or stream.
    private static func action(_ path: String) -> AdminRoute? {
        if let id = subject(of: path, in: "/connections/", for: "/close") {
            return UInt64(id).map { .closeConnection($0) }
        }
        if let name = subject(of: path, in: "/streams/", for: "/close") {
            return (try? StreamName(name)).map { .closeStream($0) }
        }
        let name = subject(of: path, in: "/streams/", for: "/move")
        return name.flatMap { try? StreamName($0) }.map { .moveViewers($0) }
    }

    /// The part of a path between these two.
    private static func subject(of path: String, in list: String, for action: String) -> String? {
        let bytes = path.utf8[...]
        guard bytes.hasSuffix(action) else { return nil }
        let subject = bytes.dropLast(action.utf8.count)
        return subject.hasPrefix(list) ? subject.dropFirst(list.utf8.count).text : nil
    }

    /// Finds the route of a request.
    ///
    /// - Throws: A ``Refusal`` with 400, 404 or 405.
    init(_ method: HTTPMethod, _ target: String, of program: Program = .relay) throws(Refusal) {
        var found: (HTTPMethod, AdminRoute)?
        do throws(HTTPRefusal) {
            if let target = try? RequestTarget(target) { found = try Self.route(at: target, of: program) }
        } catch {
            throw Refusal(error.response)
        }
        guard let (allowed, route) = found else {
            let text =
                program == .relay
                ? "There is nothing at this address of the relay's admin listener; GET /streams or /connections; pages and "
                    + "streams are at the relay's other port, which is 7450 by default."
                : "There is nothing at this address of the recorder's admin listener; GET /recordings; a relay's listener "
                    + "is at 127.0.0.1:7451 by default."
            throw Refusal(.failure(.notFound, text))
        }
        guard method == allowed || (method == .HEAD && allowed == .GET) else {
            var response = HTTPResponse.failure(.methodNotAllowed, "This address takes \(allowed) only.")
            response.headers.add(name: "allow", value: allowed == .GET ? "GET, HEAD" : "\(allowed)")
            throw Refusal(response)
        }
        self = route
    }

    /// Whether only the admin listener of a relay serves this target, so that it is a mistake elsewhere.
    static func serves(_ target: RequestTarget) -> Bool {
        guard let route = try? route(at: target, of: .relay)?.route else { return false }
        if case .streams = route { return false }
        return true
    }

    /// Whether the answer only says that the relay is there, which every client that reaches it knows anyway.
    var isHealth: Bool { self == .alive || self == .ready }

    /// Whether the request changes something.
    var isAction: Bool {
        switch self {
        case .alive, .ready, .metrics, .relay, .streams, .connections, .recordings: false
        case .closeConnection, .closeStream, .moveViewers, .drain, .setLogLevel, .reload, .setRecording: true
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
