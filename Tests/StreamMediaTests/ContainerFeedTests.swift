import Containers
import H264
import MadeStreams
import NIOCore
import StreamMedia
import StreamProtocol
import Testing

@Suite struct ContainerFeedTests {
    private static let sound = TrackID(1) ?? .zero
    private static let idr = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr()])

    private static func video(_ configuration: [UInt8] = []) -> Track {
        var track = Track(id: .zero, kind: .video, codec: .h264)
        track.configuration = configuration
        return track
    }

    private static func audio() -> Track {
        var track = Track(id: sound, kind: .audio, codec: .aac)
        track.configuration = [0x11, 0x90]
        return track
    }

    private static func frame(
        _ track: TrackID = .zero,
        _ time: Int64,
        flags: FrameHeader.Flags = .randomAccess,
        epoch: UInt32 = 1,
        _ payload: [UInt8] = idr
    ) -> Frame {
        Frame(
            FrameHeader(track: track, flags: flags, epoch: epoch, decodeTime: time, presentationTime: time),
            payload: payload
        )
    }

    /// The events as text: `start 1 2`, `change 1`, and the track and time of each frame.
    private static func events(_ feed: inout ContainerFeed) -> [String] {
        var found: [String] = []
        while let event = feed.next() {
            switch event {
            case .start(let tracks): found.append("start" + tracks.map { " \($0.id)" }.joined())
            case .change(let tracks): found.append("change" + tracks.map { " \($0.id)" }.joined())
            case .frame(let frame, _):
                found.append("\(frame.track) at \(frame.decodeTime)\(frame.isDiscontinuous ? " broken" : "")")
            }
        }
        return found
    }

    @Test func `a container begins with the first picture, which describes its track`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        feed.take(Self.frame(Self.sound, 5_000_000, [1]), arrival: 0)
        #expect(Self.events(&feed) == [])
        feed.take(Self.frame(.zero, 5_010_000), arrival: 0)
        #expect(Self.events(&feed) == ["start 1 2", "2 at 5000000", "1 at 5010000"])
        #expect(feed.omitted.isEmpty)
    }

    @Test func `a camera that sends nothing does not hold up the sound`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        feed.take(Self.frame(Self.sound, 5_000_000, [1]), arrival: 0)
        feed.take(Self.frame(Self.sound, 5_000_000 + ContainerFeed.holdTime, [1]), arrival: 0)
        #expect(Self.events(&feed) == ["start 2", "2 at 5000000", "2 at 7000000"])
        #expect(feed.omitted.isEmpty)
        // Its first picture, when it comes, adds its track.
        feed.take(Self.frame(.zero, 12_960_000, flags: [], [0, 0, 1, 0x41]), arrival: 0)
        feed.take(Self.frame(.zero, 13_000_000), arrival: 0)
        feed.take(Self.frame(.zero, 13_040_000), arrival: 0)
        #expect(Self.events(&feed) == ["change 1 2", "1 at 13000000", "1 at 13040000"])
    }

    @Test func `a picture that nothing describes leaves its track out until another does`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        feed.take(Self.frame(.zero, 5_000_000, [0, 0, 1, 0x65, 1]), arrival: 0)
        #expect(feed.omitted.map(\.id) == [.zero])
        feed.take(Self.frame(.zero, 5_040_000), arrival: 0)
        #expect(feed.omitted.isEmpty)
        #expect(Self.events(&feed) == ["start 1 2", "1 at 5040000"])
    }

    @Test func `a video track that a later table adds is described by its first picture`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio()])
        feed.take(Self.frame(Self.sound, 5_000_000, [1]), arrival: 0)
        feed.follow([Self.audio(), Self.video()])
        #expect(Self.events(&feed) == ["start 2", "2 at 5000000"])
        feed.take(Self.frame(.zero, 9_000_000), arrival: 0)
        #expect(Self.events(&feed) == ["change 1 2", "1 at 9000000"])
    }

    @Test func `what is held comes out when the stream ends`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        feed.take(Self.frame(Self.sound, 5_000_000, [1]), arrival: 0)
        #expect(Self.events(&feed) == [])
        feed.stopHolding()
        #expect(Self.events(&feed) == ["start 2", "2 at 5000000"])
        feed.stopHolding()
        #expect(Self.events(&feed) == [])
    }

    @Test func `a number of frames is held, however small and however close in time they are`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        for _ in 1..<ContainerFeed.holdCount { feed.take(Self.frame(Self.sound, 0, [1]), arrival: 0) }
        #expect(Self.events(&feed) == [])
        feed.take(Self.frame(Self.sound, 0, [1]), arrival: 0)
        #expect(Self.events(&feed).count == 1 + ContainerFeed.holdCount)
    }

    @Test func `frames are held until their memory is needed`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        #expect(feed.heldBytes == 0)
        var length = 0
        for number in 0..<3 {
            let frame = Self.frame(Self.sound, 5_000_000 + Int64(number) * 21_333, [1])
            length += frame.message.readableBytes
            feed.take(frame, arrival: 0)
        }
        #expect(feed.heldBytes == length + 3 * ContainerFeed.heldOverhead)
        feed.stopHolding()
        #expect(Self.events(&feed).first == "start 2")
        #expect(feed.heldBytes == 0)
        feed.take(Self.frame(Self.sound, 5_064_000, [1]), arrival: 0)
        #expect(Self.events(&feed) == ["2 at 5064000"])
        feed.stopHolding()
        #expect(Self.events(&feed) == [])
    }

    @Test func `a picture that is left out for want of an earlier one names its track`() {
        var feed = ContainerFeed()
        feed.follow([Self.audio(), Self.video()])
        let p = MadeStream.annexB([MadeStream.p(1)])
        feed.take(Self.frame(Self.sound, 0, [1]), arrival: 0)
        #expect(feed.trackAwaitingStart == nil)
        feed.take(Self.frame(.zero, 0, flags: [], p), arrival: 0)
        #expect(feed.trackAwaitingStart == .zero)
        feed.take(Self.frame(.zero, 40_000), arrival: 0)
        #expect(feed.trackAwaitingStart == nil)
        feed.take(Gap(track: .zero, reason: .publisher, epoch: 1, first: 2, count: 1))
        #expect(feed.trackAwaitingStart == nil)
        feed.take(Self.frame(.zero, 120_000, flags: [], p), arrival: 0)
        #expect(feed.trackAwaitingStart == .zero)
        feed.take(Self.frame(Self.sound, 120_000, [1]), arrival: 0)
        #expect(feed.trackAwaitingStart == nil)
    }

    @Test func `another key frame does not help a track that none describes`() {
        var feed = ContainerFeed()
        feed.follow([Self.video()])
        feed.take(Self.frame(.zero, 0, [0, 0, 1, 0x65]), arrival: 0)
        feed.take(Self.frame(.zero, 40_000, flags: [], [0, 0, 1, 0x41]), arrival: 0)
        #expect(feed.trackAwaitingStart == nil)
    }

    @Test func `pictures that cannot be decoded are left out`() {
        var feed = ContainerFeed()
        feed.follow([Self.video()])
        let p = MadeStream.annexB([MadeStream.p(1)])
        feed.take(Self.frame(.zero, 5_000_000, flags: [], p), arrival: 0)
        feed.take(Self.frame(.zero, 5_040_000), arrival: 0)
        feed.take(Gap(track: .zero, reason: .latency, epoch: 1, first: 2, count: 1))
        feed.take(Self.frame(.zero, 5_120_000, flags: [], p), arrival: 0)
        feed.take(Self.frame(.zero, 5_160_000, flags: .gradual), arrival: 0)
        feed.take(Self.frame(.zero, 5_200_000, flags: [], p), arrival: 0)
        #expect(Self.events(&feed) == ["start 1", "1 at 5040000", "1 at 5160000 broken", "1 at 5200000"])
    }

    @Test func `frames that were not asked for leave no break`() {
        var feed = ContainerFeed()
        feed.follow([Self.video()])
        feed.take(Self.frame(.zero, 5_000_000), arrival: 0)
        feed.take(Gap(track: .zero, reason: .notRequested, epoch: 1, first: 1, count: 24))
        feed.take(Self.frame(.zero, 6_000_000), arrival: 0)
        #expect(Self.events(&feed) == ["start 1", "1 at 5000000", "1 at 6000000"])
    }

    @Test func `the time line goes on through epochs and restarts of the relay`() {
        var feed = ContainerFeed()
        feed.follow([Self.video()])
        feed.take(Self.frame(.zero, 5_000_000), arrival: 10_000_000)
        feed.take(Self.frame(.zero, 0, flags: [], epoch: 2), arrival: 13_000_000)
        feed.take(Self.frame(.zero, 0, epoch: 2), arrival: 13_000_000)
        feed.beginInstance()
        feed.take(Self.frame(.zero, 77_000_000, epoch: 2), arrival: 14_000_000)
        #expect(
            Self.events(&feed)
                == ["start 1", "1 at 5000000", "1 at 8000000 broken", "1 at 9000000 broken"]
        )
    }

    @Test func `a change of tracks is reported once`() {
        var feed = ContainerFeed()
        feed.follow([Self.video()])
        feed.take(Self.frame(.zero, 5_000_000), arrival: 0)
        feed.follow([Self.video()])
        feed.follow([Self.video(), Self.audio()])
        feed.take(Self.frame(Self.sound, 5_020_000, [1]), arrival: 0)
        feed.follow([Self.audio()])
        feed.take(Self.frame(.zero, 5_040_000), arrival: 0)
        #expect(
            Self.events(&feed) == ["start 1", "1 at 5000000", "change 1 2", "2 at 5020000", "change 2"]
        )
    }

    @Test func `tracks that no container holds are left out`() {
        var feed = ContainerFeed()
        let subtitles = Track(id: Self.sound, kind: .data, codec: FourCC(rawValue: 0x7478_3367))
        feed.follow([subtitles, Self.video()])
        feed.take(Self.frame(Self.sound, 5_000_000), arrival: 0)
        feed.take(Self.frame(.zero, 5_000_000), arrival: 0)
        #expect(Self.events(&feed) == ["start 1", "1 at 5000000"])
        #expect(feed.omitted == [subtitles])
    }

    @Test func `a configuration that does not describe the first picture gives way to it`() throws {
        let other = try H264Description(
            accessUnit: MadeStream.annexB([MadeStream.sps(widthInMbs: 4), MadeStream.pps, MadeStream.idr()]).span.bytes
        )
        var feed = ContainerFeed()
        feed.follow([Self.video(try other.record.encoded())])
        feed.take(Self.frame(.zero, 5_000_000), arrival: 0)
        guard case .start(let tracks) = feed.next(), case .h264(let found) = try #require(tracks.first).description
        else {
            Issue.record("no start")
            return
        }
        #expect(found.sps.codedSize.width == 32)
    }
}
