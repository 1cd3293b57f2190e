/// All series of a registry, by name and labels.
struct SeriesTable {
    private struct Entry {
        let series: any Series
        /// How many handlers of the series have been made and not destroyed.
        var references: Int
    }

    private struct Family {
        let kind: MetricFamily.Kind
        var entries: [SeriesID: Entry] = [:]
    }

    private let limit: Int
    private var families: [String: Family] = [:]
    /// The line names that are taken, so that no two families have the same.
    private var lineNames: Set<String> = []
    private var lines = 0
    /// How many series were refused.
    private(set) var refused: Int64 = 0

    /// - Parameter limit: The most lines in a scrape.
    init(limit: Int) {
        self.limit = limit
    }

    /// The series with this identity. Makes it if it does not exist.
    ///
    /// - Returns: `nil` if there are too many lines, or if the name belongs to another type of metric.
    mutating func obtain<Wanted: Series>(
        _ id: SeriesID,
        _ kind: MetricFamily.Kind,
        make: (SeriesID) -> Wanted
    ) -> Wanted? {
        if let entry = families[id.name]?.entries[id] {
            guard let wanted = entry.series as? Wanted, families[id.name]?.kind == kind else { return refuse() }
            families[id.name]?.entries[id]?.references += 1
            return wanted
        }
        let made = make(id)
        guard lines + made.lines <= limit, claim(id.name, kind) else { return refuse() }
        lines += made.lines
        families[id.name]?.entries[id] = Entry(series: made, references: 1)
        return made
    }

    /// A handler of the series was destroyed. The series is removed with its last handler.
    mutating func release(_ series: any Series) {
        let id = series.id
        guard let entry = families[id.name]?.entries[id], entry.series === series else { return }
        guard entry.references == 1 else {
            families[id.name]?.entries[id]?.references -= 1
            return
        }
        lines -= series.lines
        families[id.name]?.entries[id] = nil
        guard let family = families[id.name], family.entries.isEmpty else { return }
        families[id.name] = nil
        lineNames.subtract(MetricFamily(id.name, family.kind, samples: []).lineNames)
    }

    /// The current metrics.
    func families(help: (String) -> String?) -> [MetricFamily] {
        families.map { name, family in
            MetricFamily(
                name,
                family.kind,
                help: help(name),
                samples: family.entries.map { id, entry in MetricSample(entry.series.value, labels: id.labels) }
            )
        }
    }

    private mutating func claim(_ name: String, _ kind: MetricFamily.Kind) -> Bool {
        if let family = families[name] { return family.kind == kind }
        let names = MetricFamily(name, kind, samples: []).lineNames
        guard lineNames.isDisjoint(with: names) else { return false }
        lineNames.formUnion(names)
        families[name] = Family(kind: kind)
        return true
    }

    private mutating func refuse<Wanted>() -> Wanted? {
        refused += 1
        return nil
    }
}
