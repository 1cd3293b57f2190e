import MadeStreams
import StreamMedia
import StreamProtocol
import Testing

@Suite struct AACPacketReaderTests {
    /// AAC LC, 48 kHz, stereo.
    private static let configuration: [UInt8] = [0x11, 0x90]

    @Test func `every raw data block becomes a frame with the packet's time`() throws {
        var reader = try AACPacketReader(configuration: Self.configuration)
        var found = ReadStream()
        let block: [UInt8] = [1, 2, 3]
        for time in [Int64(0), 21_333, 42_666] {
            reader.read(block.span.bytes, presentationTime: time, captureTime: 5) { found.add($0) }
        }
        #expect(found.frames.map(\.presentationTime.microseconds) == [0, 21_333, 42_666])
        #expect(
            found.frames.allSatisfy { $0.bytes == block && $0.microsecondsLong == 21_333 && $0.flags == .randomAccess }
        )
        let track = try #require(found.tracks.first)
        #expect(found.tracks.count == 1)
        #expect(track.configuration == Self.configuration && track.sampleRate == 48_000 && track.channels == 2)
    }

    @Test func `blocks are taken out of ADTS`() throws {
        var reader = try AACPacketReader()
        var found = ReadStream()
        let packet = MadeStream.adts(frames: 3)
        reader.read(packet.span.bytes, presentationTime: 1000, captureTime: 0) { found.add($0) }
        #expect(found.frames.map(\.presentationTime.microseconds) == [1000, 22_333, 43_666])
        #expect(found.frames.map(\.bytes) == rawDataBlocks(packet))
        #expect(found.tracks.map(\.configuration) == [Self.configuration])
        let other = MadeStream.adts(frames: 1, frequencyIndex: 4)
        reader.read(other.span.bytes, presentationTime: 64_000, captureTime: 0) { found.add($0) }
        #expect(found.frames.last?.generation == 1)
    }

    @Test func `packets that are not AAC are counted and skipped`() throws {
        var reader = try AACPacketReader()
        var found = ReadStream()
        for packet in [[], [1, 2, 3], Array(MadeStream.adts(frames: 1).dropLast(3)), MadeStream.adts(frames: 1)] {
            reader.read(packet.span.bytes, presentationTime: nil, captureTime: 0) { found.add($0) }
        }
        #expect(found.frames.count == 1 && reader.damagedPacketCount == 3)
        let error = #expect(throws: MediaError.self) { try AACPacketReader(configuration: [0xff]) }
        #expect(error?.code == .invalidConfiguration)
    }
}
