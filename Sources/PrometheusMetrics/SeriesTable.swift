/// All series of a registry, by name and labels.
struct SeriesTable {
    private struct Entry {
        let series: any Series
        /// How many handlers were given out for it and not destroyed.
        var users: Int
    }

    private struct Family {
        let kind: MetricFamily.Kind
        var entries: [SeriesID: Entry] = [:]
    }

    private let limit: Int
    private var families: [String: Family] = [:]
    /// Names of lines that are taken, so that no two families write the same.
    private var taken: Set<String> = []
    private var lines = 0
    /// How many series were asked for and not made.
    private(set) var refused: Int64 = 0

    /// - Parameter limit: Lines that the series may be in a scrape, all together.
    init(limit: Int) {
        self.limit = limit
    }

    /// The series with this identity, made where it is not there.
    ///
    /// - Returns: `nil` where there is no room for it, or where its name belongs to another kind of metric.
    mutating func obtain<Wanted: Series>(
        _ id: SeriesID,
        _ kind: MetricFamily.Kind,
        make: (SeriesID) -> Wanted
    ) -> Wanted? {
        if let entry = families[id.name]?.entries[id] {
            guard let wanted = entry.series as? Wanted, families[id.name]?.kind == kind else { return refuse() }
            families[id.name]?.entries[id]?.users += 1
            return wanted
        }
        let made = make(id)
        guard lines + made.lines <= limit, claim(id.name, kind) else { return refuse() }
        lines += made.lines
        families[id.name]?.entries[id] = Entry(series: made, users: 1)
        return made
    }

    /// One who has obtained the series needs it no more; with the last of them it goes.
    mutating func release(_ series: any Series) {
        let id = series.id
        guard let entry = families[id.name]?.entries[id], entry.series === series else { return }
        guard entry.users == 1 else {
            families[id.name]?.entries[id]?.users -= 1
            return
        }
        lines -= series.lines
        families[id.name]?.entries[id] = nil
        guard let family = families[id.name], family.entries.isEmpty else { return }
        families[id.name] = nil
        taken.subtract(MetricFamily(id.name, family.kind, samples: []).lineNames)
    }

    /// The figures as they are now.
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
        guard taken.isDisjoint(with: names) else { return false }
        taken.formUnion(names)
        families[name] = Family(kind: kind)
        return true
    }

    private mutating func refuse<Wanted>() -> Wanted? {
        refused += 1
        return nil
    }
}
