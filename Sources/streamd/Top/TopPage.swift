import StreamHTTP

/// The output of `streamd top`, as lines of text.
struct TopPage: Hashable, Sendable {
    /// A line and its emphasis, for terminals that support it.
    struct Line: Hashable, Sendable {
        enum Emphasis: Hashable, Sendable {
            case none, title, chosen
        }

        var text: String
        var emphasis = Emphasis.none
    }

    /// The address of the admin listener.
    var address: String
    var snapshot: TopSnapshot
    var rates: TopRates
    /// The stream whose viewers are shown; `nil` for all streams.
    var chosen: String?
    /// The reason why the page is not up to date.
    var errorMessage: String?

    /// The page for a terminal of this size; `nil` for no limit.
    func lines(width: Int? = nil, height: Int? = nil) -> [Line] {
        var page = [Line(text: header, emphasis: .title)]
        if let errorMessage { page.append(Line(text: Printable.text(errorMessage))) }
        page.append(Line(text: ""))
        let rest = height.map { max(0, $0 - page.count) }
        // Streams get a third of the page, or more if the viewers need less than the rest.
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
            "\(Printable.text(relay.name)) at \(address)", "up \(HumanReadable.time(relay.uptime))",
            "\(snapshot.streams.count) streams", "\(viewers) viewers", "\(relay.connections) connections",
            "in \(rates.received.map(HumanReadable.bitRate) ?? "-")bit/s",
            "out \(rates.sent.map(HumanReadable.bitRate) ?? "-")bit/s",
        ]
        return parts.joined(separator: "  ") + (relay.draining ? "  DRAINING" : "")
    }

    private var chosenRow: Int? { snapshot.streams.firstIndex { $0.name == chosen } }

    private func streamLines(_ width: Int?) -> [Line] {
        guard !snapshot.streams.isEmpty else { return [Line(text: "There are no streams and no waiting viewers.")] }
        var lines = StreamTable.columns(snapshot.streams).lines(width: width).map { Line(text: $0) }
        lines[0].emphasis = .title
        if let chosenRow { lines[chosenRow + 1].emphasis = .chosen }
        return lines
    }

    private func viewerLines(_ width: Int?) -> [Line] {
        let viewers = snapshot.viewers(of: chosen)
        guard !viewers.isEmpty else {
            return [Line(text: chosen.map { "'\($0)' has no viewers." } ?? "There are no viewers.")]
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
            "\(viewer.id)", viewer.stream ?? "-", viewing.map { HumanReadable.time($0.lag) } ?? "-",
            viewing.map { HumanReadable.time($0.latencyBound) } ?? "-",
            rates.bitRate(of: viewer).map(HumanReadable.bitRate) ?? "-",
            viewer.frames.map(HumanReadable.count) ?? "-", viewing.map { HumanReadable.count($0.gaps) } ?? "-",
            viewing.map { HumanReadable.count($0.framesSkipped) } ?? "-",
            viewing.map { HumanReadable.bytes($0.bytesUnsent) } ?? "-", viewer.carrierLabel,
            HumanReadable.time(viewer.age),
            viewer.peer ?? "-", viewer.bearer ?? "-", viewer.client ?? "-",
        ]
    }

    /// The title, as many rows as fit, and the number of hidden rows.
    ///
    /// - Parameter row: A row that must be visible.
    private func cut(_ lines: [Line], to count: Int?, what: String, keeping row: Int? = nil) -> [Line] {
        guard let count, lines.count > count else { return lines }
        guard count >= 3 else { return Array(lines.prefix(count)) }
        let shown = count - 2
        let first = max(0, (row ?? 0) - shown + 1)
        let rows = lines.dropFirst().dropFirst(first).prefix(shown)
        return lines.prefix(1) + rows + [Line(text: "… and \(lines.count - 1 - rows.count) more \(what)")]
    }
}
