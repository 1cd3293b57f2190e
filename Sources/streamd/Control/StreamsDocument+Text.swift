import StreamHTTP

extension StreamsDocument: CustomStringConvertible {
    /// The streams as a table, for people.
    public var description: String {
        guard !streams.isEmpty else { return "Nobody publishes or waits for anything." }
        return StreamTable.columns(streams).lines().joined(separator: "\n")
    }
}

/// Streams as rows of a table.
enum StreamTable {
    static func columns(_ streams: [StreamDocument]) -> TextColumns {
        var table = TextColumns([
            .left("STREAM"), .left("STATE"), .right("VIEWERS"), .right("BIT/S"), .right("FPS"), .right("GOP"),
            .right("LAST KEY"), .right("LOG"), .left("TRACKS"), .left("PUBLISHER"),
        ])
        for stream in streams { table.add(cells(stream)) }
        return table
    }

    private static func cells(_ stream: StreamDocument) -> [String] {
        [
            stream.name, stream.state, "\(stream.viewers)", Figures.bitRate(stream.bitRate),
            stream.frameRate.map { Figures.decimal($0, 1) } ?? "-", group(stream),
            stream.keyFrameAge.map(Figures.time) ?? "-", Figures.time(stream.log.seconds),
            stream.tracks.isEmpty ? "-" : stream.tracks.map(\.summary).joined(separator: "; "),
            stream.publisher.map(publisher) ?? "-",
        ]
    }

    private static func group(_ stream: StreamDocument) -> String {
        guard let frames = stream.gopFrames, let seconds = stream.gopSeconds else { return "-" }
        return "\(frames)/\(Figures.time(seconds))"
    }

    private static func publisher(_ publisher: PublisherDocument) -> String {
        [publisher.bearer, publisher.client, publisher.peer, "#\(publisher.connection)"].compactMap(\.self)
            .joined(separator: " ")
    }
}
