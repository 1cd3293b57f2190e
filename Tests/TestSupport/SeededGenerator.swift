/// Random numbers that are the same in every run with the same seed (SplitMix64), so that a failure can be repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Bytes of any value.
    public mutating func bytes(count: Int) -> [UInt8] {
        (0..<count).map { _ in .random(in: .min ... .max, using: &self) }
    }

    /// Bytes of `alphabet` only. A value that is repeated there comes more often.
    public mutating func bytes(count: Int, alphabet: [UInt8]) -> [UInt8] {
        (0..<count).map { _ in alphabet[Int.random(in: alphabet.indices, using: &self)] }
    }
}
