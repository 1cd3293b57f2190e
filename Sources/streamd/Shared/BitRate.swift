import ArgumentParser

/// A number of bits a second as one writes it: `2M`, `2.5M`, `800k`, or bits without a unit.
struct BitRate: ExpressibleByArgument, Hashable, CustomStringConvertible {
    /// What encoders and networks are about: a picture a second of a few pixels, up to an uncompressed film.
    private static let range = 1e3...10e9

    let bitsPerSecond: Int

    init?(argument: String) {
        let units: [(String, Double)] = [
            ("Mbit/s", 1e6), ("kbit/s", 1e3), ("bit/s", 1), ("M", 1e6), ("k", 1e3), ("K", 1e3), ("", 1),
        ]
        guard let (suffix, scale) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(suffix.count)), Self.range.contains(number * scale)
        else { return nil }
        bitsPerSecond = Int((number * scale).rounded())
    }

    init(_ bitsPerSecond: Int) {
        self.bitsPerSecond = bitsPerSecond
    }

    var description: String {
        let (number, unit) = bitsPerSecond < 1_000_000 ? (1e3, "k") : (1e6, "M")
        let hundredths = (Double(bitsPerSecond) / number * 100).rounded() / 100
        return (hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)") + unit
    }

    var defaultValueDescription: String { description }
}
