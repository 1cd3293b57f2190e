import StreamHTTP

/// What `streamd top` shows, as lines of text.
struct TopPage: Hashable, Sendable {
    /// A line, and how it stands out where a terminal can show that.
    struct Line: Hashable, Sendable {
        enum Emphasis: Hashable, Sendable {
            case none, title, chosen
        }

        var text: String
        var emphasis = Emphasis.none
    }

    /// Where the relay is asked.
    var address: String
    var snapshot: TopSnapshot
    var rates: TopRates
    /// The stream whose viewers are shown; `nil` for those of all.
    var chosen: String?
    /// Why there is nothing newer.
    var trouble: String?

    /// The page for a terminal of this size; `nil` for one without end.
    func lines(width: Int? = nil, height: Int? = nil) -> [Line] {
        var page = [Line(text: header, emphasis: .title)]
        if let trouble { page.append(Line(text: Printable.text(trouble))) }
        page.append(Line(text: ""))
        let rest = height.map { max(0, $0 - page.count) }
        // A third is for the streams, unless the viewers need less than the rest.
        let viewers = viewerLines(width)
        let most = rest.map { max($0 / 3, $0 - viewers.count - 1) }
        page += cut(streamLines(width), to: most, what: "streams", keeping: chosenRow)
        page.append(Line(text: ""))
        page += cut(viewers, to: height.map { max(0, $0 - page.count) }, what: "viewers")
        return page.prefix(height ?? .max).map {
            Line(text: String($0.text.prefix(width ?? .max)), emphasis: $0.emphasis)
        }
    }

    private var header: String {
        let relay = snapshot.relay
        let viewers = snapshot.streams.reduce(0) { $0 + $1.viewers }
        let parts = [
            "\(Printable.text(relay.name)) at \(address)", "up \(Figures.time(relay.uptime))",
            "\(snapshot.streams.count) streams", "\(viewers) viewers", "\(relay.connections) connections",
            "in \(rates.received.map(Figures.bitRate) ?? "-")bit/s",
            "out \(rates.sent.map(Figures.bitRate) ?? "-")bit/s",
        ]
        return parts.joined(separator: "  ") + (relay.draining ? "  DRAINING" : "")
    }

    private var chosenRow: Int? { snapshot.streams.firstIndex { $0.name == chosen } }

    private func streamLines(_ width: Int?) -> [Line] {
        guard !snapshot.streams.isEmpty else { return [Line(text: "Nobody publishes or waits for anything.")] }
        var lines = StreamTable.columns(snapshot.streams).lines(width: width).map { Line(text: $0) }
        lines[0].emphasis = .title
        if let chosenRow { lines[chosenRow + 1].emphasis = .chosen }
        return lines
    }

    private func viewerLines(_ width: Int?) -> [Line] {
        let viewers = snapshot.viewers(of: chosen)
        guard !viewers.isEmpty else {
            return [Line(text: chosen.map { "Nobody watches '\($0)'." } ?? "Nobody watches.")]
        }
        var table = TextColumns([
            .right("VIEWER"), .left("STREAM"), .right("LAG"), .right("BOUND"), .right("BIT/S"), .right("FRAMES"),
            .right("GAPS"), .right("SKIPPED"), .right("UNSENT"), .left("BY"), .right("AGE"), .left("PEER"),
            .left("BEARER"), .left("CLIENT"),
        ])
        for viewer in viewers { table.add(cells(viewer)) }
        var lines = table.lines(width: width).map { Line(text: $0) }
        lines[0].emphasis = .title
        return lines
    }

    private func cells(_ viewer: ConnectionDocument) -> [String] {
        let viewing = viewer.viewing
        return [
            "\(viewer.id)", viewer.stream ?? "-", viewing.map { Figures.time($0.lag) } ?? "-",
            viewing.map { Figures.time($0.latencyBound) } ?? "-", rates.bitRate(of: viewer).map(Figures.bitRate) ?? "-",
            viewer.frames.map(Figures.count) ?? "-", viewing.map { Figures.count($0.gaps) } ?? "-",
            viewing.map { Figures.count($0.framesSkipped) } ?? "-",
            viewing.map { Figures.bytes($0.bytesUnsent) } ?? "-", viewer.carriage, Figures.time(viewer.age),
            viewer.peer ?? "-", viewer.bearer ?? "-", viewer.client ?? "-",
        ]
    }

    /// The title and as many rows as fit, and how many more there are.
    ///
    /// - Parameter row: A row that must be among them.
    private func cut(_ lines: [Line], to count: Int?, what: String, keeping row: Int? = nil) -> [Line] {
        guard let count, lines.count > count else { return lines }
        guard count >= 3 else { return Array(lines.prefix(count)) }
        let shown = count - 2
        let first = max(0, (row ?? 0) - shown + 1)
        let rows = lines.dropFirst().dropFirst(first).prefix(shown)
        return lines.prefix(1) + rows + [Line(text: "… and \(lines.count - 1 - rows.count) more \(what)")]
    }
}
