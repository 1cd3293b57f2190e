import BitCoding

/// The parameter sets of a stream by id, as bytes and as values.
///
/// The standard's ids limit the memory: 32 SPS with an extension each, 32 subset SPS and 256 PPS, each of at most
/// ``maximumSize`` bytes. A set replaces the earlier one with the same id (7.4.1.2.1). A set that cannot be read is kept
/// as bytes beside the last readable one with its id, because decoders may be able to read it.
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
    /// The SPS extensions by the id of their SPS.
    private var extensions: [Int: [UInt8]] = [:]

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

    /// Keeps a NAL unit that is an SPS, SPS extension, subset SPS or PPS, and ignores every other.
    ///
    /// - Returns: Whether the set differs from the earlier one with the same id.
    /// - Throws: The error of the set's initializer, or `nalUnitTooLarge`. The earlier set with the same id then
    ///   remains.
    @discardableResult
    package mutating func remember(_ nal: RawSpan) throws(H264Error) -> Bool {
        switch nal.header?.type {
        case .sps:
            let isNew = try sequence.insert(nal, SequenceParameterSet.init, \.id)
            // An extension belongs to the SPS before it (7.4.1.2.3).
            if isNew, let id = nal.parameterSetID { extensions[Int(id)] = nil }
            return isNew
        case .spsExtension: return try insertExtension(nal)
        case .subsetSPS: return try subset.insert(nal, SequenceParameterSet.init, \.id)
        case .pps: return try picture.insert(nal, PictureParameterSet.init, \.id)
        default: return false
        }
    }

    private mutating func insertExtension(_ nal: RawSpan) throws(H264Error) -> Bool {
        guard nal.byteCount <= Self.maximumSize else {
            throw H264Error(.nalUnitTooLarge, "an SPS extension of \(nal.byteCount) bytes")
        }
        guard let id = nal.parameterSetID, id <= SequenceParameterSet.Limit.id else {
            throw H264Error(.outOfRange, "the seq_parameter_set_id of an SPS extension")
        }
        guard extensions[Int(id)].map({ !nal.isEqual(to: $0) }) ?? true else { return false }
        extensions[Int(id)] = Array(copying: nal)
        return true
    }
}

// MARK: For decoders that begin in the middle

extension ParameterSets {
    /// Whether the PPS of an id and the SPS that it refers to have come, readable or not.
    func holds(pps id: Int) -> Bool {
        if let pps = picture[id] { return sequence.holds(pps.value.sequenceParameterSetID) }
        return picture.holds(id) && !sequence.isEmpty
    }

    /// The NAL units of an SPS: the last readable one, its extension, and a later one that cannot be read.
    func sequenceUnits(_ id: Int) -> [[UInt8]] {
        var units = sequence.units(id)
        if !units.isEmpty, let bytes = extensions[id] { units.insert(bytes, at: 1) }
        return units
    }

    /// The NAL units of a subset SPS: the last readable one, and a later one that cannot be read.
    func subsetUnits(_ id: Int) -> [[UInt8]] { subset.units(id) }

    /// The NAL units of a PPS: the last readable one, and a later one that cannot be read. A PPS whose SPS has not come
    /// is of no use to a decoder, so it has none.
    func pictureUnits(_ id: Int) -> [[UInt8]] {
        if let pps = picture[id] {
            let sps = pps.value.sequenceParameterSetID
            guard sequence.holds(sps) || subset.holds(sps) else { return [] }
        }
        return picture.units(id)
    }

    /// The ids of the sets that have come, in order.
    var sequenceIDs: [Int] { sequence.ids }
    var subsetIDs: [Int] { subset.ids }
    var pictureIDs: [Int] { picture.ids }
}

extension ParameterSets {
    /// The sets of one kind. It is empty until the first comes, and never grows again.
    private struct Table<Value: Sendable>: Sendable {
        let count: Int
        private var entries: [Entry<Value>?] = []
        /// By id, sets that cannot be read and came after the readable ones.
        private var unreadable: [Int: [UInt8]] = [:]

        init(count: Int) { self.count = count }

        subscript(id: Int) -> Entry<Value>? { entries.indices.contains(id) ? entries[id] : nil }

        var all: [Entry<Value>] { entries.compactMap { $0 } }

        var isEmpty: Bool { entries.isEmpty && unreadable.isEmpty }

        var ids: [Int] { (0..<count).filter(holds) }

        /// Whether a set with this id has come, readable or not.
        func holds(_ id: Int) -> Bool { self[id] != nil || unreadable[id] != nil }

        /// The readable set of an id and the unreadable one after it, as far as they are there.
        func units(_ id: Int) -> [[UInt8]] { [self[id]?.bytes, unreadable[id]].compactMap { $0 } }

        /// - Returns: Whether the set differs from the one before.
        mutating func insert(
            _ nal: RawSpan,
            _ parse: (RawSpan) throws(H264Error) -> Value,
            _ id: KeyPath<Value, Int>
        ) throws(H264Error) -> Bool {
            let stated = nal.parameterSetID.map(Int.init)
            // Streams repeat their sets.
            if let stated, let entry = self[stated], nal.isEqual(to: entry.bytes) {
                return unreadable.removeValue(forKey: stated) != nil
            }
            guard nal.byteCount <= ParameterSets.maximumSize else {
                throw H264Error(.nalUnitTooLarge, "a parameter set of \(nal.byteCount) bytes")
            }
            let value: Value
            do throws(H264Error) {
                value = try parse(nal)
            } catch {
                if let stated, stated < count { unreadable[stated] = Array(copying: nal) }
                throw error
            }
            if entries.isEmpty { entries = Array(repeating: nil, count: count) }
            entries[value[keyPath: id]] = Entry(bytes: Array(copying: nal), value: value)
            unreadable[value[keyPath: id]] = nil
            return true
        }
    }
}
