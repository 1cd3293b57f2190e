import AAC
import StreamInspection
import Testing

struct AACTests {
    /// A frame of AAC LC, 48 kHz, stereo.
    static func frame(_ payload: Int = 20, hertz: Int = 48_000, channels: UInt8 = 2, blocks: Int = 1) throws -> [UInt8]
    {
        var header = ADTSHeader(
            objectType: .lowComplexity,
            samplingFrequency: try #require(SamplingFrequency(hertz: hertz)),
            channelConfiguration: channels,
            frameLength: ADTSHeader.size + payload
        )
        header.blockCount = blocks
        return try header.encoded() + [UInt8](repeating: 0x21, count: payload)
    }

    @Test func `a report counts frames, blocks and samples`() throws {
        let report = try AACReport(try Self.frame(20) + Self.frame(30) + Self.frame(10))
        #expect(report.frames == 3)
        #expect(report.blocks == 3)
        #expect(report.samples == 3_072)
        #expect(report.duration == 0.064)
        #expect(report.sampleRate == 48_000)
        #expect(report.channels == 2)
        #expect(report.codec == "mp4a.40.2")
        #expect(report.smallestFrame == 17)
        #expect(report.largestFrame == 37)
        #expect(report.bitRate == 81 * 8 / 0.064)
        #expect(report.isVariableBitRate)
        #expect(report.anomalies.isEmpty)
        #expect(report.description.contains("48,000 Hz"))
    }

    @Test func `a single frame is enough`() throws {
        #expect(try AACReport(Self.frame()).frames == 1)
    }

    @Test func `bytes between frames are reported`() throws {
        let stream = try Self.frame() + Self.frame() + [1, 2, 3] + Self.frame() + Self.frame()
        let report = try AACReport(stream)
        #expect(report.frames == 4)
        #expect(report.skippedBytes == 3)
        #expect(report.anomalies.map(\.code) == ["garbage"])
        #expect(report.anomalies.first?.offset == 54)
        #expect(report.anomalies.first?.count == 3)
    }

    @Test func `a truncated frame is reported`() throws {
        let report = try AACReport(try Self.frame() + Self.frame() + Self.frame().dropLast(4))
        #expect(report.frames == 2)
        #expect(report.truncatedBytes == 23)
        #expect(report.anomalies.map(\.code) == ["truncatedFrame"])
        #expect(report.anomalies.first?.offset == 54)
    }

    @Test func `a change of format is reported`() throws {
        let stream = try Self.frame() + Self.frame() + Self.frame(hertz: 24_000) + Self.frame(hertz: 24_000)
        let report = try AACReport(stream)
        #expect(report.formats == 2)
        #expect(report.sampleRate == 48_000)
        #expect(report.duration == 2_048.0 / 48_000 + 2_048.0 / 24_000)
        #expect(report.anomalies.map(\.code) == ["formatChange"])
        #expect(report.anomalies.first?.offset == 54)
    }

    @Test func `unusual frames are counted`() throws {
        let stream = try Self.frame(0, channels: 0) + Self.frame(channels: 0, blocks: 3) + Self.frame(channels: 0)
        let report = try AACReport(stream)
        #expect(report.frames == 3)
        #expect(report.blocks == 5)
        #expect(report.multiBlockFrames == 1)
        #expect(report.channels == nil)
        #expect(Set(report.anomalies.map(\.code)) == ["emptyFrame", "undividedBlocks", "unknownChannels"])
    }

    /// A tag of any size, as files from shops have it with the cover in it.
    @Test(arguments: [0, 100, 2_000_000])
    func `an ID3 tag is skipped and counted`(_ size: Int) throws {
        let bytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7f) }
        let tag = Array("ID3".utf8) + [4, 0, 0] + bytes + [UInt8](repeating: 1, count: size)
        let report = try AACReport(tag + Self.frame() + Self.frame())
        #expect(report.id3Tags == 1)
        #expect(report.frames == 2)
        #expect(report.anomalies.isEmpty)
    }
}
