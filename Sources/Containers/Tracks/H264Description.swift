import BitCoding
import H264

/// What a container states of an H.264 track: the parameter sets, in an `avcC` record (ISO/IEC 14496-15 5.3.3.1).
///
/// A frame of the track is one access unit in Annex B format, as in the protocol. If pictures are interlaced, each field
/// is an access unit, and therefore a sample of its own (ISO/IEC 14496-15 5.2, H.264 3.1).
public struct H264Description: Hashable, Sendable {
    /// Where an MP4 file holds the parameter sets.
    public enum ParameterSetPlacement: Hashable, Sendable {
        /// In the sample entry `avc1` only, which all players know. A frame with another parameter set needs another
        /// sample entry.
        case sampleEntry
        /// In the sample entry `avc3` and in the samples. Only another size, profile, level or sample format needs
        /// another sample entry.
        case samples
    }

    /// Where the parameter sets are.
    public let placement: ParameterSetPlacement
    /// The parameter sets.
    public let record: AVCDecoderConfigurationRecord
    /// The SPS that the pictures refer to.
    public let sps: SequenceParameterSet
    /// The record as bytes.
    let configuration: [UInt8]

    /// Reads a record, for example the configuration of a track of the protocol.
    ///
    /// - Throws: `invalidDescription` if it cannot be read or has no SPS.
    public init(
        configuration: [UInt8],
        placement: ParameterSetPlacement = .sampleEntry
    ) throws(ContainerError) {
        let record: AVCDecoderConfigurationRecord
        do throws(H264Error) {
            record = try AVCDecoderConfigurationRecord(configuration.span.bytes)
        } catch {
            throw ContainerError(.invalidDescription, "the avcC record cannot be read: \(error)")
        }
        try self.init(record, placement)
    }

    /// Describes a stream from an access unit at which decoding can begin: it holds all parameter sets in force.
    ///
    /// - Throws: `invalidDescription` if it holds no SPS that can be read, or more sets than a record can.
    package init(
        accessUnit: RawSpan,
        placement: ParameterSetPlacement = .sampleEntry
    ) throws(ContainerError) {
        let sets = AccessUnitParameterSets(accessUnit)
        var record: AVCDecoderConfigurationRecord
        do throws(H264Error) {
            record = try AVCDecoderConfigurationRecord(
                sequenceParameterSets: sets.sps,
                pictureParameterSets: sets.pps
            )
        } catch {
            throw ContainerError(.invalidDescription, "the access unit describes no stream: \(error)")
        }
        record.high?.sequenceParameterSetExtensions = sets.spsExtensions
        try self.init(record, placement)
    }

    private init(_ record: AVCDecoderConfigurationRecord, _ placement: ParameterSetPlacement) throws(ContainerError) {
        var record = record
        // Samples that this library writes have lengths of four bytes, whatever came in.
        record.lengthSize = .four
        guard let first = record.sequenceParameterSets.first else {
            throw ContainerError(.invalidDescription, "an avcC record without SPS")
        }
        let bytes: [UInt8]
        do throws(H264Error) {
            sps = try SequenceParameterSet(first.span.bytes)
            bytes = try record.encoded()
            // What is written can be read.
            _ = try AVCDecoderConfigurationRecord(bytes.span.bytes)
        } catch {
            throw ContainerError(.invalidDescription, "the parameter sets cannot be read: \(error)")
        }
        configuration = bytes
        self.placement = placement
        self.record = record
    }

    /// The duration of a frame in ticks of 90 kHz by the VUI (H.264 E.2.1); `nil` if it is not stated or cannot be.
    var frameDuration: UInt32? {
        guard let rate = sps.vui?.timing?.frameRate, rate.framesPerSecond >= 0.1, rate.framesPerSecond <= 1_000 else {
            return nil
        }
        return UInt32(90_000 / rate.framesPerSecond)
    }

    /// Whether a decoder that was set up for this description can decode pictures of `other` in the same way.
    func hasSameFormat(as other: SequenceParameterSet) -> Bool {
        sps.profile == other.profile && sps.level == other.level && sps.codedSize == other.codedSize
            && sps.croppedSize == other.croppedSize && sps.chromaFormat == other.chromaFormat
            && sps.bitDepthLuma == other.bitDepthLuma && sps.bitDepthChroma == other.bitDepthChroma
    }
}

extension RawSpan {
    /// The type of a NAL unit; `nil` if it is damaged (`forbidden_zero_bit`), because then it is no parameter set that a
    /// record could hold.
    var parameterSetType: NALUnitType? {
        let header = NALUnitHeader(self[0])
        return header.forbiddenZeroBit ? nil : header.type
    }
}

/// The parameter sets of an access unit, each once, in their order, so that a later one replaces an earlier one with the
/// same id. If no SPS replaces another, that of the slices is the first.
private struct AccessUnitParameterSets {
    private(set) var sps: [[UInt8]] = []
    private(set) var pps: [[UInt8]] = []
    private(set) var spsExtensions: [[UInt8]] = []

    init(_ accessUnit: RawSpan) {
        var cursor = AnnexBCursor()
        var detector = AccessUnitDetector()
        while let unit = cursor.next(in: accessUnit) {
            guard !unit.payload.isEmpty else { continue }
            let nal = accessUnit.extracting(unit.payload)
            _ = detector.place(nal)
            switch nal.parameterSetType {
            case .sps: Self.insert(nal, into: &sps)
            case .pps: Self.insert(nal, into: &pps)
            case .spsExtension: Self.insert(nal, into: &spsExtensions)
            default: break
            }
        }
        let ids = sps.map { try? SequenceParameterSet($0.span.bytes).id }
        let active = detector.current.sequenceParameterSetID
        if Set(ids).count == ids.count, let index = ids.firstIndex(where: { $0 == active }) {
            sps.insert(sps.remove(at: index), at: 0)
        }
    }

    private static func insert(_ nal: RawSpan, into sets: inout [[UInt8]]) {
        let new = Array(copying: nal)
        if !sets.contains(new) { sets.append(new) }
    }
}
