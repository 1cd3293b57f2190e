import H264

/// The contents of an H.264 stream. The properties are the keys of the JSON; those that are `nil` are omitted.
///
/// Size, profile and the other properties of the whole stream come from the first SPS.
public struct H264Report: Sendable, Encodable {
    /// NAL units of one type.
    public struct UnitCount: Hashable, Sendable, Encodable {
        /// `nal_unit_type`.
        public let type: UInt8
        /// The type in words.
        public let name: String
        /// How many there are.
        public let count: Int
        /// The bytes of the NAL units without start codes.
        public let bytes: Int
    }

    /// Start codes by their length.
    public struct StartCodes: Hashable, Sendable, Encodable {
        /// 00 00 01.
        public let three: Int
        /// 00 00 00 01.
        public let four: Int
        /// 00 00 00 01 with more zero bytes before it.
        public let longer: Int
    }

    /// SEI messages of one type.
    public struct MessageCount: Hashable, Sendable, Encodable {
        /// `payloadType`; `nil` for the rest, of a stream that has a great many.
        public let type: Int?
        /// The name in the standard.
        public let name: String
        /// How many there are.
        public let count: Int
    }

    /// How many there are of each slice type.
    public struct TypeCounts: Hashable, Sendable, Encodable {
        public let i: Int
        public let p: Int
        public let b: Int
        public let si: Int
        public let sp: Int
    }

    /// The distance from a random access or gradual point to the next, or to the end of the stream.
    public struct Groups: Hashable, Sendable, Encodable {
        /// Groups of pictures.
        public let count: Int
        public let minimumFrames: Int
        public let averageFrames: Double
        public let maximumFrames: Int
        /// `nil` if the stream has no timing.
        public let minimumSeconds: Double?
        public let averageSeconds: Double?
        public let maximumSeconds: Double?
    }

    /// Always `h264`.
    public let format = "h264"
    /// The length of the stream in bytes.
    public let bytes: Int
    /// All NAL units, empty ones as well.
    public let nalUnits: Int
    public let nalUnitTypes: [UnitCount]
    /// Start codes that another start code or the end follows directly.
    public let emptyNALUnits: Int
    public let startCodes: StartCodes
    /// Bytes before the first start code.
    public let garbageBytes: Int
    /// Zero bytes that belong to no NAL unit and no start code, the trailing ones included.
    public let paddingBytes: Int
    /// Zero bytes after the last NAL unit.
    public let trailingZeroBytes: Int

    /// Primary coded pictures. Each field is an access unit of its own.
    public let accessUnits: Int
    /// Access units with an IDR picture.
    public let idr: Int
    /// Access units with a recovery point SEI message.
    public let recoveryPoints: Int
    /// Access units from which a decoder shows every picture exactly: IDR pictures, and recovery points that are exact
    /// at once.
    public let randomAccessPoints: Int
    /// Access units with which a decoder can begin, but whose pictures are right only later, or not exact.
    public let gradualPoints: Int
    /// The offset of the first random access point, in bytes.
    public let firstRandomAccessOffset: Int?
    /// Access units that nothing refers to (`nal_ref_idc` 0).
    public let nonReferencedAccessUnits: Int
    /// The most slices in an access unit.
    public let maximumSlices: Int
    /// The bytes of the largest access unit, with start codes.
    public let largestAccessUnit: Int
    /// Frames: complementary fields count once.
    public let frames: Int
    public let fieldPairs: Int
    public let unpairedFields: Int
    /// Slices by type.
    public let slices: TypeCounts
    /// Access units by the types of their slices: I if all slices are I, P if none is B, else B.
    public let pictures: TypeCounts
    /// Groups of pictures; `nil` without a random access or gradual point.
    public let groups: Groups?

    public let profile: String?
    public let profileIDC: UInt8?
    public let level: String?
    public let levelIDC: UInt8?
    /// The size to display, in luma samples.
    public let width: Int?
    public let height: Int?
    /// The name for `codecs` parameters (RFC 6381).
    public let codec: String?
    /// `CAVLC`, `CABAC` or `CAVLC and CABAC`, by the PPS in use.
    public let entropyCoding: String?
    /// Whether the transform of 8x8 samples is allowed.
    public let transform8x8: Bool
    /// The most slice groups; over 1 is flexible macroblock ordering.
    public let sliceGroups: Int
    /// The most frames that come before some frame in decoding order and after it in output order.
    public let reorderedFrames: Int
    /// Leaps of frame_num, allowed by the SPS or not.
    public let frameNumGaps: Int

    /// Frames a second, by the VUI.
    public let frameRate: Double?
    /// Seconds, by the VUI's timing.
    public let duration: Double?
    /// The average, in bits per second.
    public let bitRate: Double?

    /// Each distinct SPS and subset SPS.
    public let sequenceParameterSets: [SequenceParameterSetReport]
    /// How many distinct PPS there are.
    public let pictureParameterSets: Int
    public let seiMessages: [MessageCount]
    public let anomalies: [Anomaly]
}

extension H264Report {
    init(
        bytes: Int,
        units: NALUnitStatistics,
        skipped: AnnexBSplitter.Skipped,
        seiMessages: [SEIPayloadType?: Int],
        parameterSets: ParameterSetStatistics,
        accessUnits statistics: AccessUnitStatistics,
        anomalies: [Anomaly]
    ) {
        self.bytes = bytes
        nalUnits = units.total
        nalUnitTypes = units.byType.enumerated().filter { $0.element.units > 0 }.map { type, count in
            let type = NALUnitType(rawValue: UInt8(type))
            return UnitCount(type: type.rawValue, name: "\(type)", count: count.units, bytes: count.bytes)
        }
        emptyNALUnits = units.empty
        startCodes = StartCodes(
            three: units.shortStartCodes,
            four: units.longStartCodes,
            longer: units.paddedStartCodes
        )
        garbageBytes = skipped.garbage
        (paddingBytes, trailingZeroBytes) = units.padding(of: bytes, skipped)
        accessUnits = statistics.count
        idr = statistics.idr
        recoveryPoints = statistics.recoveryPoints
        randomAccessPoints = statistics.randomAccessPoints
        gradualPoints = statistics.gradualPoints
        firstRandomAccessOffset = statistics.firstRandomAccessOffset
        nonReferencedAccessUnits = statistics.discardable
        maximumSlices = statistics.maximumSlices
        largestAccessUnit = statistics.largest
        frames = statistics.frames
        fieldPairs = statistics.fieldPairs
        unpairedFields = statistics.fields - 2 * statistics.fieldPairs
        slices = TypeCounts(statistics.sliceTypes)
        pictures = TypeCounts(statistics.pictureTypes)
        groups = Groups(statistics.groups)

        let sps = parameterSets.first
        profile = sps?.profile.name
        profileIDC = sps?.profile.idc
        level = sps?.level.name
        levelIDC = sps?.level.idc
        width = sps?.croppedSize.width
        height = sps?.croppedSize.height
        codec = sps?.codecString
        entropyCoding =
            switch (parameterSets.usesCAVLC, parameterSets.usesCABAC) {
            case (true, true): "CAVLC and CABAC"
            case (true, false): "CAVLC"
            case (false, true): "CABAC"
            case (false, false): nil
            }
        transform8x8 = parameterSets.uses8x8Transform
        sliceGroups = parameterSets.maximumSliceGroups
        reorderedFrames = statistics.reordering.maximum
        frameNumGaps = statistics.frameNumbers.gaps

        frameRate = sps?.frameRate?.framesPerSecond
        let seconds = statistics.clock.seconds.flatMap { $0 > 0 ? $0 : nil }
        duration = seconds
        bitRate = seconds.map { Double(bytes) * 8 / $0 }

        sequenceParameterSets = parameterSets.sequence.map {
            SequenceParameterSetReport($0.value, bytes: $0.bytes, count: $0.count, offset: $0.offset)
        }
        pictureParameterSets = parameterSets.distinctPPS
        self.seiMessages = seiMessages.sorted { ($0.key?.rawValue ?? .max) < ($1.key?.rawValue ?? .max) }.map {
            MessageCount(type: $0?.rawValue, name: $0?.description ?? "others", count: $1)
        }
        self.anomalies = anomalies
    }
}

extension H264Report.TypeCounts {
    /// Converts counts by the raw value of ``SliceType``.
    fileprivate init(_ counts: [Int]) {
        func count(_ type: SliceType) -> Int { counts[Int(type.rawValue)] }
        self.init(i: count(.i), p: count(.p), b: count(.b), si: count(.si), sp: count(.sp))
    }
}

extension H264Report.Groups {
    fileprivate init?(_ groups: PictureGroups) {
        guard groups.count > 0 else { return nil }
        let isTimed = groups.seconds.minimum.isFinite
        self.init(
            count: groups.count,
            minimumFrames: groups.frames.minimum,
            averageFrames: Double(groups.frames.total) / Double(groups.count),
            maximumFrames: groups.frames.maximum,
            minimumSeconds: isTimed ? groups.seconds.minimum : nil,
            averageSeconds: isTimed ? groups.seconds.total / Double(groups.count) : nil,
            maximumSeconds: isTimed ? groups.seconds.maximum : nil
        )
    }
}
