import Platform

/// Names of streams that no case had before, also not in the run before this one.
package final class StreamNames: Sendable {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    private static let count = 36 * 36 * 36 * 36

    private let next = Mutex(Int.random(in: 0..<count))

    package init() {}

    /// A name of four letters, as the negative vectors need it.
    package func draw() -> String {
        var number = next.withLock { next in
            next = (next + 1) % Self.count
            return next
        }
        var name: [Character] = []
        for _ in 0..<4 {
            name.append(Self.letters[number % 36])
            number /= 36
        }
        return String(name)
    }
}
