import BitCoding

/// Interprets the bytes at a position of an ADTS stream. It holds no bytes.
///
/// A header directly after a frame is accepted if it is consistent with that frame's header. Any other header must be
/// confirmed by the bytes after its frame: a consistent header, an ID3 tag, or the end of the stream. So a syncword
/// inside a frame or in garbage is not mistaken for a frame, and a change of format in the middle of a stream is
/// accepted.
struct ADTSSynchroniser {
    /// The interpretation of a position.
    enum Step: Equatable {
        /// It takes more bytes to tell.
        case needsMore
        /// Nothing: one byte of garbage.
        case garbage
        /// A frame that the end of the stream cuts off.
        case truncated
        /// An ID3v2 tag of this many bytes, which may exceed the available bytes.
        case tag(Int)
        /// A frame, whole.
        case frame(ADTSHeader)
    }

    /// How many bytes suffice for every decision: the longest frame, and after it a header or the start of a tag.
    static let window = ADTSHeader.maximumFrameLength + 10
    /// The largest tag that is accepted. Covers in tags rarely exceed a few MB.
    static let maximumTagSize = 16 << 20

    /// The header of the last frame, if no gap has followed it.
    private var last: ADTSHeader?
    /// Whether a tag is allowed here: at the start of the stream and directly after frames and tags.
    private var isBoundary = true

    /// Moves past the result of ``step(at:in:isEnd:)``.
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

    /// Interprets the bytes at `offset`, which must be less than their count. With `isEnd` the result is never
    /// `needsMore`.
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
