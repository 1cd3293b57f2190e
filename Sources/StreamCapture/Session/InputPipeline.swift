#if Capture
    import CFFmpeg
    import Libav
    import StreamMedia

    /// Reads an input, puts its packets on the media clock and passes them to their consumers. Confined to one thread.
    ///
    /// It opens a lost live input again, and also one that does not answer at first, until it succeeds. It closes an
    /// on-demand input without viewers and opens it again for the next viewer. The consumers, up to the relay, stay.
    final class InputPipeline {
        /// The reason why reading has ended.
        private enum End {
            case endOfInput, notNeeded
        }

        /// The longest time to hold a recorded packet. A pause in a recording may have any length.
        private static let longestWait = Duration.seconds(86_400)

        private let settings: CaptureSettings
        private let clock: CaptureClock
        private let controls: CaptureControls
        private let output: CaptureOutput
        private let opener: InputOpener
        private let router: TrackRouter
        private var timeline: MediaTimeline?
        private var pacer = Pacer(speed: nil)
        private var backoff = ReopeningBackoff()
        /// Whether a lost input may become available again.
        private var canReopen = false
        /// Whether the input has delivered a packet.
        private var hasReadPackets = false

        init(_ context: CaptureContext) throws(CaptureError) {
            settings = context.settings
            clock = context.clock
            controls = context.controls
            output = context.output
            opener = InputOpener(context)
            router = TrackRouter(context)
        }

        /// Reads until the input has ended for good or the capture is stopped.
        ///
        /// - Throws: ``CaptureError`` if the input cannot be opened or decoded.
        func run() throws(CaptureError) {
            defer { router.finish() }
            while controls.waitUntilCaptureNeeded() {
                do throws(CaptureError) {
                    let source = try opener.open()
                    backoff.opened(at: clock.now)
                    // The server may answer with a recording of a live stream that has ended.
                    if canReopen, !source.canReopen { return output.report("\(opener.name) has ended.") }
                    begin(source)
                    if case .endOfInput = try read(source) {
                        guard settings.loops || canReopen else { return }
                        // An empty input would repeat in an endless busy loop.
                        if !canReopen, !hasReadPackets { throw CaptureError(emptyInput: settings.input) }
                        if canReopen { waitBeforeReopening(opener.endMessage) }
                    }
                } catch {
                    guard shouldRetry(after: error) else { throw error }
                    waitBeforeReopening(opener.isListener ? opener.endMessage : "\(error.reason) Trying again.")
                }
                timeline?.restart()
            }
        }

        /// Waits before a live input is opened again; the pause grows while the input fails soon after opening. Reports
        /// each reason once.
        private func waitBeforeReopening(_ message: String) {
            let (pause, isNewMessage) = backoff.lost(message, at: clock.now)
            if isNewMessage { output.report(message) }
            if !opener.isListener { controls.pause(microseconds: pause) }
        }

        /// Whether an error may be temporary. Before the first successful opening, that is the case if a server does
        /// not answer; an error response means that the address is wrong.
        private func shouldRetry(after error: CaptureError) -> Bool {
            guard timeline == nil else { return canReopen && error.code.isTemporary }
            return error.code == .unavailable && settings.input.retriesOpening
        }

        private func begin(_ source: any PacketSource) {
            canReopen = source.canReopen
            guard timeline == nil else { return controls.requestKeyFrame() }
            timeline = MediaTimeline(source.kind, mayStepAhead: source.mayStepAhead)
        }

        private func read(_ source: any PacketSource) throws(CaptureError) -> End {
            var consumers = try router.makeConsumers(for: source)
            while controls.isCaptureNeeded {
                switch try source.advance() {
                case .packet(let packet):
                    guard let consumer = consumers[packet.streamIndex] else { continue }
                    hasReadPackets = true
                    schedule(packet, of: source)
                    try consumer.take(packet)
                case .reopened:
                    for consumer in consumers.values { try consumer.finish() }
                    consumers = try router.makeConsumers(for: source)
                case .end:
                    for consumer in consumers.values { try consumer.finish() }
                    return .endOfInput
                }
            }
            for consumer in consumers.values { try consumer.finish() }
            if !controls.isStopped { output.beginEpoch() }
            return .notNeeded
        }

        /// Puts a packet's times on the media clock. Waits until a recorded packet is due.
        private func schedule(_ packet: Packet, of source: any PacketSource) {
            let decodeTime = packet.shift { times in
                timeline?.shift(times, arrival: source.arrival ?? clock.now) ?? 0
            }
            // The detector may find that the input is recorded after all.
            let isRecorded = source.kind == .recorded
            if isRecorded == pacer.isUnpaced { pacer = Pacer(speed: isRecorded ? settings.speed : nil) }
            if let wait = pacer.wait(until: MediaTime(microseconds: decodeTime), now: .now) {
                controls.pause(microseconds: Int64(min(wait, Self.longestWait) / .microseconds(1)))
            }
        }
    }

    extension Packet {
        /// Adds the result of `body` to the packet's times.
        ///
        /// - Returns: The new decode time.
        fileprivate func shift(_ body: (MediaTimeline.PacketTimes) -> Int64) -> Int64 {
            let (decode, presentation) = times
            let shift = body(
                MediaTimeline.PacketTimes(
                    stream: streamIndex,
                    decode: decode,
                    presentation: presentation,
                    duration: duration
                )
            )
            pointer.pointee.dts = decode &+ shift
            pointer.pointee.pts = presentation &+ shift
            return decode &+ shift
        }
    }

    extension CaptureError {
        /// The error for a recording without usable packets.
        init(emptyInput input: InputAddress) {
            self.init(.badData, "\(input.name) has no usable packets because it is empty or damaged; check the input.")
        }
    }

    extension CaptureError.Code {
        /// Whether the error may be temporary.
        fileprivate var isTemporary: Bool { self == .unavailable || self == .noInput || self == .badData }
    }
#endif
