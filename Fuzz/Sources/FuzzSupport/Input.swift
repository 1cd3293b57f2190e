/// A fuzzer's input: bytes to parse, and behind them four that decide where they are cut.
public struct Input {
    /// The bytes to parse.
    public let bytes: [UInt8]
    /// Offsets in `bytes`, in order; sometimes none, sometimes all.
    public let cuts: [Int]
    /// The last four bytes, for limits and the like.
    public let seed: UInt32

    /// Takes what libFuzzer gives.
    public init(_ data: UnsafePointer<UInt8>?, _ size: Int) {
        let all = UnsafeBufferPointer(start: data, count: size)
        let length = max(0, size - 4)
        bytes = [UInt8](all.prefix(length))
        seed = all.dropFirst(length).reduce(0) { $0 << 8 | UInt32($1) }
        if seed & 15 == 0 {
            cuts = Array(0...length)
        } else {
            var state = UInt64(seed) | 1
            cuts = (0..<(seed & 15))
                .map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Int(state >> 33) % (length + 1)
                }
                .sorted()
        }
    }

    /// The pieces between the cuts.
    public var pieces: [[UInt8]] {
        zip([0] + cuts, cuts + [bytes.count]).map { start, end in Array(bytes[start..<end]) }
    }

    /// Hands out the pieces between the cuts, in memory of their own: an access beyond a piece is seen.
    public func forEachPiece(_ body: (RawSpan) -> Void) {
        var start = 0
        for end in cuts + [bytes.count] {
            let piece = Array(bytes[start..<end])
            body(piece.span.bytes)
            start = end
        }
    }
}
