/// A table of text for a terminal, with titles and aligned columns.
struct TextColumns: Hashable, Sendable {
    enum Alignment: Hashable, Sendable {
        case left, right
    }

    struct Column: Hashable, Sendable {
        let title: String
        let alignment: Alignment
        /// Columns with a rank leave a table that is too wide, the highest rank first; 0 for a column that stays.
        let rank: Int

        static func left(_ title: String, rank: Int = 0) -> Column {
            Column(title: title, alignment: .left, rank: rank)
        }

        static func right(_ title: String, rank: Int = 0) -> Column {
            Column(title: title, alignment: .right, rank: rank)
        }
    }

    /// The minimum width of a column in a table that must fit a terminal.
    static let narrowest = 8
    /// The width that a column keeps before others leave the table: that of most names and addresses.
    private static let usefulWidth = 21

    let columns: [Column]
    private(set) var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row. Untrusted text in it cannot affect the terminal.
    ///
    /// - Parameter cells: One per column. Missing cells are empty; extra cells are dropped.
    mutating func add(_ cells: [String]) {
        let padding = [String](repeating: "", count: max(0, columns.count - cells.count))
        rows.append((cells.prefix(columns.count) + padding).map { Printable.text($0) })
    }

    /// The titles and the rows.
    ///
    /// - Parameter width: The maximum length of a line, in terminal columns. Columns with a rank are left out or shrink,
    ///   and then the widest of the others shrink first. `nil` for no limit.
    func lines(width: Int? = nil) -> [String] {
        if let width, let fewer = withoutColumn(exceeding: width) { return fewer.lines(width: width) }
        let widths = widths(within: width)
        return ([columns.map(\.title)] + rows).map { row in
            let cells = zip(zip(row, widths), columns).map { cell, column in
                Self.fitted(cell.0, to: cell.1, column.alignment)
            }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
            return String(line[..<end].prefix(width ?? .max))
        }
    }

    /// The table without the column of the highest rank, if the others would have to shrink below their useful width.
    private func withoutColumn(exceeding width: Int) -> TextColumns? {
        let useful = widths(within: nil).map { min($0, Self.usefulWidth) }
        guard useful.reduce(0, +) + 2 * max(0, columns.count - 1) > width,
            let last = columns.indices.max(by: { columns[$0].rank < columns[$1].rank }), columns[last].rank > 0
        else { return nil }
        func dropping<Element>(_ all: [Element]) -> [Element] { Array(all[..<last] + all[(last + 1)...]) }
        var fewer = TextColumns(dropping(columns))
        fewer.rows = rows.map(dropping)
        return fewer
    }

    private func widths(within width: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(columns[index].title.count) { max($0, $1[index].count) }
        }
        guard let width else { return widths }
        var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - width
        // Columns that stay shrink last.
        func slack(_ index: Int) -> (Int, Int) {
            (widths[index] > Self.narrowest && columns[index].rank > 0 ? 1 : 0, widths[index])
        }
        while excess > 0, let widest = widths.indices.max(by: { slack($0) < slack($1) }),
            widths[widest] > Self.narrowest
        {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private static func fitted(_ text: String, to width: Int, _ alignment: Alignment) -> String {
        guard text.count <= width else { return text.prefix(max(0, width - 1)) + "…" }
        let padding = String(repeating: " ", count: width - text.count)
        return alignment == .left ? text + padding : padding + text
    }
}
