import AAC
import Testing

@Suite struct ADTSHeaderTests {
    /// AAC LC, 44.1 kHz, stereo, 11 bytes, variable bit rate.
    private let bytes: [UInt8] = [0xff, 0xf1, 0x50, 0x80, 0x01, 0x7f, 0xfc]

    @Test func `a header is read and written`() throws {
        let header = try ADTSHeader(bytes.span.bytes)
        let expected = ADTSHeader(
            objectType: .lowComplexity,
            samplingFrequency: .make(44_100),
            channelConfiguration: 2,
            frameLength: 11
        )
        #expect(header == expected)
        #expect(header.headerLength == 7)
        #expect(header.samplesPerFrame == 1024)
        #expect(header.channelCount == 2)
        #expect(try header.encoded() == bytes)
    }

    @Test func `every bit belongs to a field`() throws {
        var valid = 0
        for bit in 0..<56 {
            var changed = bytes
            changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            guard let header = try? ADTSHeader(changed.span.bytes) else { continue }
            valid += 1
            #expect(try header.encoded() == changed, "bit \(bit)")
        }
        // The syncword, the layer, and a frame length that drops below that of the header.
        #expect(valid == 56 - 12 - 2 - 1)
    }

    @Test func `checksums make the header longer`() {
        var header = ADTSHeader(
            objectType: .main,
            samplingFrequency: .make(48_000),
            channelConfiguration: 1,
            frameLength: 100
        )
        header.hasChecksum = true
        #expect(header.headerLength == 9)
        header.blockCount = 4
        #expect(header.headerLength == 15)
        #expect(header.samplesPerFrame == 4096)
    }

    @Test(
        arguments: [
            ([], .truncated),
            ([0xff, 0xf1, 0x50, 0x80, 0x01, 0x7f], .truncated),
            ([0xff, 0xe1, 0x50, 0x80, 0x01, 0x7f, 0xfc], .invalidHeader),  // no syncword
            ([0xff, 0xf3, 0x50, 0x80, 0x01, 0x7f, 0xfc], .invalidHeader),  // layer 1
            ([0xff, 0xf1, 0x74, 0x80, 0x01, 0x7f, 0xfc], .invalidHeader),  // frequency index 13
            ([0xff, 0xf1, 0x50, 0x80, 0x00, 0xdf, 0xfc], .invalidHeader),  // a frame of 6 bytes
            ([0xff, 0xf0, 0x50, 0x80, 0x01, 0x1f, 0xfc], .invalidHeader),  // a frame of 8 bytes with checksum
        ] as [([UInt8], AACError.Code)]
    )
    func `a header that is not valid is refused`(_ bytes: [UInt8], _ code: AACError.Code) {
        let error = #expect(throws: AACError.self) { try ADTSHeader(bytes.span.bytes) }
        #expect(error?.code == code)
    }
}
