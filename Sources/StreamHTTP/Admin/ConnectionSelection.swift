import NIOCore
import StreamProtocol
import StreamRelay

/// The connections to list: `?stream=NAME&most-lagging=100`.
struct ConnectionSelection: Hashable, Sendable {
    /// Only the publisher and the viewers of this stream.
    var stream: StreamName?
    /// The most viewers to list; those that lag most are listed.
    var mostLagging: Int?

    /// - Returns: `nil` if a value is not valid.
    init?(_ target: RequestTarget) {
        if let name = target["stream"] {
            guard let name = try? StreamName(name) else { return nil }
            stream = name
        }
        if let text = target["most-lagging"] {
            guard let count = Int(text), count >= 0 else { return nil }
            mostLagging = count
        }
    }

    /// Selects connections, publishers first.
    func choose(from connections: [ConnectionStatus]) -> [ConnectionStatus] {
        let chosen = connections.filter { stream == nil || $0.stream == stream }
        guard let mostLagging else { return chosen }
        let viewers = chosen.filter { $0.lag != nil }
            .sorted { ($1.lag ?? .zero, $0.id) < ($0.lag ?? .zero, $1.id) }
        return chosen.filter { $0.lag == nil } + viewers.prefix(mostLagging)
    }
}

extension ConnectionStatus {
    fileprivate var stream: StreamName? {
        switch role {
        case .none, .lister: nil
        case .publisher(let name, _, _), .viewer(let name, _, _): name
        }
    }

    fileprivate var lag: TimeAmount? {
        if case .viewer(_, _, let viewing) = role { viewing.lag } else { nil }
    }
}
