/// Decides what the bytes at some place of an ADTS stream are, and holds no bytes.
///
/// The rule: a header that agrees with the one before it is taken at its word where it stands right behind that frame.
/// Any other must be confirmed by what follows its frame: a second header that agrees, an ID3 tag, or the end of the
/// stream. So the syncword inside a frame or in garbage is not mistaken for a frame, and a real change of format in
/// mid-stream is followed.
struct ADTSSynchroniser {
    /// What is at a place.
    enum Step: Equatable {
        /// It takes more bytes to tell.
        case needsMore
        /// Nothing: one byte of garbage.
        case garbage
        /// A frame that the end of the stream cuts off.
        case truncated
        /// An ID3v2 tag of this many bytes, which may lie beyond those at hand.
        case tag(Int)
        /// A frame, whole.
        case frame(ADTSHeader)
    }

    /// The bytes that suffice for every decision: the longest frame, and behind it a header or the front of a tag.
    static let window = ADTSHeader.maximumFrameLength + 10
    /// Larger tags are not believed. Covers in tags are seldom larger than a few MB.
    static let maximumTagSize = 16 << 20

    /// The last frame's header, as long as frames follow without a gap.
    private var last: ADTSHeader?
    /// Whether a tag may stand here: at the front of the stream and right behind frames and tags.
    private var isBoundary = true

    /// Goes on past what ``step(at:in:isEnd:)`` found.
    mutating func accept(_ step: Step) {
        switch step {
        case .needsMore: break
        case .garbage, .truncated:
            last = nil
            isBoundary = false
        case .tag: isBoundary = true
        case .frame(let header):
            last = header
            isBoundary = true
        }
    }

    /// What is at `offset` of `bytes`, which has bytes there. At the end of the stream it is never `needsMore`.
    func step(at offset: Int, in bytes: RawSpan, isEnd: Bool) -> Step {
        let available = bytes.byteCount - offset
        if isBoundary, let step = tag(at: offset, in: bytes, isEnd: isEnd) {
            return step
        }
        guard bytes[offset] == 0xff else { return .garbage }
        guard available >= ADTSHeader.size else { return isEnd ? .garbage : .needsMore }
        guard let header = ADTSHeader(at: offset, in: bytes) else { return .garbage }
        if let last, header.isConsistent(with: last) {
            guard available >= header.frameLength else { return isEnd ? .truncated : .needsMore }
            return .frame(header)
        }
        let next = offset + header.frameLength
        if bytes.byteCount - next >= ADTSHeader.size {
            let isConfirmed = ADTSHeader(at: next, in: bytes)?.isConsistent(with: header) ?? isTagFront(next, in: bytes)
            return isConfirmed ? .frame(header) : .garbage
        }
        guard isEnd else { return .needsMore }
        return next <= bytes.byteCount ? .frame(header) : .garbage
    }

    /// An ID3v2 tag: "ID3", version, flags, and the size in four bytes of seven bits.
    private func tag(at offset: Int, in bytes: RawSpan, isEnd: Bool) -> Step? {
        let front = min(3, bytes.byteCount - offset)
        let magic: [UInt8] = [0x49, 0x44, 0x33]
        guard (0..<front).allSatisfy({ bytes[offset + $0] == magic[$0] }) else { return nil }
        guard bytes.byteCount - offset >= 10 else { return isEnd ? nil : .needsMore }
        var size = 0
        for index in 6..<10 {
            guard bytes[offset + index] < 0x80 else { return nil }
            size = size << 7 | Int(bytes[offset + index])
        }
        let hasFooter = bytes[offset + 5] & 0x10 != 0
        return size <= Self.maximumTagSize ? .tag(10 + size + (hasFooter ? 10 : 0)) : nil
    }

    private func isTagFront(_ offset: Int, in bytes: RawSpan) -> Bool {
        bytes[offset] == 0x49 && bytes[offset + 1] == 0x44 && bytes[offset + 2] == 0x33
    }
}
