/// Generates decode times for pictures of a container without them, such as Matroska, or without those of the first
/// pictures.
///
/// A value for one stream; all times are in microseconds.
struct DecodeTimeGenerator: Sendable {
    /// The longest time between decoding and presentation; 0 if pictures are not reordered.
    private let delay: Int64
    private let period: Int64
    private var last: Int64?
    /// Decode times that lag behind the presentation times by more than this catch up at once.
    private static let longestLag: Int64 = 1_000_000

    /// - Parameters:
    ///   - reorderedPictures: The reorder depth of pictures (`max_num_reorder_frames`).
    ///   - period: The reciprocal of the frame rate.
    init(reorderedPictures: Int, period: Int64) {
        self.period = max(1, period)
        delay = Int64(min(max(0, reorderedPictures), 16)) * self.period
    }

    /// The decode time of the next packet: its own, or else the continuation of the last packet's, but not after its
    /// presentation time. A byte stream without a container has neither: then pictures are evenly spaced.
    mutating func decodeTime(_ given: Int64?, presentationTime: Int64?) -> Int64? {
        if given == nil, presentationTime == nil {
            last = last.map { $0 &+ period } ?? 0
            return last
        }
        if given != nil || delay == 0 {
            last = given ?? presentationTime
            return last
        }
        guard let presentationTime else { return last }
        let earliest = presentationTime &- delay
        let next = last.map { $0 &+ period } ?? earliest
        // After a pause or a step, unless only one period is longer.
        last = min(earliest &- next > Self.longestLag ? earliest : next, presentationTime)
        return last
    }
}
