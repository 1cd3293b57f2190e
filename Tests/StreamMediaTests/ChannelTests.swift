import AAC
import MadeStreams
import StreamMedia
import StreamProtocol
import Testing

/// ADTS frames whose header leaves the channels to a program config element.
@Suite struct ChannelTests {
    /// A raw data block that begins with the element, of a pair in front.
    private static func described() throws -> [UInt8] {
        var element = ProgramConfigElement()
        element.front = [ProgramConfigElement.Element(isPair: true, tag: 0)]
        return try element.rawDataBlockPrefix() + [0x21, 0x10, 0x04, 0x60]
    }

    private static let stereo = MadeStream.adts(frames: 2)
    private static let undescribed = MadeStream.adts(frames: 2, channelConfiguration: 0)

    @Test func `frames without the element are left out`() {
        var reader = AACTrackReader()
        var read = ReadStream()
        reader.push(Self.undescribed.span.bytes, arrival: 0) { read.add($0) }
        reader.finish(arrival: 0) { read.add($0) }
        #expect(read.frames.isEmpty && read.tracks.isEmpty)
        #expect(reader.unusableFrameCount == 2)
    }

    @Test func `frames after the element need none of their own`() throws {
        let stream =
            Self.undescribed
            + MadeStream.adts(frames: 1, payload: try Self.described(), channelConfiguration: 0) + Self.undescribed
        let read = ReadStream(stream, .adts)
        #expect(read.frames.count == 3)
        #expect(read.tracks.map(\.channels) == [2])
        #expect(read.frames.map(\.decodeTime.microseconds) == [0, 21_333, 42_666])
        #expect(try !read.written().isEmpty)
    }

    /// Two frames of a mono file lose their channel bits.
    @Test func `damaged headers end nothing`() throws {
        let mono = MadeStream.adts(frames: 3, channelConfiguration: 1)
        var reader = AACTrackReader()
        var read = ReadStream()
        reader.push((mono + Self.undescribed + mono).span.bytes, arrival: 0) { read.add($0) }
        reader.finish(arrival: 0) { read.add($0) }
        #expect(read.tracks.map(\.channels) == [1])
        #expect(reader.unusableFrameCount == 2)
        // The frames that are left out take their time.
        let numbers: [Int64] = [0, 1, 2, 5, 6, 7]
        #expect(read.frames.map(\.decodeTime.microseconds) == numbers.map { $0 * 1_024 * 1_000_000 / 48_000 })
        #expect(read.frames.allSatisfy { $0.generation == 0 })
    }

    @Test func `packets without the element are counted and skipped`() throws {
        var reader = try AACPacketReader()
        var read = ReadStream()
        for (index, packet) in [Self.stereo, Self.undescribed, Self.stereo].enumerated() {
            reader.read(packet.span.bytes, presentationTime: Int64(index) * 42_666, captureTime: 0) { read.add($0) }
        }
        #expect(read.tracks.count == 1)
        #expect(read.frames.map(\.presentationTime.microseconds) == [0, 21_333, 85_332, 106_665])
        #expect(reader.damagedPacketCount == 1)
    }
}
