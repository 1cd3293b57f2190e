import BitCoding
import H264
import StreamProtocol

/// What a video decoder is opened with.
package struct VideoConfiguration: Hashable, Sendable {
    /// The SPS in force, header byte first, without a start code; empty if it cannot be read. Another one needs another
    /// decoder.
    package var sps: [UInt8] = []
    /// All parameter sets in force, in Annex B format. The frames usually have them too.
    package var parameterSets: [UInt8] = []
    /// How many pictures a decoder holds back at most, so that they come out in the order of presentation.
    package var reorderDepth = 0
    /// The picture's size in luma samples, after cropping; `nil` if the SPS cannot be read.
    package var size: PictureSize?

    /// The depth of the largest decoded picture buffer (ISO/IEC 14496-10 A.3.1).
    static let maximumReorderDepth = 16

    /// The reorder depth of an SPS.
    ///
    /// Many streams reorder without saying how far. A decoder by the book then holds back a whole decoded picture
    /// buffer, up to half a second. But the publisher knew: it shows the first picture late enough for all that follow,
    /// by as many frames as the stream reorders.
    ///
    /// - Parameters:
    ///   - sps: `nil` if it cannot be read.
    ///   - lead: Presentation time minus decode time of the first picture, in microseconds.
    ///   - frameRate: Of the track.
    static func reorderDepth(_ sps: SequenceParameterSet?, lead: Int64, frameRate: Track.Rate?) -> Int {
        let bound = sps?.maxReorderFrames ?? maximumReorderDepth
        guard bound > 0, sps?.vui?.bitstreamRestriction == nil else { return bound }
        guard lead > 0 else { return 0 }
        // Fields and frames that last longer than two ticks of the clock do not count: they only make the lead longer.
        guard
            let rate = frameRate.map({ Double($0.numerator) / Double($0.denominator) })
                ?? sps?.frameRate?.framesPerSecond, rate > 0
        else { return bound }
        // Times are rounded to microseconds.
        let frames = (Double(lead) * rate / 1_000_000 - 0.01).rounded(.up)
        return frames < Double(bound) ? Int(frames) : bound
    }
}

/// The parameter sets of a video track in force.
struct ParameterSetsInForce: Sendable {
    /// What the beginning of a frame says.
    struct Beginning {
        /// Whether there is a slice, and so a picture.
        var hasPicture = false
        /// The SPS of the first slice, if it has come and can be read.
        var sps: ParameterSets.Entry<SequenceParameterSet>?
    }

    private var sets = ParameterSets()

    /// Adds the parameter sets of a track's configuration.
    mutating func add(configuration: [UInt8]) {
        // A configuration that cannot be read is none: the frames have the sets too.
        guard let record = try? AVCDecoderConfigurationRecord(configuration.span.bytes) else { return }
        for set in record.sequenceParameterSets + record.pictureParameterSets { remember(set.span.bytes) }
    }

    /// Reads a frame up to its first slice. Parameter sets precede it.
    mutating func read(_ frame: RawSpan) -> Beginning {
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: frame) {
            guard !unit.payload.isEmpty else { continue }
            let nal = frame.extracting(unit.payload)
            switch NALUnitHeader(nal[0]).type {
            case .sps, .pps, .spsExtension, .subsetSPS: remember(nal)
            case .nonIDRSlice, .idrSlice, .partitionA:
                // A slice that cannot be read has no SPS; the decoder then finds its error.
                let start = try? SliceStart(nal)
                let sps = start.flatMap { sets.pps($0.pictureParameterSetID) }
                    .flatMap { sets.sps($0.value.sequenceParameterSetID) }
                return Beginning(hasPicture: true, sps: sps)
            default: continue
            }
        }
        return Beginning()
    }

    /// All sets, in Annex B format.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for set in sets.allSPS.map(\.bytes) + sets.allPPS.map(\.bytes) { AnnexB.append(set.span.bytes, to: &bytes) }
        return bytes
    }

    private mutating func remember(_ nal: RawSpan) {
        // A set that cannot be read is none; the decoder, which gets the frame's bytes, may be able to read it.
        _ = try? sets.remember(nal)
    }
}
