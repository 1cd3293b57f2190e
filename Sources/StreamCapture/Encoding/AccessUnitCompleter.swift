import BitCoding
import H264
import StreamProtocol

/// Turns an encoder's packet into the access unit to send: parameter sets precede each IDR picture, and the sequence
/// parameter set contains the decoder's reorder delay.
///
/// x264 writes all of this. Hardware encoders differ.
struct AccessUnitCompleter {
    /// The values that the sequence parameter sets must contain.
    private let completion: VUICompletion
    /// The last parameter sets, as the encoder wrote them.
    private var lastSPS: [UInt8] = []
    private var lastPPS: [[UInt8]] = []
    /// The replacement of ``lastSPS``; `nil` if it needs none.
    private var completedSPS: [UInt8]?
    /// The parsed ``lastSPS``; `nil` before the first one.
    private(set) var sequenceParameterSet: SequenceParameterSet?

    init(_ target: EncodingTarget) {
        let rate = target.format.frameRate
        completion = VUICompletion(
            framesPerSecond: (rate.numerator, rate.denominator),
            maxReorderFrames: target.bFrames == 0 ? 0 : nil
        )
    }

    /// - Parameters:
    ///   - packet: One access unit in Annex B format, or the parameter sets of the following ones.
    ///   - isKey: Whether it is a random access point.
    ///   - extradata: Parameter sets that the encoder stores separately, in Annex B format; usually none.
    /// - Returns: `nil` for a packet without a picture: its parameter sets precede the next key frame.
    mutating func complete(_ packet: RawSpan, isKey: Bool, extradata: @autoclosure () -> [UInt8]) -> [UInt8]? {
        let head = Head(of: packet)
        note(head, of: packet)
        guard head.hasPicture else { return nil }
        // A set with a picture that is no key must be completed as well: it stays in force.
        guard isKey || head.sps != nil else { return Array(copying: packet) }
        if lastSPS.isEmpty || lastPPS.isEmpty { note(extradata()) }
        if head.sps != nil, !head.pps.isEmpty, completedSPS == nil { return Array(copying: packet) }
        return rebuilt(packet, head)
    }

    /// The access unit with complete parameter sets after its delimiter, if it has one.
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
        if !head.pps.isEmpty { lastPPS = head.pps.map { Array(copying: bytes.extracting($0)) } }
    }

    /// Encoders repeat the same set many times.
    private mutating func note(sps nal: RawSpan) {
        let bytes = Array(copying: nal)
        guard bytes != lastSPS else { return }
        lastSPS = bytes
        // An unreadable set is sent unchanged: it comes from the encoder, and decoders may understand it.
        sequenceParameterSet = try? SequenceParameterSet(nal)
        completedSPS = (try? completion.completing(nal)) ?? nil
    }

    /// The NAL units before the first slice, and whether there is a slice.
    private struct Head {
        var delimiter: Range<Int>?
        var sps: Range<Int>?
        var pps: [Range<Int>] = []
        var hasPicture = false

        init(of bytes: RawSpan) {
            var cursor = AnnexBCursor()
            while let unit = cursor.next(in: bytes) {
                guard let first = unit.payload.first else { continue }
                switch NALUnitHeader(bytes[first]).type {
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
