import StreamHTTP

extension ConnectionsDocument: CustomStringConvertible {
    /// The connections as a table, for people.
    public var description: String {
        guard !connections.isEmpty else { return "There are no connections." }
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
            "\(connection.id)", connection.role ?? "-", connection.stream ?? "-", connection.carrierLabel,
            HumanReadable.time(connection.age), connection.frames.map(HumanReadable.count) ?? "-",
            connection.bytes.map(HumanReadable.bytes) ?? "-", viewing.map { HumanReadable.count($0.gaps) } ?? "-",
            viewing.map { HumanReadable.count($0.framesSkipped) } ?? "-",
            viewing.map { HumanReadable.time($0.lag) } ?? "-",
            connection.peer ?? "-", connection.bearer ?? "-", connection.client ?? "-",
        ]
    }
}

extension ConnectionDocument {
    /// One word for the carrier.
    var carrierLabel: String {
        switch (carrier, encrypted) {
        case (nil, false): "-"
        case (nil, true): "tls"
        case (let carrier?, false): carrier == "streamd" ? "tcp" : carrier
        case (let carrier?, true): carrier == "streamd" ? "tls" : "\(carrier)+tls"
        }
    }
}

extension StreamsDocument: CustomStringConvertible {
    /// The streams as a table, for people.
    public var description: String {
        guard !streams.isEmpty else { return "There are no streams and no waiting viewers." }
        return StreamTable.columns(streams).lines().joined(separator: "\n")
    }
}

/// Streams as rows of a table.
enum StreamTable {
    static func columns(_ streams: [StreamDocument]) -> TextColumns {
        var table = TextColumns([
            .left("STREAM"), .left("STATE"), .right("VIEWERS"), .right("BIT/S"), .right("FPS"), .right("LATENCY"),
            .right("MISSED"), .right("LAST KEY", rank: 1), .right("GOP", rank: 2), .right("LOG", rank: 4),
            .left("TRACKS", rank: 3), .left("PUBLISHER", rank: 5),
        ])
        for stream in streams { table.add(cells(stream)) }
        return table
    }

    private static func cells(_ stream: StreamDocument) -> [String] {
        [
            stream.name, stream.state, "\(stream.viewers)", HumanReadable.bitRate(stream.bitRate),
            stream.frameRate.map { HumanReadable.decimal($0, 1) } ?? "-",
            latencies(stream.reception?.latency, stream.reception?.worstLatency),
            stream.reception.map { HumanReadable.count(Int(clamping: $0.framesMissed)) } ?? "-",
            stream.keyFrameAge.map(HumanReadable.time) ?? "-", group(stream), HumanReadable.time(stream.log.seconds),
            stream.tracks.isEmpty ? "-" : stream.tracks.map(\.summary).joined(separator: "; "),
            stream.source.map(source) ?? stream.publisher.map(publisher) ?? "-",
        ]
    }

    /// A usual and a high latency, in seconds.
    static func latencies(_ usual: Double?, _ high: Double?) -> String {
        guard let high = high ?? usual else { return "-" }
        return "\(usual.map(HumanReadable.time) ?? "-")/\(HumanReadable.time(high))"
    }

    private static func group(_ stream: StreamDocument) -> String {
        guard let frames = stream.gopFrames, let seconds = stream.gopSeconds else { return "-" }
        return "\(frames)/\(HumanReadable.time(seconds))"
    }

    /// The relay that the stream comes from, and the delay of each hop, the last one first.
    private static func source(_ source: SourceDocument) -> String {
        let hops = source.hops.map { hop in
            guard let delay = hop.delay, let errorBound = hop.errorBound else { return "?" }
            return "\(HumanReadable.decimal(delay * 1_000, 1)) ± \(HumanReadable.decimal(errorBound * 1_000, 1)) ms"
        }
        return "from \(source.origin)" + (hops.isEmpty ? "" : " (\(hops.joined(separator: ", ")))")
    }

    private static func publisher(_ publisher: PublisherDocument) -> String {
        [publisher.bearer, publisher.client, publisher.peer, "#\(publisher.connection)"].compactMap(\.self)
            .joined(separator: " ")
    }
}
