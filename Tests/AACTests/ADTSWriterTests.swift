import AAC
import Testing

@Suite struct ADTSWriterTests {
    @Test func `what is written is read again`() throws {
        let writer = try ADTSWriter(.make(44_100, 2))
        let blocks: [[UInt8]] = [[1, 2, 3, 4], [], [0xff, 0xf1, 0x50]]
        var stream: [UInt8] = []
        for block in blocks {
            try writer.append(block.span.bytes, to: &stream)
        }
        let result = ReadResult(stream)
        #expect(result.blocks.map(\.bytes) == blocks)
        #expect(result.statistics.skippedBytes == 0)
        #expect(result.headers.first?.samplingFrequency.hertz == 44_100)
        #expect(Array(stream.prefix(7)) == [0xff, 0xf1, 0x50, 0x80, 0x01, 0x7f, 0xfc])
    }

    @Test func `the channel configuration stands in front of a block`() throws {
        let config = AudioSpecificConfig.make(48_000, 0, .unsignalled) { $0.programConfig = .example }
        let writer = try ADTSWriter(config)
        let prefix = try ProgramConfigElement.example.rawDataBlockPrefix()
        var stream: [UInt8] = []
        try writer.append(([0x21, 0x10] as [UInt8]).span.bytes, to: &stream)
        try writer.append((prefix + [0x21, 0x11]).span.bytes, to: &stream)
        let result = ReadResult(stream)
        #expect(result.blocks.map(\.bytes) == [prefix + [0x21, 0x10], prefix + [0x21, 0x11]])

        let header = try #require(result.headers.first)
        let first = try #require(result.blocks.first).bytes
        #expect(AudioSpecificConfig(header, rawDataBlock: first.span.bytes) == config)
    }

    @Test func `what ADTS cannot express is refused`() {
        let configs: [AudioSpecificConfig] = [
            .make(12_016, 2),
            .make(48_000, 11),
            .make(48_000, 0),
            .make(48_000, 2, .unsignalled) { $0.objectType = .lowDelay },
            .make(48_000, 2, .unsignalled) { $0.hasShortFrames = true },
        ]
        for config in configs {
            let error = #expect(throws: AACError.self) { try ADTSWriter(config) }
            #expect(error?.code == .notRepresentable)
        }
    }

    @Test func `frames that are too long are refused`() throws {
        let writer = try ADTSWriter(.make(48_000, 2))
        var stream: [UInt8] = []
        let longest = [UInt8](repeating: 0, count: 8184)
        try writer.append(longest.span.bytes, to: &stream)
        #expect(stream.count == 8191)
        let error = #expect(throws: AACError.self) { try writer.append((longest + [0]).span.bytes, to: &stream) }
        #expect(error?.code == .notRepresentable)
        #expect(stream.count == 8191)
    }
}
