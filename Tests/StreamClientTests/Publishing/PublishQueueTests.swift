import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

@Suite struct PublishQueueTests {
    private let start = ContinuousClock.now
    private var queue = PublishQueue(limits: PublishLimits(bytes: 50, age: .seconds(2)))

    init() {
        queue.setTracks([.video, .audio])
    }

    // MARK: In order

    @Test mutating func `nothing is handed out before a relay is connected`() throws {
        _ = queue.append(.key(0), at: start)
        #expect(queue.take(atMost: .max).buffers.isEmpty)
        #expect(queue.begin(.sample(epoch: 4)) == [])
        #expect(try sent() == ["tracks@4", "video 0@4 key"])
        #expect(queue.isEmpty)
    }

    @Test mutating func `each track counts for itself`() throws {
        _ = queue.begin(.sample())
        for frame in [MediaFrame.key(0), .audio(0), .delta(1), .audio(1)] { _ = queue.append(frame, at: start) }
        #expect(try sent() == ["tracks@1", "video 0@1 key", "audio 0@1", "video 1@1", "audio 1@1"])
    }

    @Test mutating func `a first connection gets everything`() throws {
        for frame in [MediaFrame.delta(0), .key(1)] { _ = queue.append(frame, at: start) }
        #expect(queue.begin(.sample()) == [])
        #expect(try sent() == ["tracks@1", "video 0@1", "video 1@1 key"])
    }

    @Test mutating func `a changed track keeps its position in the queue`() throws {
        _ = queue.begin(.sample())
        _ = queue.append(.key(0), at: start)
        queue.setTracks([.video])
        queue.setTracks([.audio])
        _ = queue.append(.audio(0), at: start)
        #expect(try sent() == ["tracks@1", "video 0@1 key", "tracks@1", "audio 0@1"])
        #expect(!queue.knows(.video))
    }

    @Test mutating func `a source can begin an epoch`() throws {
        _ = queue.begin(.sample(epoch: 4))
        for frame in [MediaFrame.key(0), .audio(0)] { _ = queue.append(frame, at: start) }
        queue.setTracks([.video, .audio], beginningEpoch: true)
        queue.setTracks([.video])
        #expect(queue.append(.delta(1), at: start) == .init(isQueued: false), "the last picture is of another epoch")
        for frame in [MediaFrame.key(2), .delta(3)] { _ = queue.append(frame, at: start) }
        #expect(
            try sent() == [
                "tracks@4", "video 0@4 key", "audio 0@4", "tracks@5", "video 0@5 key", "video 1@5",
            ]
        )
        #expect(queue.begin(.sample(epoch: 6)) == TrackSet(.video))
        #expect(try sent() == ["tracks@6"])
    }

    /// Within an epoch, a relay does not accept another kind of a track.
    @Test mutating func `a track of another kind begins an epoch`() throws {
        _ = queue.begin(.sample(epoch: 4))
        for frame in [MediaFrame.key(0), .audio(0)] { _ = queue.append(frame, at: start) }
        queue.setTracks([.audio])
        _ = queue.append(.audio(1), at: start)
        var other = Track.audio
        other.kind = .data
        queue.setTracks([other])
        _ = queue.append(.audio(2), at: start)
        queue.setTracks([.video])
        _ = queue.append(.key(3), at: start)
        #expect(
            try sent() == [
                "tracks@4", "video 0@4 key", "audio 0@4", "tracks@4", "audio 1@4", "tracks@5", "audio 0@5", "tracks@5",
                "video 0@5 key",
            ]
        )
    }

    @Test mutating func `no more is handed out than asked for`() throws {
        _ = queue.begin(.sample())
        for time in 0..<5 { _ = queue.append(.key(Int64(time)), at: start) }
        #expect(queue.take(atMost: 1).buffers.count == 1)
        #expect(queue.take(atMost: 60).buffers.count == 2)
    }

    @Test mutating func `a full queue is reported`() {
        #expect(queue.hasRoom(for: 1_000), "one frame always fits")
        _ = queue.append(.key(0, bytes: 30), at: start)
        #expect(queue.hasRoom(for: 20))
        #expect(!queue.hasRoom(for: 21))
    }

    // MARK: Too much

    @Test mutating func `whole groups of pictures are dropped`() throws {
        _ = queue.begin(.sample())
        _ = queue.append(.key(0), at: start)
        #expect(try sent() == ["tracks@1", "video 0@1 key"])
        for frame in [MediaFrame.delta(1), .delta(2), .key(3), .delta(4), .audio(4)] {
            #expect(queue.offer(frame, at: start).isQueued)
        }
        // The rest of the first group is dropped, up to the key frame in the queue.
        #expect(queue.offer(.delta(5), at: start) == .init(isQueued: true))
        #expect(try sent() == ["gap video 1+2@1", "video 3@1 key", "video 4@1", "audio 0@1", "video 5@1"])
    }

    @Test mutating func `a key frame is requested where none waits`() throws {
        _ = queue.begin(.sample())
        for frame in [MediaFrame.key(0), .delta(1), .delta(2), .delta(3), .delta(4)] {
            _ = queue.offer(frame, at: start)
        }
        #expect(queue.offer(.delta(5), at: start) == .init(isQueued: false, wantsKeyFrame: TrackSet(.video)))
        #expect(queue.offer(.delta(6), at: start) == .init(isQueued: false), "asking once is enough")
        #expect(queue.offer(.key(7), at: start) == .init(isQueued: true))
        // The epoch begins with the first frame that is sent.
        #expect(try sent() == ["tracks@1", "video 0@1 key"])
    }

    @Test mutating func `a loss is reported at once`() throws {
        _ = queue.begin(.sample())
        _ = queue.append(.key(0), at: start)
        _ = try sent()
        for time in 1...6 { _ = queue.offer(.delta(Int64(time)), at: start) }
        #expect(!queue.isEmpty)
        #expect(try sent() == ["gap video 1+6@1"])
        #expect(queue.isEmpty)
        _ = queue.offer(.delta(7), at: start)
        _ = queue.offer(.key(8), at: start)
        #expect(try sent() == ["gap video 7+1@1", "video 8@1 key"])
    }

    @Test mutating func `a key frame that comes anyway is not requested`() {
        for frame in [MediaFrame.key(0, bytes: 40)] { _ = queue.offer(frame, at: start) }
        #expect(queue.offer(.key(1, bytes: 40), at: start) == .init(isQueued: true))
    }

    @Test mutating func `video makes room before sound does`() throws {
        _ = queue.begin(.sample())
        for frame in [MediaFrame.audio(0), .key(0), .audio(1), .delta(1), .audio(2)] {
            _ = queue.offer(frame, at: start)
        }
        _ = queue.offer(.audio(3), at: start)
        #expect(try sent() == ["tracks@1", "audio 0@1", "audio 1@1", "audio 2@1", "audio 3@1"])
    }

    @Test mutating func `sound alone loses its oldest frames`() throws {
        _ = queue.begin(.sample())
        _ = queue.append(.audio(0), at: start)
        _ = try sent()
        for time in 1...7 { #expect(queue.offer(.audio(Int64(time)), at: start).isQueued) }
        #expect(try sent() == ["gap audio 1+2@1"] + (3...7).map { "audio \($0)@1" })
    }

    @Test mutating func `frames that waited too long are dropped`() throws {
        _ = queue.begin(.sample())
        _ = queue.offer(.key(0), at: start)
        _ = try sent()
        _ = queue.offer(.delta(1), at: start)
        _ = queue.offer(.audio(1), at: start)
        _ = queue.offer(.key(2), at: start + .seconds(1))
        _ = queue.offer(.delta(3), at: start + .milliseconds(2_500))
        #expect(try sent() == ["gap video 1+1@1", "video 2@1 key", "video 3@1"])
        // The dropped sound was the first of its epoch.
        _ = queue.offer(.audio(4), at: start + .seconds(3))
        #expect(try sent() == ["audio 0@1"])
    }

    @Test mutating func `the newest random access point outlives its time`() throws {
        _ = queue.begin(.sample())
        _ = queue.offer(.key(0), at: start)
        #expect(queue.offer(.delta(1), at: start + .seconds(1)) == .init(isQueued: true))
        let late = start + .seconds(3)
        #expect(queue.offer(.delta(2), at: late) == .init(isQueued: true, wantsKeyFrame: TrackSet(.video)))
        #expect(queue.offer(.delta(3), at: late) == .init(isQueued: true), "asking once is enough")
        // Whenever there is room, there is a picture to send.
        #expect(try sent() == ["tracks@1", "video 0@1 key", "video 1@1", "video 2@1", "video 3@1"])
    }

    @Test mutating func `a new random access point replaces an old one`() throws {
        _ = queue.begin(.sample())
        _ = queue.append(.key(0), at: start)
        _ = try sent()
        _ = queue.offer(.key(1), at: start)
        _ = queue.offer(.delta(2), at: start + .milliseconds(2_500))
        #expect(queue.offer(.key(3), at: start + .seconds(3)) == .init(isQueued: true))
        #expect(try sent() == ["gap video 1+2@1", "video 3@1 key"])
    }

    @Test mutating func `sound does not outlive its time with a picture`() throws {
        _ = queue.begin(.sample())
        _ = queue.offer(.key(0), at: start)
        _ = queue.offer(.audio(0), at: start)
        _ = queue.offer(.audio(1), at: start + .seconds(3))
        #expect(try sent() == ["tracks@1", "video 0@1 key", "audio 0@1"])
    }

    /// An uplink that takes bytes only every ten seconds, and an encoder that follows requests: each time there is a
    /// picture to send that is newer than the last.
    @Test func `pictures never stop for good`() throws {
        var queue = PublishQueue(limits: PublishLimits())
        queue.setTracks([.video])
        _ = queue.begin(.sample())
        var isWanted = false
        var lastSent: Int64 = -1
        for frame in 0..<Int64(30 * 60) {
            let now = start + .milliseconds(frame * 33)
            let isKey = isWanted || frame.isMultiple(of: 60)
            let result = queue.offer(isKey ? .key(frame) : .delta(frame), at: now)
            isWanted = !result.wantsKeyFrame.isEmpty
            guard frame % 300 == 299 else { continue }
            let frames = try messages(queue.take(atMost: .max)).compactMap { message in
                if case .frame(let frame) = message { frame.header } else { nil }
            }
            let first = try #require(frames.first)
            #expect(first.flags.contains(.randomAccess))
            // A group of pictures, and the time that a frame may wait.
            #expect(first.decodeTime > lastSent && frame - first.decodeTime <= 60 + 46)
            lastSent = first.decodeTime
        }
    }

    @Test mutating func `a frame that the relay would not take is dropped with its group`() throws {
        _ = queue.begin(.sample(maximumFrameLength: 20))
        for frame in [MediaFrame.key(0), .delta(1, bytes: 21), .delta(2)] { _ = queue.append(frame, at: start) }
        let handover = queue.take(atMost: .max)
        #expect(try describe(handover) == ["tracks@1", "video 0@1 key", "gap video 1+2@1"])
        #expect(handover.tooLong.map(\.decodeTime.microseconds) == [1])
        #expect(handover.wantsKeyFrame == TrackSet(.video))
    }

    // MARK: Again

    @Test mutating func `a new epoch begins at a random access point`() throws {
        _ = queue.begin(.sample(epoch: 1))
        _ = queue.append(.key(0), at: start)
        _ = queue.append(.audio(0), at: start)
        _ = try sent()
        for frame in [MediaFrame.delta(1), .audio(1), .key(2), .delta(3)] { _ = queue.append(frame, at: start) }
        #expect(queue.begin(.sample(epoch: 2)) == [])
        #expect(try sent() == ["tracks@2", "audio 0@2", "video 0@2 key", "video 1@2"])
    }

    @Test mutating func `a new epoch waits for a random access point`() throws {
        _ = queue.begin(.sample(epoch: 1))
        _ = queue.append(.key(0), at: start)
        _ = try sent()
        _ = queue.append(.delta(1), at: start)
        #expect(queue.begin(.sample(epoch: 2)) == TrackSet(.video))
        #expect(!queue.append(.delta(2), at: start).isQueued)
        #expect(queue.append(.key(3), at: start).isQueued)
        #expect(try sent() == ["tracks@2", "video 0@2 key"])
    }

    @Test mutating func `a track table that waits is not sent twice`() throws {
        _ = queue.begin(.sample(epoch: 1))
        _ = try sent()
        queue.setTracks([.audio])
        _ = queue.begin(.sample(epoch: 2))
        #expect(try sent() == ["tracks@2"])
    }

    // MARK: Whatever happens

    /// What a viewer can rely on, after any history: no number is used twice or missing without a gap, and after a gap,
    /// video continues at a random access point.
    @Test(arguments: 0..<UInt64(50))
    func `random use keeps the queue's invariants`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var queue = PublishQueue(limits: PublishLimits(bytes: 100, age: .seconds(2)))
        queue.setTracks([.video, .audio])
        var now = start
        var epoch: UInt32 = 0
        var next: [TrackID: UInt64] = [:]
        var needsKey = false
        var (offered, sent, reported) = (0, 0, 0)
        func offer(_ frame: MediaFrame) {
            offered += 1
            _ = queue.offer(frame, at: now)
        }
        for step in 0..<400 {
            now += .milliseconds(Int64.random(in: 0...300, using: &generator))
            let bytes = Int.random(in: 1...40, using: &generator)
            reported += queue.takeLosses().reduce(0) { $0 + $1.count }
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<8: offer(.delta(Int64(step), bytes: bytes))
            case 8..<10: offer(.key(Int64(step), bytes: bytes))
            case 10..<15: offer(.audio(Int64(step), bytes: bytes))
            case 15..<19:
                for message in try messages(queue.take(atMost: Int.random(in: 1...300, using: &generator))) {
                    switch message {
                    case .frame(let frame):
                        let header = frame.header
                        sent += 1
                        #expect(header.epoch == epoch)
                        #expect(header.sequence == next[header.track, default: 0])
                        next[header.track] = header.sequence + 1
                        guard header.track == .video else { continue }
                        #expect(!needsKey || header.flags.contains(.randomAccess))
                        needsKey = false
                    case .gap(let gap):
                        #expect(gap.reason == .publisher)
                        #expect(gap.first == next[gap.track])
                        next[gap.track] = gap.first + gap.count
                        if gap.track == .video { needsKey = true }
                    default: break
                    }
                }
            default:
                needsKey = epoch > 0
                epoch += 1
                next = [:]
                _ = queue.begin(.sample(epoch: epoch))
            }
        }
        _ = queue.begin(.sample(epoch: epoch + 1))
        sent += try messages(queue.take(atMost: .max)).count { if case .frame = $0 { true } else { false } }
        reported += queue.takeLosses().reduce(0) { $0 + $1.count }
        #expect(sent + reported == offered, "every frame is sent, or reported as left out")
        #expect(queue.losses.total == UInt64(reported))
    }

    @Test mutating func `each frame that is dropped has its reason`() throws {
        _ = queue.begin(.sample())
        for frame in [MediaFrame.key(0), .delta(1), .delta(2), .delta(3), .audio(3)] {
            _ = queue.offer(frame, at: start)
        }
        #expect(queue.takeLosses().isEmpty)
        _ = queue.offer(.delta(4), at: start)
        _ = queue.offer(.audio(5), at: start + .seconds(3))
        let losses = queue.takeLosses()
        #expect(losses.map(\.reason) == [.queueFull, .undecodable, .tooLate])
        #expect(losses.map(\.track) == [.video, .video, .audio])
        #expect(losses.map(\.count) == [1, 4, 1], "the picture that came last needs those before it")
        #expect(losses.map(\.firstDecodeTime.microseconds) == [0, 1, 3])
        #expect(losses.map(\.lastDecodeTime.microseconds) == [0, 4, 3])
        #expect(queue.takeLosses().isEmpty)
        #expect(queue.losses.total == 6)
    }

    // MARK: Reading what is sent

    private mutating func sent() throws -> [String] { try describe(queue.take(atMost: .max)) }

    private func describe(_ handover: PublishQueue.Handover) throws -> [String] {
        func name(_ track: TrackID) -> String { track == .video ? "video" : "audio" }
        return try messages(handover).map { message in
            switch message {
            case .tracks(let table): return "tracks@\(table.epoch)"
            case .gap(let gap): return "gap \(name(gap.track)) \(gap.first)+\(gap.count)@\(gap.epoch)"
            case .frame(let frame):
                let header = frame.header
                let isKey = header.track == .video && header.flags.contains(.randomAccess)
                return "\(name(header.track)) \(header.sequence)@\(header.epoch)" + (isKey ? " key" : "")
            default: return "\(message.type)"
            }
        }
    }

    /// The messages that a relay reads.
    private func messages(_ handover: PublishQueue.Handover) throws -> [ProtocolMessage] {
        var wire = ClientHandshake.opening(Hello(role: .publish, stream: .live, instance: InstanceID(high: 0, low: 0)))
        for var buffer in handover.buffers { wire.writeBuffer(&buffer) }
        var decoder = MessageDecoder()
        var messages: [ProtocolMessage] = []
        while let input = try decoder.decode(buffer: &wire) {
            if case .message(let message) = input { messages.append(message) }
        }
        return Array(messages.dropFirst())
    }
}
