import StreamHTTP
import StreamRelay

/// The output of `streamd top`, as lines of text.
struct TopPage: Hashable, Sendable {
    /// A line and its emphasis, for terminals that support it.
    struct Line: Hashable, Sendable {
        enum Emphasis: Hashable, Sendable {
            case none, title, chosen
            /// Something needs attention.
            case warning
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
    /// The pattern of the shown streams; `nil` for all.
    var filter: StreamPattern?
    var order = TopOrder.lag
    /// The reason why the page is not up to date.
    var errorMessage: String?

    /// The lines of the header on a terminal of 80 columns.
    private static let headerLines = 2

    /// The page for a terminal of this size; `nil` for no limit.
    func lines(width: Int? = nil, height: Int? = nil) -> [Line] {
        var page = header(width).prefix(Self.headerLines).map { Line(text: $0, emphasis: .title) }
        if let errorMessage { page.append(Line(text: Printable.text(errorMessage), emphasis: .warning)) }
        page.append(Line(text: ""))
        let rest = height.map { max(0, $0 - page.count) }
        // Streams get a third of the page, or more if the viewers need less than the rest.
        let viewers = viewerLines(width)
        let most = rest.map { max($0 / 3, $0 - viewers.count - 1) }
        page += cut(streamLines(width), to: most, what: "stream", keeping: chosenRow)
        page.append(Line(text: ""))
        page += cut(viewers, to: height.map { max(0, $0 - page.count) }, what: "viewer")
        return page.prefix(height ?? .max).map {
            Line(text: String($0.text.prefix(width ?? .max)), emphasis: $0.emphasis)
        }
    }

    /// The relay and its totals. A narrow terminal cuts them off.
    private func header(_ width: Int?) -> [String] {
        let relay = snapshot.relay
        let viewers = snapshot.streams.reduce(0) { $0 + $1.viewers }
        var parts = [
            "\(Printable.text(relay.name)) at \(address)", "up \(HumanReadable.time(relay.uptime))",
            HumanReadable.counted(snapshot.streams.count, "stream"), HumanReadable.counted(viewers, "viewer"),
            HumanReadable.counted(relay.connections, "connection"),
            "in \(rates.received.map(HumanReadable.bitRate) ?? "-")bit/s",
            "out \(rates.sent.map(HumanReadable.bitRate) ?? "-")bit/s",
        ]
        if let filter { parts.append("only \(filter)") }
        if order != .lag { parts.append("by \(order.rawValue)") }
        if relay.draining { parts.insert("DRAINING", at: 1) }
        return parts.reduce(into: [String]()) { lines, part in
            if let last = lines.last, last.count + part.count + 2 <= width ?? .max {
                lines[lines.count - 1] += "  " + part
            } else {
                lines.append(part)
            }
        }
    }

    /// The streams in the order of the page.
    var streams: [StreamDocument] { order.sort(snapshot.streams) }

    private var chosenRow: Int? { streams.firstIndex { $0.name == chosen } }

    private func streamLines(_ width: Int?) -> [Line] {
        guard !snapshot.streams.isEmpty else {
            let none = filter.map { "No stream matches '\($0)'." } ?? "There are no streams and no waiting viewers."
            return [Line(text: none)]
        }
        let streams = streams
        var lines = StreamTable.columns(streams).lines(width: width).map { Line(text: $0) }
        lines[0].emphasis = .title
        for (row, stream) in streams.enumerated() where stream.state == "interrupted" {
            lines[row + 1].emphasis = .warning
        }
        if let chosenRow { lines[chosenRow + 1].emphasis = .chosen }
        return lines
    }

    private func viewerLines(_ width: Int?) -> [Line] {
        let viewers = order.sort(snapshot.viewers(of: chosen), rates)
        guard !viewers.isEmpty else {
            return [Line(text: chosen.map { "'\($0)' has no viewers." } ?? "There are no viewers.")]
        }
        var table = TextColumns([
            .right("VIEWER"), .left("STREAM"), .right("LAG"), .right("BIT/S"), .right("LATENCY"), .right("MISSED"),
            .right("BOUND", rank: 10), .right("FRAMES", rank: 9), .right("GAPS", rank: 8), .right("SKIPPED", rank: 3),
            .right("UNSENT", rank: 7), .left("BY", rank: 4), .right("AGE", rank: 5), .left("PEER", rank: 1),
            .left("BEARER", rank: 6), .left("CLIENT", rank: 2),
        ])
        for viewer in viewers { table.add(cells(viewer)) }
        var lines = table.lines(width: width).map { Line(text: $0) }
        lines[0].emphasis = .title
        for (row, viewer) in viewers.enumerated() where viewer.viewing?.isLate == true {
            lines[row + 1].emphasis = .warning
        }
        return lines
    }

    private func cells(_ viewer: ConnectionDocument) -> [String] {
        let viewing = viewer.viewing
        return [
            "\(viewer.id)", viewer.stream ?? "-", viewing.map { HumanReadable.time($0.lag) } ?? "-",
            rates.bitRate(of: viewer).map(HumanReadable.bitRate) ?? "-",
            StreamTable.latencies(viewing?.report?.latency, viewing?.report?.highLatency),
            viewing?.report.map { HumanReadable.count(Int(clamping: $0.framesMissed)) } ?? "-",
            viewing.map { HumanReadable.time($0.latencyBound) } ?? "-",
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
        return lines.prefix(1) + rows + [
            Line(text: "… and \(HumanReadable.counted(lines.count - 1 - rows.count, "more " + what))")
        ]
    }
}

extension ViewingDocument {
    /// Whether the viewer will soon skip frames: more than half of what it may lag behind is used.
    fileprivate var isLate: Bool { lag > latencyBound / 2 }
}
