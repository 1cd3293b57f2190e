/// The word that somebody may have meant who wrote another.
struct NearestWord {
    let word: String

    /// - Returns: `nil` where no word is near: a third of it may be wrong, and three letters at the most.
    init?(to written: String, among words: [String]) {
        let nearest = words.map { ($0, Self.distance(written, $0)) }.min { $0.1 < $1.1 }
        guard let (word, distance) = nearest, distance <= min(3, word.count / 3) else { return nil }
        self.word = word
    }

    /// The letters to insert, drop or replace that make one word of the other; underscores are as good as hyphens.
    static func distance(_ first: String, _ second: String) -> Int {
        // Nothing that long is near to anything.
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
