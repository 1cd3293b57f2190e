import BitCoding

/// The parameter sets of a stream by id, as bytes and as values.
///
/// The standard's ids limit the memory: 32 SPS, 32 subset SPS and 256 PPS, each of at most ``maximumSize`` bytes. A set
/// replaces the earlier one with the same id (7.4.1.2.1).
public struct ParameterSets: Sendable {
    /// The largest size of a set in bytes. The largest meaningful one, a PPS that assigns every macroblock of level 6.2
    /// to one of eight slice groups, has 52 KB.
    public static let maximumSize = 65_536

    /// A parameter set as bytes and as a value. It is shared, because every slice and access unit refers to one.
    public final class Entry<Value: Sendable>: Sendable {
        /// The NAL unit, header byte first, without a start code.
        public let bytes: [UInt8]
        /// The parsed set.
        public let value: Value

        init(bytes: [UInt8], value: Value) {
            self.bytes = bytes
            self.value = value
        }
    }

    private var sequence = Table<SequenceParameterSet>(count: 32)
    private var subset = Table<SequenceParameterSet>(count: 32)
    private var picture = Table<PictureParameterSet>(count: 256)

    /// Makes an empty memory.
    public init() {}

    /// The SPS of an id, or `nil` if none has come; every `id` is accepted.
    public func sps(_ id: Int) -> Entry<SequenceParameterSet>? { sequence[id] }

    /// Returns the subset SPS with an id. Only slice extensions refer to it. Every `id` is accepted.
    public func subsetSPS(_ id: Int) -> Entry<SequenceParameterSet>? { subset[id] }

    /// The PPS of an id, or `nil` if none has come; every `id` is accepted.
    public func pps(_ id: Int) -> Entry<PictureParameterSet>? { picture[id] }

    /// Every SPS, by id.
    public var allSPS: [Entry<SequenceParameterSet>] { sequence.all }

    /// Every PPS, by id.
    public var allPPS: [Entry<PictureParameterSet>] { picture.all }

    /// Keeps a NAL unit that is an SPS, subset SPS or PPS, and ignores every other.
    ///
    /// - Throws: The error of the set's initializer, or `nalUnitTooLarge`. The earlier set with the same id then
    ///   remains.
    public mutating func remember(_ nal: RawSpan) throws(H264Error) {
        switch nal.header?.type {
        case .sps: try sequence.insert(nal, SequenceParameterSet.init, \.id)
        case .subsetSPS: try subset.insert(nal, SequenceParameterSet.init, \.id)
        case .pps: try picture.insert(nal, PictureParameterSet.init, \.id)
        default: break
        }
    }
}

extension ParameterSets {
    /// The sets of one kind. It is empty until the first comes, and never grows again.
    private struct Table<Value: Sendable>: Sendable {
        let count: Int
        private var entries: [Entry<Value>?] = []

        init(count: Int) { self.count = count }

        subscript(id: Int) -> Entry<Value>? { entries.indices.contains(id) ? entries[id] : nil }

        var all: [Entry<Value>] { entries.compactMap { $0 } }

        mutating func insert(
            _ nal: RawSpan,
            _ parse: (RawSpan) throws(H264Error) -> Value,
            _ id: KeyPath<Value, Int>
        ) throws(H264Error) {
            // Streams repeat their sets.
            if let id = nal.parameterSetID, let entry = self[Int(id)], nal.isEqual(to: entry.bytes) { return }
            guard nal.byteCount <= ParameterSets.maximumSize else {
                throw H264Error(.nalUnitTooLarge, "a parameter set of \(nal.byteCount) bytes")
            }
            let value = try parse(nal)
            if entries.isEmpty { entries = Array(repeating: nil, count: count) }
            entries[value[keyPath: id]] = Entry(bytes: Array(copying: nal), value: value)
        }
    }
}
