/// Says in a stream's sequence parameter sets that pictures are output in the order in which they are decoded, where that
/// is so and the sets do not say it.
///
/// A decoder that finds no `max_num_reorder_frames` has to infer that as many pictures are reordered as its decoded
/// picture buffer holds (E.2.1), and hardware decoders hold back up to 16 pictures. Nothing else of a set changes, and
/// no slice refers to what is added.
///
/// Feed it every parameter set of a stream, in order:
///
///     if let completed = completion.replacement(for: nal) { send(completed.span.bytes) } else { send(nal) }
public struct OutputOrderCompletion: Sendable {
    private static let completion = VUICompletion(framesPerSecond: nil, maxReorderFrames: 0)

    /// A set as it came, and what goes out in its place; `nil` where it goes out as it came.
    private struct Entry {
        let original: [UInt8]
        let completed: [UInt8]?
    }

    /// By the id of the set, because streams send the same sets again and again. Empty until the first comes.
    private var entries: [Entry?] = []

    /// Starts before the first parameter set.
    public init() {}

    /// What to send in the place of a NAL unit, header byte first.
    ///
    /// - Returns: `nil` for all that is sent as it came: an SPS that lacks nothing, that may reorder pictures or that
    ///   cannot be read, and every NAL unit of another type.
    public mutating func replacement(for nal: RawSpan) -> [UInt8]? {
        guard nal.header?.type == .sps, nal.byteCount <= ParameterSets.maximumSize, let id = nal.parameterSetID,
            id <= SequenceParameterSet.Limit.id
        else { return nil }
        if entries.isEmpty { entries = Array(repeating: nil, count: Int(SequenceParameterSet.Limit.id) + 1) }
        if let entry = entries[Int(id)], nal.isEqual(to: entry.original) { return entry.completed }
        let completed = Self.completed(nal)
        entries[Int(id)] = Entry(original: Array(copying: nal), completed: completed)
        return completed
    }

    /// Parameter sets in Annex B format, with what they lack.
    public mutating func completed(annexB sets: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        let span = sets.span.bytes
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: span) {
            let nal = span.extracting(unit.payload)
            if let completed = replacement(for: nal) {
                AnnexB.append(completed.span.bytes, to: &bytes)
            } else {
                AnnexB.append(nal, to: &bytes)
            }
        }
        return bytes
    }

    private static func completed(_ nal: RawSpan) -> [UInt8]? {
        guard let before = try? SequenceParameterSet(nal), before.outputsInDecodingOrder,
            let bytes = (try? completion.completing(nal)) ?? nil,
            // What real files have glued to the end of a set is not to become part of its VUI.
            let after = try? SequenceParameterSet(bytes.span.bytes),
            after.vui?.isComplete == true, after.vui?.bitstreamRestriction?.maxReorderFrames == 0
        else { return nil }
        return bytes
    }
}
