import BitCoding
import H264

/// How a frame becomes a sample of an MP4 file: the parts of its payload that the sample consists of.
///
/// A sample can be written without a copy of the payload: for every range of ``units``, a length of four bytes
/// (``lengthPrefix(of:)``) if ``hasLengths`` is set, and then these bytes of the payload.
public struct SampleLayout: Hashable, Sendable {
    /// Ranges of the payload: the NAL units of an access unit (ISO/IEC 14496-15 5.3.4.2), or the whole AAC frame.
    public let units: [Range<Int>]
    /// Whether a length stands in front of each range.
    public let hasLengths: Bool
    /// The bytes of the sample, lengths included.
    public let byteCount: Int

    init(_ units: [Range<Int>], hasLengths: Bool) {
        self.units = units
        self.hasLengths = hasLengths
        byteCount = units.reduce(0) { $0 + $1.count } + (hasLengths ? 4 * units.count : 0)
    }

    /// The four bytes in front of a unit: its length, big-endian.
    public static func lengthPrefix(of unit: Range<Int>) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: unit.count >> (24 - 8 * $0)) }
    }

    /// Appends the sample.
    ///
    /// - Parameter payload: The frame that the layout was made of.
    package func append(_ payload: RawSpan, to bytes: inout [UInt8]) {
        for unit in units {
            if hasLengths { bytes += Self.lengthPrefix(of: unit) }
            bytes.append(copying: payload.extracting(unit))
        }
    }
}

/// Whether a frame fits the sample entry of its track.
public enum SampleFit: Hashable, Sendable {
    /// It does; this is its sample.
    case fits(SampleLayout)
    /// It holds other parameter sets: a new initialization is needed, with a description made from this frame or from
    /// the next one at which decoding can begin.
    case needsInitialization
    /// It holds nothing that a sample could hold, or is larger than ``ContainerLimits/frameLength``.
    case unusable
}

extension ContainerTrack.Description {
    /// Finds out how a frame of the track becomes a sample.
    ///
    /// - Parameter payload: An access unit in Annex B format, or one raw data block of AAC.
    package func fit(_ payload: RawSpan) -> SampleFit {
        guard !payload.isEmpty, payload.byteCount <= ContainerLimits.frameLength else { return .unusable }
        switch self {
        case .h264(let description): return description.fit(payload)
        case .aac: return .fits(SampleLayout([0..<payload.byteCount], hasLengths: false))
        }
    }
}

extension H264Description {
    fileprivate func fit(_ accessUnit: RawSpan) -> SampleFit {
        var units: [Range<Int>] = []
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: accessUnit) {
            guard !unit.payload.isEmpty else { continue }
            let nal = accessUnit.extracting(unit.payload)
            switch place(of: nal) {
            case .sampleEntry: break
            case .sample: units.append(unit.payload)
            case .otherSampleEntry: return .needsInitialization
            }
        }
        return units.isEmpty ? .unusable : .fits(SampleLayout(units, hasLengths: true))
    }

    private enum Place {
        case sampleEntry, sample, otherSampleEntry
    }

    /// Where a NAL unit is or has to be. A parameter set that cannot be read stays in the sample: decoders may be able to
    /// read it, and no sample entry would describe it better.
    private func place(of nal: RawSpan) -> Place {
        switch nal.parameterSetType {
        case .sps:
            if nal.isOne(of: record.sequenceParameterSets) { return placement == .samples ? .sample : .sampleEntry }
            guard let other = try? SequenceParameterSet(nal) else { return .sample }
            return placement == .samples && hasSameFormat(as: other) ? .sample : .otherSampleEntry
        case .pps where placement == .sampleEntry:
            if nal.isOne(of: record.pictureParameterSets) { return .sampleEntry }
            return (try? PictureParameterSet(nal)) == nil ? .sample : .otherSampleEntry
        case .spsExtension where placement == .sampleEntry:
            // A record of Baseline, Main or Extended profile has no place for it.
            guard let known = record.high?.sequenceParameterSetExtensions else { return .sample }
            return nal.isOne(of: known) ? .sampleEntry : .otherSampleEntry
        default: return .sample
        }
    }

    /// Turns a sample back into an access unit in Annex B format. A sample at which decoding begins gets the parameter
    /// sets of the sample entry, after its access unit delimiter, if there is one (H.264 7.4.1.2.3).
    ///
    /// - Throws: `malformed` if a length exceeds the sample.
    package func accessUnit(fromSample sample: RawSpan, isSync: Bool) throws(ContainerError) -> [UInt8] {
        var bytes: [UInt8] = []
        var hasSets = !isSync || placement == .samples
        var cursor = AVCCCursor(lengthSize: .four)
        do throws(H264Error) {
            while let unit = try cursor.next(in: sample) {
                guard !unit.isEmpty else { continue }
                let nal = sample.extracting(unit)
                if !hasSets, NALUnitHeader(nal[0]).type != .accessUnitDelimiter {
                    appendSets(to: &bytes)
                    hasSets = true
                }
                AnnexB.append(nal, to: &bytes)
            }
        } catch {
            throw ContainerError(.malformed, "a sample of H.264: \(error)")
        }
        return bytes
    }

    private func appendSets(to bytes: inout [UInt8]) {
        // An SPS extension follows its SPS (7.4.1.2.3); a record holds it only if there is one SPS.
        let extensions = record.high?.sequenceParameterSetExtensions ?? []
        for set in record.sequenceParameterSets + extensions + record.pictureParameterSets {
            AnnexB.append(set.span.bytes, to: &bytes)
        }
    }
}

extension RawSpan {
    /// Whether the span holds the bytes of one of the sets.
    fileprivate func isOne(of sets: [[UInt8]]) -> Bool {
        for set in sets where isEqual(to: set) { return true }
        return false
    }
}
