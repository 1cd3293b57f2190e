import BitCoding

extension ADTSHeader {
    /// Parses the first seven bytes of `bytes`.
    ///
    /// - Throws: `truncated` if there are fewer bytes, and `invalidHeader` if there is no syncword, the layer is not 0,
    ///   the frequency is reserved or the frame is shorter than its header.
    package init(_ bytes: RawSpan) throws(AACError) {
        guard bytes.byteCount >= Self.size else {
            throw AACError(.truncated, "an ADTS header of \(bytes.byteCount) bytes")
        }
        guard let header = Self(at: 0, in: bytes) else {
            throw AACError(.invalidHeader, "no ADTS header")
        }
        self = header
    }

    /// Parses the header at `offset`; `nil` if there is none or too few bytes remain.
    init?(at offset: Int, in bytes: RawSpan) {
        guard bytes.byteCount - offset >= Self.size, bytes[offset] == 0xff, bytes[offset + 1] & 0xf6 == 0xf0 else {
            return nil
        }
        var bits: UInt64 = 0
        for index in 1..<Self.size {
            bits = bits << 8 | UInt64(bytes[offset + index])
        }
        func field(_ low: Int, _ count: Int) -> Int { Int(bits >> low) & (1 << count - 1) }
        guard let frequency = SamplingFrequency(index: UInt8(field(34, 4))) else { return nil }
        self.init(
            objectType: AudioObjectType(rawValue: UInt8(field(38, 2) + 1)),
            samplingFrequency: frequency,
            channelConfiguration: UInt8(field(30, 3)),
            frameLength: field(13, 13)
        )
        isMPEG2 = field(43, 1) == 1
        hasChecksum = field(40, 1) == 0
        isPrivate = field(33, 1) == 1
        isOriginal = field(29, 1) == 1
        isHome = field(28, 1) == 1
        copyrightBit = field(27, 1) == 1
        copyrightStart = field(26, 1) == 1
        bufferFullness = UInt16(field(2, 11))
        blockCount = field(0, 2) + 1
        guard frameLength >= headerLength else { return nil }
    }

    /// The seven bytes; block positions and checksums are not among them.
    ///
    /// Throws `notRepresentable` for an object type, frequency or channel configuration that ADTS does not know, and
    /// for a frame that is too long or shorter than its header.
    public func encoded() throws(AACError) -> [UInt8] {
        guard 1...4 ~= objectType.rawValue, let frequency = samplingFrequency.index, channelConfiguration <= 7 else {
            throw AACError(
                .notRepresentable,
                "\(objectType), \(samplingFrequency), channel configuration \(channelConfiguration)"
            )
        }
        guard headerLength...Self.maximumFrameLength ~= frameLength, 1...4 ~= blockCount, bufferFullness <= 0x7ff else {
            throw AACError(.notRepresentable, "a frame of \(frameLength) bytes and \(blockCount) raw data blocks")
        }
        var writer = BitWriter()
        writer.write(0xfff, 12)
        writer.write(isMPEG2)
        writer.write(0, 2)
        writer.write(!hasChecksum)
        writer.write(objectType.rawValue - 1, 2)
        writer.write(frequency, 4)
        writer.write(isPrivate)
        writer.write(channelConfiguration, 3)
        writer.write(isOriginal)
        writer.write(isHome)
        writer.write(copyrightBit)
        writer.write(copyrightStart)
        writer.write(frameLength, 13)
        writer.write(bufferFullness, 11)
        writer.write(blockCount - 1, 2)
        return writer.bytes
    }
}
