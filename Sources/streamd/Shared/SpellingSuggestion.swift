/// Finds the known word that is closest to a misspelled one.
struct SpellingSuggestion {
    let word: String

    /// - Returns: `nil` if no word is close: at most a third of the letters, and at most three, may differ.
    init?(to text: String, among words: [String]) {
        let nearest = words.map { ($0, Self.editDistance(text, $0)) }.min { $0.1 < $1.1 }
        guard let (word, editDistance) = nearest, editDistance <= min(3, word.count / 3) else { return nil }
        self.word = word
    }

    /// The number of letters to insert, delete or replace. Underscores and hyphens are equal.
    static func editDistance(_ first: String, _ second: String) -> Int {
        // Limits the work: longer words match nothing.
        let first = Array(first.lowercased().replacing("_", with: "-").utf8.prefix(100))
        let second = Array(second.utf8)
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                let replaced = last[column] + (letter == other ? 0 : 1)
                current.append(min(replaced, last[column + 1] + 1, current[column] + 1))
            }
            last = current
        }
        return last[second.count]
    }
}
