import StreamHTTP

extension ConnectionsDocument: CustomStringConvertible {
    /// The connections as a table, for people.
    public var description: String {
        guard !connections.isEmpty else { return "Nobody is connected." }
        var table = TextColumns([
            .right("ID"), .left("ROLE"), .left("STREAM"), .left("BY"), .right("AGE"), .right("FRAMES"),
            .right("BYTES"), .right("GAPS"), .right("SKIPPED"), .right("LAG"), .left("PEER"), .left("BEARER"),
            .left("CLIENT"),
        ])
        for connection in connections { table.add(Self.cells(connection)) }
        return table.lines().joined(separator: "\n")
    }

    private static func cells(_ connection: ConnectionDocument) -> [String] {
        let viewing = connection.viewing
        return [
            "\(connection.id)", connection.role ?? "-", connection.stream ?? "-", connection.carriage,
            Figures.time(connection.age), connection.frames.map(Figures.count) ?? "-",
            connection.bytes.map(Figures.bytes) ?? "-", viewing.map { Figures.count($0.gaps) } ?? "-",
            viewing.map { Figures.count($0.framesSkipped) } ?? "-", viewing.map { Figures.time($0.lag) } ?? "-",
            connection.peer ?? "-", connection.bearer ?? "-", connection.client ?? "-",
        ]
    }
}

extension ConnectionDocument {
    /// What carries it, in a word.
    var carriage: String {
        switch (carrier, encrypted) {
        case (nil, false): "-"
        case (nil, true): "tls"
        case (let carrier?, false): carrier == "streamd" ? "tcp" : carrier
        case (let carrier?, true): carrier == "streamd" ? "tls" : "\(carrier)+tls"
        }
    }
}
