import H264
import StreamProtocol

/// Makes of an encoder's packet what is sent: an access unit whose IDR picture has its parameter sets before it, and a
/// sequence parameter set that says how long a decoder has to wait.
///
/// x264 writes all that. Encoders in hardware write what their makers thought of.
struct AccessUnitFinisher {
    /// What the sequence parameter sets are to say.
    private let completion: VUICompletion
    /// The last parameter sets, as they came.
    private var lastSPS: [UInt8] = []
    private var lastPPS: [[UInt8]] = []
    /// What is sent in place of ``lastSPS``; `nil` where that is as it should be.
    private var completedSPS: [UInt8]?
    /// What ``lastSPS`` says; `nil` where none has come.
    private(set) var sequenceParameterSet: SequenceParameterSet?

    init(_ target: EncodingTarget) {
        let rate = target.format.frameRate
        completion = VUICompletion(
            framesPerSecond: (rate.numerator, rate.denominator),
            maxReorderFrames: target.bFrames == 0 ? 0 : nil
        )
    }

    /// - Parameters:
    ///   - packet: One access unit in Annex B format, or the parameter sets of those that follow.
    ///   - isKey: Whether it is a random access point.
    ///   - extradata: Parameter sets that the encoder keeps apart, in Annex B format; usually none.
    /// - Returns: `nil` for a packet without a picture: its parameter sets go before the next key frame.
    mutating func finish(_ packet: RawSpan, isKey: Bool, extradata: @autoclosure () -> [UInt8]) -> [UInt8]? {
        let head = Head(of: packet)
        note(head, of: packet)
        guard head.hasPicture else { return nil }
        guard isKey else { return packet.copied }
        if lastSPS.isEmpty || lastPPS.isEmpty { note(extradata()) }
        if head.sps != nil, !head.pps.isEmpty, completedSPS == nil { return packet.copied }
        return rebuilt(packet, head)
    }

    /// The access unit with the parameter sets as they should be, behind its delimiter, if it has one.
    private func rebuilt(_ packet: RawSpan, _ head: Head) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(packet.byteCount + lastSPS.count + lastPPS.reduce(64) { $0 + $1.count + 4 })
        if let delimiter = head.delimiter { AnnexB.append(packet.extracting(delimiter), to: &bytes) }
        let sps = completedSPS ?? lastSPS
        for set in [sps] + lastPPS where !set.isEmpty { AnnexB.append(set.span.bytes, to: &bytes) }
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: packet) {
            guard !unit.payload.isEmpty, unit.payload != head.delimiter, unit.payload != head.sps,
                !head.pps.contains(unit.payload)
            else { continue }
            AnnexB.append(packet.extracting(unit.payload), to: &bytes)
        }
        return bytes
    }

    private mutating func note(_ extradata: [UInt8]) {
        let bytes = extradata.span.bytes
        note(Head(of: bytes), of: bytes)
    }

    private mutating func note(_ head: Head, of bytes: RawSpan) {
        if let sps = head.sps { note(sps: bytes.extracting(sps)) }
        if !head.pps.isEmpty { lastPPS = head.pps.map { bytes.extracting($0).copied } }
    }

    /// Encoders send the same set again and again.
    private mutating func note(sps nal: RawSpan) {
        let bytes = nal.copied
        guard bytes != lastSPS else { return }
        lastSPS = bytes
        // One that cannot be read here goes out as it came, unchecked: it is the encoder's, and decoders have the last word.
        sequenceParameterSet = try? SequenceParameterSet(nal)
        completedSPS = (try? completion.completing(nal)) ?? nil
    }

    /// Where the NAL units before the first slice are, and whether there is one.
    private struct Head {
        var delimiter: Range<Int>?
        var sps: Range<Int>?
        var pps: [Range<Int>] = []
        var hasPicture = false

        init(of bytes: RawSpan) {
            var cursor = AnnexBCursor()
            while let unit = cursor.next(in: bytes) {
                guard let first = unit.payload.first else { continue }
                switch NALUnitHeader(bytes.unsafeLoad(fromByteOffset: first, as: UInt8.self)).type {
                case .accessUnitDelimiter: delimiter = unit.payload
                case .sps: sps = unit.payload
                case .pps: pps.append(unit.payload)
                case let type where type.isVCL:
                    hasPicture = true
                    return
                default: break
                }
            }
        }
    }
}

extension RawSpan {
    fileprivate var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
