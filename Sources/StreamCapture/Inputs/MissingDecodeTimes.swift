/// Finds decode times for pictures of a container that has none, such as Matroska, or has none for the first few.
///
/// A value for one stream; all times are in microseconds.
struct MissingDecodeTimes: Sendable {
    /// How long before it is shown a picture is decoded, at most: 0 where pictures are not reordered.
    private let delay: Int64
    private let period: Int64
    private var last: Int64?
    /// How far decode times may be behind those of the pictures that are due, before they follow at once.
    private static let longestLag: Int64 = 1_000_000

    /// - Parameters:
    ///   - reorderedPictures: How far pictures are reordered (`max_num_reorder_frames`).
    ///   - period: One over the frame rate.
    init(reorderedPictures: Int, period: Int64) {
        self.period = max(1, period)
        delay = Int64(min(max(0, reorderedPictures), 16)) * self.period
    }

    /// The decode time of the next packet: the one that it has, else one that goes on from the packet before, and is not
    /// behind its presentation time. A byte stream without a container has neither: then pictures are evenly spaced.
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
        // Behind a pause or step, where the pictures are not further apart for once.
        last = min(earliest &- next > Self.longestLag ? earliest : next, presentationTime)
        return last
    }
}
