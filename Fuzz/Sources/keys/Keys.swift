import FuzzSupport

@testable import StreamAccess

@main
enum Keys {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// Files of keys are read, or refused in a short line.
private func check(_ input: Input) {
    let outcome = Outcome(input.bytes)
    let isText = input.bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
    if isText {
        precondition(Outcome(input.bytes + [0x0A]) == outcome, "a line end after a text changes its meaning")
        precondition(Outcome([0x0A] + input.bytes) == outcome, "a line end before a text changes its meaning")
    }
    checkSet(input.bytes)
}

/// What the file of `--jwt-key` has.
private enum Outcome: Equatable {
    case keys([WebTokenKey.Algorithm])
    case refused(AccessConfigurationError)

    init(_ bytes: [UInt8]) {
        do throws(AccessConfigurationError) {
            let file = try KeyFile(bytes)
            let algorithms = file.keys.map(\.algorithm)
            precondition(!algorithms.isEmpty, "no key and no error")
            let isSecret = algorithms.map { $0 == .hs256 }
            precondition(isSecret.allSatisfy { $0 == file.holdsSecret }, "a public key is used as a secret")
            self = .keys(algorithms)
        } catch {
            requireShort(error)
            self = .refused(error)
        }
    }
}

/// A set has no more keys than it may, and no two of one name for one algorithm.
private func checkSet(_ bytes: [UInt8]) {
    do throws(AccessConfigurationError) {
        let set = try KeySet(bytes)
        precondition(!set.keys.isEmpty, "no key and no error")
        precondition(set.keys.count + set.skipped.count <= WebTokenKey.maximumCount, "too many keys")
        for sentence in set.skipped { precondition(isOneLine(sentence, upTo: 512), "not a short line: \(sentence)") }
        for (index, key) in set.keys.enumerated() {
            let isAlone = set.keys[..<index].allSatisfy { $0.id != key.id || $0.algorithm != key.algorithm }
            precondition(isAlone, "two keys have one name")
        }
        precondition(set.holdsSecret == set.keys.contains { $0.algorithm == .hs256 })
    } catch {
        requireShort(error)
    }
}

private func requireShort(_ error: AccessConfigurationError) {
    precondition(isOneLine(error.description, upTo: 512), "not a short line: \(error)")
}
