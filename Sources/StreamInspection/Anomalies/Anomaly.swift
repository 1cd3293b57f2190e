/// Something in a stream that the standard forbids, or that receivers stumble over.
public struct Anomaly: Hashable, Sendable, Encodable {
    /// The kind as a stable name for programs, such as `frameNumGap`.
    public let code: String
    /// One sentence for people, with details of the first occurrence.
    public let message: String
    /// How often it occurs.
    public let count: Int
    /// The offset of the first occurrence from the beginning of the stream, in bytes; `nil` if it is a matter of the
    /// stream as a whole.
    public let offset: Int?
}

/// Collects anomalies: of each kind the first occurrence, and how many there are.
struct AnomalyLog: Sendable {
    private struct Entry {
        var count: Int
        let offset: Int?
        let detail: String?
    }

    private var entries: [AnomalyKind: Entry] = [:]

    /// Notes an occurrence at a byte offset; `detail` is kept of the first.
    mutating func note(
        _ kind: AnomalyKind,
        at offset: Int?,
        count: Int = 1,
        detail: @autoclosure () -> String? = nil
    ) {
        guard count > 0 else { return }
        if entries[kind] == nil {
            entries[kind] = Entry(count: count, offset: offset, detail: detail())
        } else {
            entries[kind]?.count += count
        }
    }

    /// All anomalies by the offset of the first occurrence; those without one are last.
    var anomalies: [Anomaly] {
        AnomalyKind.allCases.compactMap { kind in entries[kind].map { (kind, $0) } }
            .sorted { ($0.1.offset ?? .max) < ($1.1.offset ?? .max) }
            .map { kind, entry in
                let detail = entry.detail.map { " (\($0))" } ?? ""
                return Anomaly(
                    code: kind.rawValue,
                    message: "\(kind.sentence)\(detail).",
                    count: entry.count,
                    offset: entry.offset
                )
            }
    }
}
