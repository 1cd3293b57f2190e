import BitCoding
import H264
import StreamProtocol

/// The track table entry of an H.264 stream, updated with every access unit.
struct H264TrackDescription: Sendable {
    private let id: TrackID
    private var parameterSets = ParameterSets()
    private var track: Track?
    /// Asked of every access unit, so that the track is not copied each time.
    private var hasTrack = false
    /// The generation of the configuration that the last access unit needs.
    private(set) var generation: UInt16 = 0

    init(id: TrackID) {
        self.id = id
    }

    /// Returns the track if `unit` begins it or needs another configuration.
    ///
    /// The track changes only where decoding can begin, because a decoder can change there too. The parameter sets come from the
    /// unit's own bytes, because the assembler already has those of the next unit.
    mutating func track(after unit: AccessUnit, frameRate period: FieldClock.Period?) -> Track? {
        if unit.info.hasSPS || unit.info.hasPPS || unit.insertedParameterSetCount > 0 { addParameterSets(unit.bytes) }
        guard !hasTrack || unit.info.isStart else { return nil }
        var new = Track(id: id, kind: .video, codec: .h264)
        new.generation = generation
        if let spsID = unit.info.sequenceParameterSetID, let sps = parameterSets.sps(spsID) {
            let size = sps.value.croppedSize
            if let width = UInt16(exactly: size.width), let height = UInt16(exactly: size.height) {
                new.size = PictureSize(width: width, height: height)
            }
            new.configuration = configuration(sps)
        }
        new.frameRate = period.flatMap(Track.Rate.init)
        guard new != track else { return nil }
        if hasTrack { generation &+= 1 }
        new.generation = generation
        (track, hasTrack) = (new, true)
        return new
    }

    /// Records the parameter sets in a buffer in Annex B format.
    mutating func addParameterSets(_ bytes: [UInt8]) {
        let span = bytes.span.bytes
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: span) {
            // A parameter set that cannot be read is none; its slices are counted as unreadable.
            _ = try? parameterSets.remember(span.extracting(unit.payload))
        }
    }

    /// Returns the avcC record of an SPS and the picture parameter sets that refer to it; empty if they cannot be
    /// encoded.
    private func configuration(_ sps: ParameterSets.Entry<SequenceParameterSet>) -> [UInt8] {
        let pictureSets = parameterSets.allPPS.filter { $0.value.sequenceParameterSetID == sps.value.id }
        let record = AVCDecoderConfigurationRecord(
            profileIDC: sps.value.profile.idc,
            profileCompatibility: sps.value.profile.constraintFlags,
            levelIDC: sps.value.level.idc,
            sequenceParameterSets: [sps.bytes],
            pictureParameterSets: pictureSets.map(\.bytes),
            high: .init(
                chromaFormatIDC: sps.value.chromaFormat.rawValue,
                bitDepthLuma: UInt8(clamping: sps.value.bitDepthLuma),
                bitDepthChroma: UInt8(clamping: sps.value.bitDepthChroma)
            )
        )
        let bytes = (try? record.encoded()) ?? []
        return bytes.count <= ProtocolLimits.codecConfigurationLength ? bytes : []
    }
}

extension FrameHeader.Flags {
    /// The frame flags of an access unit.
    init(of unit: AccessUnitInfo) {
        self = []
        if unit.isRandomAccess { insert(.randomAccess) }
        if unit.isGradual { insert(.gradual) }
        if unit.isRecovered { insert(.recovered) }
        // Later frames may need the parameter sets of a picture that none refers to.
        if !unit.isReferenced, unit.hasPicture, !unit.changesParameterSets { insert(.discardable) }
    }
}

extension Track.Rate {
    /// Two field periods a frame.
    fileprivate init?(_ period: FieldClock.Period) {
        let (frames, seconds) = (period.denominator, period.numerator * 2)
        let divisor = Self.greatestCommonDivisor(frames, seconds)
        guard divisor > 0, let numerator = UInt32(exactly: frames / divisor),
            let denominator = UInt32(exactly: seconds / divisor)
        else { return nil }
        self.init(numerator: numerator, denominator: denominator)
    }

    private static func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}
