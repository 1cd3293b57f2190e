import BitCoding
import Platform
import StreamClient
import StreamMedia
import StreamProtocol

/// Reads an elementary stream and passes its frames on, on time.
final class ElementaryStreamFeed: MediaFeed {
    /// How long a pipe must be quiet before its last access unit counts as complete. Longer than the scheduling delays
    /// of a busy system, shorter than a frame.
    static let quietMilliseconds = 15
    /// The same for an access unit that looks cut off: a program that writes in pieces pauses for longer.
    static let cutMilliseconds = 250
    /// How often to check for the end while the source delivers nothing.
    static let idleMilliseconds = 200
    /// The frame rate of a file without its own timing.
    static let fallbackRate = Track.Rate(perSecond: 25)

    private let input: ByteSource
    private let receiver: any MediaReceiver
    private let rate: Track.Rate?
    private let speed: Double
    private let loops: Bool
    private let isStopped = Atomic(false)
    private let drainTimeout = DrainTimeout()
    private let hasReportedOversize = Atomic(false)
    private let hasReportedUnusable = Atomic(false)
    /// Whether frames that take time have been read: pictures or sound, and not parameter sets alone.
    private let hasFrames = Atomic(false)

    init(source: ByteSource, to receiver: any MediaReceiver, rate: Track.Rate?, speed: Double, loops: Bool) {
        input = source
        self.receiver = receiver
        self.rate = rate
        self.speed = speed
        self.loops = loops
    }

    var source: PublishEnding.Source { input.isFile ? (loops ? .endless : .file) : .pipe }

    /// Makes ``run()`` end after the current frame.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    func react(to event: PublishEvent) throws {
        if case .disconnected = event { try drainTimeout.check() }
    }

    /// The input is neither of the two formats. The format of a pipe cannot be detected, because it is read once.
    private static func noStream(in source: ByteSource, beginningWith bytes: [UInt8]) -> Failure {
        guard !bytes.isEmpty else {
            return Failure(.badData, "\(source.name) is empty; check what writes it.")
        }
        let found = PipedFormat(beginning: bytes)
        let content = found.map { "holds \($0.name)" } ?? "holds neither H.264 (Annex B) nor AAC (ADTS)"
        let advice =
            if source.isFile, !source.isStandardInput {
                "see 'streamd inspect'"
            } else if let found {
                "give --input-format \(found.rawValue)"
            } else {
                "name its format, as in --input-format mpegts"
            }
        return Failure(.badData, "\(source.name) \(content); \(advice).")
    }

    /// Passes frames on until the input ends.
    ///
    /// - Throws: ``Failure`` if the input cannot be read or is not a stream.
    func run() async throws {
        defer { drainTimeout.inputEnded() }
        var (start, hasEnded) = try await probe()
        guard let format = ElementaryStreamFormat(detecting: start.span.bytes, isComplete: hasEnded) else {
            throw Self.noStream(in: input, beginningWith: start)
        }
        var reader = ElementaryStreamReader(format, source: timeSource)
        var pacer = input.isFile ? Pacer(speed: speed) : Pacer(speed: nil)
        try await deliver(&reader, &pacer) { $0.push(start.span.bytes, arrival: WallClock.system.now, $1) }
        var cutDetector = PipeCutDetector(start.count)
        start = []
        while !isStopped.load(ordering: .relaxed) {
            switch hasEnded ? .end : try await input.read(waitingFor: waitingTime(pacer, cutDetector)) {
            case .bytes(let bytes):
                cutDetector.received(bytes.count)
                try await deliver(&reader, &pacer) { $0.push(bytes.span.bytes, arrival: WallClock.system.now, $1) }
            case .timedOut:
                guard pacer.isLive else { continue }
                cutDetector.flushed()
                try await deliver(&reader, &pacer) { $0.flush(arrival: WallClock.system.now, $1) }
            case .end:
                try await deliver(&reader, &pacer) { $0.finish(arrival: WallClock.system.now, $1) }
                try checkFrames(reader)
                guard loops, !isStopped.load(ordering: .relaxed) else { return }
                try input.rewind()
                hasEnded = false
            }
        }
    }

    private var timeSource: TimeSource {
        if let rate { return .rate(rate) }
        return input.isFile ? .stream(fallback: Self.fallbackRate) : .arrival
    }

    private func waitingTime(_ pacer: Pacer, _ cutDetector: PipeCutDetector) -> Int {
        guard pacer.isLive else { return Self.idleMilliseconds }
        return cutDetector.isLikelyCut ? Self.cutMilliseconds : Self.quietMilliseconds
    }

    /// Reads until the format can be detected.
    private func probe() async throws -> (bytes: [UInt8], hasEnded: Bool) {
        var bytes: [UInt8] = []
        while bytes.count < ElementaryStreamFormat.probeLength, !isStopped.load(ordering: .relaxed) {
            switch try await input.read(waitingFor: Self.idleMilliseconds) {
            case .bytes(let more): bytes += more
            case .timedOut:
                // An encoder that starts slowly has written enough once its format is detected.
                if ElementaryStreamFormat(detecting: bytes.span.bytes) != nil { return (bytes, false) }
            case .end: return (bytes, true)
            }
        }
        return (bytes, false)
    }

    /// Checks an input that has ended.
    ///
    /// - Throws: ``Failure`` if it held no frame that takes time, so that there is nothing to play or to repeat.
    private func checkFrames(_ reader: ElementaryStreamReader) throws {
        guard !hasFrames.load(ordering: .relaxed), !isStopped.load(ordering: .relaxed) else { return }
        guard reader.unusableFrameCount == 0 else {
            throw Failure(
                .badData,
                "The AAC of \(input.name) cannot be decoded: channel configuration 0, and no program config element "
                    + "names the channels; make it anew with 'ffmpeg -i … -c:a aac out.aac'."
            )
        }
        // The pictures of a pipe may take no known time; a pipe is not repeated.
        guard !loops || !input.isFile else {
            throw Failure(.badData, "\(input.name) holds no picture that --loop could repeat; leave out --loop.")
        }
    }

    /// Reports what is left out once, because more usually follows.
    private func reportOmissions(_ reader: ElementaryStreamReader) {
        if reader.oversizeCount > 0, !hasReportedOversize.exchange(true, ordering: .relaxed) {
            Terminal.printLine(
                "\(input.name) has a picture of more than 16 MiB, which is dropped; lower its bit rate."
            )
        }
        if reader.unusableFrameCount > 0, !hasReportedUnusable.exchange(true, ordering: .relaxed) {
            Terminal.printLine(
                "\(input.name) has AAC frames whose channels nothing names, which are dropped: channel configuration "
                    + "0 without a program config element."
            )
        }
    }

    /// Passes the reader's frames on, on time.
    private func deliver(
        _ reader: inout ElementaryStreamReader,
        _ pacer: inout Pacer,
        _ read: (inout ElementaryStreamReader, (MediaEvent) -> Void) -> Void
    ) async throws {
        var events: [MediaEvent] = []
        read(&reader) { events.append($0) }
        reportOmissions(reader)
        for event in events where !isStopped.load(ordering: .relaxed) {
            switch event {
            case .track(let track): try receiver.follow([track])
            case .frame(var frame):
                if frame.duration != nil { hasFrames.store(true, ordering: .relaxed) }
                if let wait = pacer.wait(until: frame.decodeTime, now: .now) { try await Task.sleep(for: wait) }
                if pacer.isPaced { frame.captureTime = .microseconds(WallClock.system.now) }
                if pacer.isLive { receiver.receive(live: frame) } else { try await receiver.receive(recorded: frame) }
            }
        }
    }
}

/// Detects whether a pipe went quiet in the middle of a picture.
///
/// A byte stream does not mark the end of a picture. A program that writes a whole picture at once stops at any offset.
/// A program that writes in pieces stops where a buffer is full: its own, its library's or the pipe's. Buffers have
/// round sizes.
///
/// A value without I/O and without a clock.
struct PipeCutDetector {
    /// All those buffers are multiples of this size, in bytes.
    static let bufferUnit = 4096

    private var total = 0
    private var sinceFlush = 0
    private var last = 0

    /// - Parameter count: Bytes received so far.
    init(_ count: Int) {
        received(count)
    }

    /// Counts received bytes.
    mutating func received(_ count: Int) {
        total += count
        sinceFlush += count
        last = count
    }

    /// The reader has treated the received bytes as complete.
    mutating func flushed() {
        sinceFlush = 0
    }

    /// Whether more bytes of the same picture are likely to follow.
    var isLikelyCut: Bool {
        sinceFlush > 0 && [total, sinceFlush, last].contains { $0.isMultiple(of: Self.bufferUnit) }
    }
}
