import StreamClient
import StreamMedia
import StreamProtocol
import Synchronization

/// Reads an input and gives its frames to a publisher when they are due.
final class PublishFeed: MediaFeed {
    /// How long a pipe is quiet before what it brought is taken for whole: longer than a busy system holds up an
    /// encoder in the middle of an access unit, shorter than a frame lasts.
    static let quietMilliseconds = 15
    /// How long where it looks cut off: a program that writes in pieces is held up by more than the system.
    static let cutMilliseconds = 250
    /// How often a source that brings nothing is left to see whether it is time to stop.
    static let idleMilliseconds = 200
    /// What a file without timing of its own is sent at.
    static let fallbackRate = Track.Rate(perSecond: 25)

    private let source: ByteSource
    private let publisher: StreamPublisher
    private let rate: Track.Rate?
    private let speed: Double
    private let loops: Bool
    private let isStopped = Atomic(false)
    private let patience = InputPatience()
    private let hasToldOversize = Atomic(false)

    init(source: ByteSource, publisher: StreamPublisher, rate: Track.Rate?, speed: Double, loops: Bool) {
        self.source = source
        self.publisher = publisher
        self.rate = rate
        self.speed = speed
        self.loops = loops
    }

    /// Ends ``run()`` after the frame that it is at.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    func react(to event: PublishEvent) throws {
        if case .disconnected = event { try patience.check() }
    }

    /// Feeds the publisher until the input ends.
    ///
    /// - Throws: ``Failure`` when the input cannot be read or is no stream.
    func run() async throws {
        defer { patience.inputEnded() }
        var (start, hasEnded) = try await probe()
        guard let format = ElementaryStreamFormat(detecting: start.span.bytes, isComplete: hasEnded) else {
            throw Failure(
                .badData,
                "\(source.name) holds neither H.264 (Annex B) nor AAC (ADTS); see 'streamd inspect'."
            )
        }
        var reader = ElementaryStreamReader(format, source: timeSource)
        var pace = source.isFile ? Pace(speed: speed) : Pace(speed: nil)
        try await give(&reader, &pace) { $0.push(start.span.bytes, arrival: WallClock.system.now, $1) }
        var tail = PipeTail(start.count)
        start = []
        while !isStopped.load(ordering: .relaxed) {
            switch hasEnded ? .end : try await source.read(waitingFor: waitingTime(pace, tail)) {
            case .bytes(let bytes):
                tail.received(bytes.count)
                try await give(&reader, &pace) { $0.push(bytes.span.bytes, arrival: WallClock.system.now, $1) }
            case .quiet:
                guard pace.isLive else { continue }
                tail.flushed()
                try await give(&reader, &pace) { $0.flush(arrival: WallClock.system.now, $1) }
            case .end:
                try await give(&reader, &pace) { $0.finish(arrival: WallClock.system.now, $1) }
                guard loops else { return }
                try source.rewind()
                hasEnded = false
            }
        }
    }

    private var timeSource: TimeSource {
        if let rate { return .rate(rate) }
        return source.isFile ? .stream(fallback: Self.fallbackRate) : .arrival
    }

    private func waitingTime(_ pace: Pace, _ tail: PipeTail) -> Int {
        guard pace.isLive else { return Self.idleMilliseconds }
        return tail.looksCut ? Self.cutMilliseconds : Self.quietMilliseconds
    }

    /// Reads as much as it takes to tell the format.
    private func probe() async throws -> (bytes: [UInt8], hasEnded: Bool) {
        var bytes: [UInt8] = []
        while bytes.count < ElementaryStreamFormat.probeLength, !isStopped.load(ordering: .relaxed) {
            switch try await source.read(waitingFor: Self.idleMilliseconds) {
            case .bytes(let more): bytes += more
            case .quiet:
                // An encoder that starts slowly has said enough when it can be recognised.
                if ElementaryStreamFormat(detecting: bytes.span.bytes) != nil { return (bytes, false) }
            case .end: return (bytes, true)
            }
        }
        return (bytes, false)
    }

    /// Tells once of what is too large: where one picture is, many are.
    private func tellOversize(_ count: Int) {
        guard count > 0, !hasToldOversize.exchange(true, ordering: .relaxed) else { return }
        Terminal.say("\(source.name) has a picture of more than 16 MiB, which is left out; lower its bit rate.")
    }

    /// Gives what `read` finds to the publisher, each frame when it is due.
    private func give(
        _ reader: inout ElementaryStreamReader,
        _ pace: inout Pace,
        _ read: (inout ElementaryStreamReader, (MediaEvent) -> Void) -> Void
    ) async throws {
        var events: [MediaEvent] = []
        read(&reader) { events.append($0) }
        tellOversize(reader.oversizeCount)
        for event in events where !isStopped.load(ordering: .relaxed) {
            switch event {
            case .track(let track): try publisher.setTracks([track])
            case .frame(let frame):
                if let wait = pace.wait(until: frame.decodeTime, now: .now) { try await Task.sleep(for: wait) }
                let outgoing = OutgoingFrame(
                    frame,
                    captureTime: pace.isPaced ? WallClock.system.now : frame.captureTime
                )
                if pace.isLive { publisher.offer(outgoing) } else { try await publisher.send(outgoing) }
            }
        }
    }
}
