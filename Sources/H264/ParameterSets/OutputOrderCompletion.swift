import BitCoding

/// Adds to sequence parameter sets the promise that output order is decoding order, if that is so and the set does not
/// say it.
///
/// Without `max_num_reorder_frames` a decoder must infer that the stream reorders as many pictures as its decoded
/// picture buffer holds (E.2.1), and hardware decoders delay output by up to 16 pictures. Nothing else of a set
/// changes, and no slice refers to the added fields.
///
/// Pass every parameter set of a stream in order:
///
///     if let completed = completion.replacement(for: nal) { send(completed.span.bytes) } else { send(nal) }
package struct OutputOrderCompletion: Sendable {
    private static let completion = VUICompletion(framesPerSecond: nil, maxReorderFrames: 0)

    /// A set as received, and its replacement; `nil` if the set needs none.
    private struct Entry {
        let original: [UInt8]
        let completed: [UInt8]?
    }

    /// By the id of the set, because streams repeat their sets. Empty until the first set arrives.
    private var entries: [Entry?] = []

    /// Starts before the first parameter set.
    public init() {}

    /// Returns the NAL unit, header byte first, that replaces `nal`.
    ///
    /// - Returns: `nil` if `nal` needs no replacement: a complete SPS, one that may reorder pictures or cannot be
    ///   parsed, and every NAL unit of another type.
    package mutating func replacement(for nal: RawSpan) -> [UInt8]? {
        guard nal.header?.type == .sps, nal.byteCount <= ParameterSets.maximumSize, let id = nal.parameterSetID,
            id <= SequenceParameterSet.Limit.id
        else { return nil }
        if entries.isEmpty { entries = Array(repeating: nil, count: Int(SequenceParameterSet.Limit.id) + 1) }
        if let entry = entries[Int(id)], nal.isEqual(to: entry.original) { return entry.completed }
        let completed = Self.completed(nal)
        entries[Int(id)] = Entry(original: Array(copying: nal), completed: completed)
        return completed
    }

    /// Completes the parameter sets in a buffer in Annex B format.
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
            // Bytes that a file has appended to a set must not become part of its VUI.
            let after = try? SequenceParameterSet(bytes.span.bytes),
            after.vui?.isComplete == true, after.vui?.bitstreamRestriction?.maxReorderFrames == 0
        else { return nil }
        return bytes
    }
}
