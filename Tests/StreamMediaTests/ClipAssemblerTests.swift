import Containers
import MadeStreams
import NIOCore
import StreamProtocol
import Testing

@testable import StreamMedia

@Suite struct ClipAssemblerTests {
    private static let sound = TrackID(1) ?? .zero
    private static let video = Track(id: .zero, kind: .video, codec: .h264)

    private static func audio(_ configuration: [UInt8] = [0x11, 0x90]) -> Track {
        var track = Track(id: sound, kind: .audio, codec: .aac)
        track.configuration = configuration
        return track
    }

    private static func add(_ frame: Frame, to clip: inout ClipAssembler) {
        let goesOn = clip.take(frame, arrival: 0)
        #expect(goesOn)
    }

    /// Frames of 20 ms, from this one on.
    private static func add(sound numbers: Range<Int>, to clip: inout ClipAssembler) {
        for number in numbers {
            add(frame(sound, number, [UInt8(number % 250), 7]), to: &clip)
        }
    }

    private static func add(pictures numbers: Range<Int>, widthInMbs: Int = 2, to clip: inout ClipAssembler) {
        for number in numbers {
            let units = [MadeStream.sps(widthInMbs: widthInMbs), MadeStream.pps, MadeStream.idr(number % 2)]
            add(frame(.zero, number, MadeStream.annexB(units)), to: &clip)
        }
    }

    private static func frame(_ track: TrackID, _ number: Int, _ payload: [UInt8]) -> Frame {
        let time = 5_000_000 + Int64(number) * 20_000
        return Frame(
            FrameHeader(
                track: track,
                flags: .randomAccess,
                epoch: 1,
                sequence: UInt64(number),
                decodeTime: time,
                presentationTime: time
            ),
            payload: payload
        )
    }

    /// Whether each track is video, its samples, and when its first one is shown.
    private static func tracks(_ clip: ClipAssembler) throws -> [(isVideo: Bool, count: Int, start: Double)] {
        var clip = clip
        clip.finish()
        var bytes = clip.head()
        for sample in clip.samples { sample.layout.append(sample.payload.readableBytesSpan, to: &bytes) }
        let index = try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
        return index.tracks.map { track in
            let start = Double(Array(track.samples).first?.presentationTime ?? 0) / Double(track.track.timescale)
            return (track.track.isVideo, track.samples.count, start)
        }
    }

    @Test func `sound of another kind begins the clip anew`() throws {
        var clip = ClipAssembler()
        clip.follow([Self.audio()])
        Self.add(sound: 0..<50, to: &clip)
        clip.follow([Self.audio([0x12, 0x10])])
        Self.add(sound: 50..<60, to: &clip)
        #expect(clip.beginsAtChange)
        #expect(try Self.tracks(clip).map(\.count) == [10])
    }

    @Test func `a camera whose first picture is late is in the clip`() throws {
        var clip = ClipAssembler()
        clip.follow([Self.audio(), Self.video])
        Self.add(sound: 0..<200, to: &clip)
        Self.add(pictures: 200..<210, to: &clip)
        #expect(!clip.beginsAtChange)
        let tracks = try Self.tracks(clip)
        try #require(tracks.map(\.isVideo) == [false, true])
        #expect(tracks.map(\.count) == [200, 10])
        #expect(abs(tracks[1].start - tracks[0].start - 4) < 0.001)
    }

    @Test func `a track that a later table adds is in the clip`() throws {
        var clip = ClipAssembler()
        clip.follow([Self.video])
        Self.add(pictures: 0..<10, to: &clip)
        clip.follow([Self.video, Self.audio()])
        Self.add(sound: 10..<30, to: &clip)
        Self.add(pictures: 10..<20, to: &clip)
        #expect(!clip.beginsAtChange)
        #expect(try Self.tracks(clip).map(\.count) == [20, 20])
    }

    @Test func `a camera that returns with another size begins the clip anew`() throws {
        var clip = ClipAssembler()
        clip.follow([Self.audio(), Self.video])
        Self.add(pictures: 0..<10, to: &clip)
        Self.add(sound: 0..<10, to: &clip)
        clip.follow([Self.audio()])
        clip.follow([Self.audio(), Self.video])
        Self.add(pictures: 20..<23, widthInMbs: 4, to: &clip)
        Self.add(sound: 20..<24, to: &clip)
        #expect(clip.beginsAtChange)
        #expect(try Self.tracks(clip).map(\.count) == [3, 4])
    }

    @Test func `sound that waits for pictures is in a clip that ends`() throws {
        var clip = ClipAssembler()
        clip.follow([Self.audio(), Self.video])
        Self.add(sound: 0..<20, to: &clip)
        #expect(clip.head().isEmpty)
        #expect(try Self.tracks(clip).map(\.count) == [20])
    }

    @Test func `more tracks than a clip can state begin it anew`() throws {
        var clip = ClipAssembler()
        let tracks = (0..<UInt16(ContainerLimits.tracks) + 1).compactMap { TrackID($0) }.map { id in
            var track = Self.audio()
            track.id = id
            return track
        }
        clip.follow(Array(tracks.dropLast()))
        for track in tracks.dropLast() { Self.add(Self.frame(track.id, 0, [7]), to: &clip) }
        clip.follow(Array(tracks.dropFirst()))
        for track in tracks.dropFirst() { Self.add(Self.frame(track.id, 1, [7]), to: &clip) }
        #expect(clip.beginsAtChange)
        #expect(try Self.tracks(clip).map(\.count) == Array(repeating: 1, count: ContainerLimits.tracks))
    }
}
