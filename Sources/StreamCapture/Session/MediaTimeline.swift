/// Puts the times of an input on the media clock. A value without a clock.
struct MediaTimeline: Sendable {
    let kind: InputAddress.Kind
    private var live = LiveTimeline()
    private var offset: Int64 = 0
    /// Behind everything so far.
    private var end: Int64 = 0
    /// Ends outside of this, in microseconds, are mistakes; sums of a few inside do not overflow.
    private static let plausibleEnds: ClosedRange<Int64> = 0...1 << 60

    init(_ kind: InputAddress.Kind) {
        self.kind = kind
    }

    /// What to add to a packet's times.
    ///
    /// - Parameters:
    ///   - decodeTime: The packet's, in microseconds.
    ///   - end: When it has been shown, by its own times, in microseconds.
    ///   - arrival: When it came, on the media clock.
    mutating func shift(decodeTime: Int64, end packetEnd: Int64, arrival: Int64) -> Int64 {
        switch kind {
        case .captured: return 0
        case .live: return live.mediaTime(of: decodeTime, arrival: arrival) &- decodeTime
        case .recorded:
            end = max(end, packetEnd &+ offset)
            return offset
        }
    }

    /// The input begins again: a recording's times go on where they ended.
    mutating func beginAgain() {
        offset = Self.plausibleEnds.contains(end) ? end : 0
        live = LiveTimeline()
    }
}
