import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient
@testable import StreamRelay

/// The latency that viewers compute, in simulated time: the clocks of publisher, relay and viewers are 5 s apart and
/// drift.
@Suite struct ClockTests {
    @Test(arguments: [1, 2] as [UInt64])
    func `the told latency is right within its bound for an hour and two publishers`(seed: UInt64) throws {
        var world = try World(seed: seed)
        // The second hour belongs to the second publisher, whose clock differs by 10 s from that of the first.
        for half in 0..<2 {
            if half == 1 { try world.changePublisher() }
            while world.now < Int64(half + 1) * 3_600_000_000 { try world.step() }
        }
        #expect(world.checked > 20_000)
        #expect(world.wrong.isEmpty, "\(world.wrong.prefix(3))")
        // The bound is of use: a viewer with round trips of at most 40 ms knows its latency to a few hundredths.
        #expect(world.largestBound < 60_000)
        #expect(world.unknown < world.checked / 100)
    }
}

/// A clock that is ahead of the true time and runs too fast or too slow.
private struct DriftingClock {
    let offset: Int64
    /// Millionths.
    let rate: Int64

    func time(at now: Int64) -> Int64 { 1_700_000_000_000_000 + offset + now + now * rate / 1_000_000 }
}

/// One publisher at a time, a relay, a viewer that stays, and one that joins anew each minute. Times are true times in
/// microseconds.
private struct World {
    private static let pingInterval: Int64 = 5_000_000
    private static let frameInterval: Int64 = 500_000

    private(set) var now: Int64 = 0
    private(set) var checked = 0
    private(set) var unknown = 0
    private(set) var wrong: [String] = []
    private(set) var largestBound: Int64 = 0

    private var generator: SeededGenerator
    private let relayClock = DriftingClock(offset: 0, rate: -100)
    private var publisher: Publisher
    private var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(10), bytes: 1 << 22))
    private var viewers: [Viewer]

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        publisher = Publisher(epoch: 1, clock: DriftingClock(offset: 5_000_000, rate: 100))
        viewers = []
        try announceTracks()
        viewers = [Viewer(log, at: now), Viewer(log, at: now)]
    }

    /// The publisher is lost, and another takes its place.
    mutating func changePublisher() throws {
        publisher = Publisher(epoch: 2, clock: DriftingClock(offset: -5_000_000, rate: -100))
        try announceTracks()
    }

    /// A frame, and every few seconds the pings.
    mutating func step() throws {
        now += Self.frameInterval
        if now % Self.pingInterval == 2_500_000 { try pingFromPublisher() }
        let joins = now % 60_000_000 == 31_000_000
        if joins { viewers[1] = Viewer(log, at: now) }
        for index in viewers.indices
        where (now + Int64(index) * 1_000_000) % Self.pingInterval == 0 || joins && index == 1 {
            let pong = roundTrip(of: viewers[index].clock)
            try viewers[index].receive(pong, at: now)
        }
        try publishFrame()
        for index in viewers.indices { try deliver(to: index) }
    }

    private mutating func announceTracks() throws {
        let table = try TrackTable(epoch: publisher.epoch, tracks: [Track(id: .zero, kind: .video, codec: .h264)])
        if let entry = try publisher.publication.receive(table, at: deadline(now)) { log.append(entry) }
        if let entry = publisher.publication.takeClockOffset(at: deadline(now)) { log.append(entry) }
    }

    /// A pong that arrives now, after delays that differ between the directions.
    private mutating func roundTrip(of clock: DriftingClock) -> Pong {
        let there = Int64.random(in: 50...20_000, using: &generator)
        let back = Int64.random(in: 50...20_000, using: &generator)
        let relay = relayClock.time(at: now - back)
        return Pong(sent: clock.time(at: now - back - there), received: relay, answered: relay)
    }

    private mutating func pingFromPublisher() throws {
        let pong = roundTrip(of: publisher.clock)
        guard let offset = publisher.receive(pong, at: now) else { return }
        if let entry = try publisher.publication.receive(offset, at: deadline(now)) { log.append(entry) }
    }

    private mutating func publishFrame() throws {
        let delay = Int64.random(in: 1_000...40_000, using: &generator)
        let header = FrameHeader(
            track: .zero,
            flags: publisher.frames % 10 == 0 ? .randomAccess : [],
            epoch: publisher.epoch,
            sequence: publisher.frames,
            decodeTime: now,
            presentationTime: now,
            captureTime: publisher.clock.time(at: now - delay)
        )
        publisher.frames += 1
        let entry = try publisher.publication.receive(
            // The payload is the true time of capture.
            Frame(header, payload: ByteBuffer(integer: now - delay)),
            at: deadline(now),
            allocator: ByteBufferAllocator()
        ).frame
        log.append(entry)
        let kept = log.firstKept(at: deadline(now))
        for index in viewers.indices { viewers[index].cursor.skipDroppedEntries(before: kept, in: log) }
        log.drop(before: kept)
    }

    private mutating func deliver(to index: Int) throws {
        // Frames arrive together now and then.
        guard Int64.random(in: 0..<4, using: &generator) != 0 else { return }
        let received = now + Int64.random(in: 100...30_000, using: &generator)
        let latencies = try viewers[index].read(log, at: deadline(now), received: received)
        note(latencies, at: index)
    }

    private mutating func note(_ latencies: [Viewer.Latency], at index: Int) {
        for latency in latencies {
            guard let told = latency.told else {
                unknown += 1
                continue
            }
            checked += 1
            largestBound = max(largestBound, told.errorBound)
            guard abs(told.microseconds - latency.real) > told.errorBound else { continue }
            wrong.append("viewer \(index) at \(now): \(told), in truth \(latency.real)")
        }
    }

    private func deadline(_ now: Int64) -> NIODeadline { .uptimeNanoseconds(UInt64(now) * 1_000) }
}

private struct Publisher {
    let epoch: UInt32
    let clock: DriftingClock
    var publication: Publication
    var frames: UInt64 = 0
    private var estimator = ClockEstimator()
    private var reporter = ClockReporter()

    init(epoch: UInt32, clock: DriftingClock) {
        self.epoch = epoch
        self.clock = clock
        publication = Publication(epoch: epoch)
    }

    mutating func receive(_ pong: Pong, at now: Int64) -> ClockOffset? {
        _ = estimator.pingSent(at: pong.sent)
        return estimator.receive(pong, at: clock.time(at: now)).flatMap { reporter.received($0) }
    }
}

private struct Viewer {
    /// What a viewer told of a frame, and the truth.
    struct Latency {
        let told: ClockEstimate.Latency?
        let real: Int64
    }

    let clock = DriftingClock(offset: -5_000_000, rate: 100)
    var cursor: Cursor
    private var estimator = ClockEstimator()
    private var session = WatchSession(at: .now)
    private var estimate: ClockEstimate?

    init(_ log: FrameLog, at now: Int64) {
        cursor = Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: .uptimeNanoseconds(UInt64(now) * 1_000))
    }

    mutating func receive(_ pong: Pong, at now: Int64) throws {
        _ = estimator.pingSent(at: pong.sent)
        if let reading = estimator.receive(pong, at: clock.time(at: now)) { _ = try receive(.clock(reading), at: now) }
    }

    /// Reads what the relay has for it.
    mutating func read(_ log: FrameLog, at now: NIODeadline, received: Int64) throws -> [Latency] {
        var latencies: [Latency] = []
        _ = cursor.catchUp(in: log, bound: .seconds(2), now: now)
        while true {
            switch cursor.next(in: log) {
            case .send(let message), .sendControl(let message):
                guard let message = try Self.decode(message) else { return latencies }
                latencies += try receive(.message(message), at: received)
            case .announce(let gap): latencies += try receive(.message(.gap(gap)), at: received)
            case .skipped: break
            case .caughtUp, .ended: return latencies
            }
        }
    }

    private mutating func receive(_ event: ConnectionEvent, at now: Int64) throws -> [Latency] {
        let wallTime = clock.time(at: now)
        return try session.receive(event, at: .now, wallTime: wallTime).compactMap { event -> Latency? in
            switch event {
            case .clock(let estimate):
                self.estimate = estimate
                return nil
            case .frame(let frame):
                let payload = frame.payload
                let captured = try #require(payload.getInteger(at: payload.readerIndex, as: Int64.self))
                let told = estimate?.captureToReceive(captureTime: frame.header.captureTime, now: wallTime)
                return Latency(told: told, real: now - captured)
            default: return nil
            }
        }
    }

    private static func decode(_ message: ByteBuffer) throws -> ProtocolMessage? {
        var decoder = MessageDecoder()
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        let welcome = Welcome(
            epoch: 1,
            streamInstance: 1,
            maximumFrameLength: 1_000,
            pingInterval: 5_000,
            maximumLatency: 2_000,
            state: .live
        )
        ProtocolMessage.welcome(welcome).write(to: &bytes)
        bytes.writeImmutableBuffer(message)
        _ = try decoder.decode(buffer: &bytes)
        _ = try decoder.decode(buffer: &bytes)
        guard case .message(let message)? = try decoder.decode(buffer: &bytes) else { return nil }
        return message
    }
}
