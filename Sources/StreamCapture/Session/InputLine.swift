#if Capture
    import CFFmpeg
    import StreamMedia

    /// From an input to packets on the media clock, and to what becomes of them. Confined to one thread.
    ///
    /// A live input that is lost, or that does not answer at first, is opened again for as long as it takes; so is one
    /// that is not to run while nobody watches, when somebody does. What follows it, down to the relay, goes on.
    final class InputLine {
        /// Why reading has ended.
        private enum End {
            case ofInput, unwanted
        }

        /// How long a recorded packet is held at most. A pause in a recording may be any length.
        private static let longestWait = Duration.seconds(86_400)

        private let settings: CaptureSettings
        private let clock: CaptureClock
        private let controls: CaptureControls
        private let output: CaptureOutput
        private let opener: InputOpener
        private let branches: BranchMaker
        private var timeline: MediaTimeline?
        private var pace = Pace(speed: nil)
        private var pauses = ReopeningPauses()
        /// Whether the input may be there again after it was lost.
        private var comesBack = false
        /// Whether there was anything in the input.
        private var hasPackets = false

        init(_ context: CaptureContext) throws(CaptureError) {
            settings = context.settings
            clock = context.clock
            controls = context.controls
            output = context.output
            opener = InputOpener(context)
            branches = BranchMaker(context)
        }

        /// Reads until the input has ended for good or the capture is stopped.
        ///
        /// - Throws: ``CaptureError`` where the input cannot be opened at all, or not be decoded.
        func run() throws(CaptureError) {
            defer { branches.finish() }
            while controls.waitUntilWanted() {
                do throws(CaptureError) {
                    let source = try opener.open()
                    pauses.opened(at: clock.now)
                    // Of a live stream that is over, a server may have the recording.
                    if comesBack, !source.comesBack { return output.say("\(opener.name) has ended.") }
                    begin(source)
                    if case .ofInput = try read(source) {
                        guard settings.loops || comesBack else { return }
                        // Again and again nothing would only be work.
                        if !comesBack, !hasPackets { throw CaptureError(nothingIn: settings.input) }
                        if comesBack { waitForReturn(opener.endSentence) }
                    }
                } catch {
                    guard mayPass(error) else { throw error }
                    waitForReturn(opener.isListener ? opener.endSentence : "\(error.reason) Trying again.")
                }
                timeline?.beginAgain()
            }
        }

        /// Waits a while before a live input is opened again: the longer, the shorter it was there. Tells the user why, once.
        private func waitForReturn(_ sentence: String) {
            let (pause, isNews) = pauses.lost(sentence, at: clock.now)
            if isNews { output.say(sentence) }
            if !opener.isListener { controls.pause(microseconds: pause) }
        }

        /// Whether an error may be over in a while. Before the input was open for the first time, that holds for a server
        /// that does not answer; what it answers then says that the address is wrong.
        private func mayPass(_ error: CaptureError) -> Bool {
            guard timeline == nil else { return comesBack && error.code.isPassing }
            return error.code == .unavailable && settings.input.isAwaited
        }

        private func begin(_ source: any PacketSource) {
            comesBack = source.comesBack
            guard timeline == nil else { return controls.requestKeyFrame() }
            timeline = MediaTimeline(source.kind, mayStepAhead: source.mayStepAhead)
        }

        private func read(_ source: any PacketSource) throws(CaptureError) -> End {
            var consumers = try branches.arrange(source)
            while controls.isWanted {
                switch try source.advance() {
                case .packet(let packet):
                    guard let consumer = consumers[packet.streamIndex] else { continue }
                    hasPackets = true
                    hold(packet, of: source)
                    try consumer.take(packet)
                case .reopened:
                    for consumer in consumers.values { try consumer.finish() }
                    consumers = try branches.arrange(source)
                case .end:
                    for consumer in consumers.values { try consumer.finish() }
                    return .ofInput
                }
            }
            for consumer in consumers.values { try consumer.finish() }
            if !controls.isStopped { output.rest() }
            return .unwanted
        }

        /// Puts a packet's times on the media clock, and waits with a recorded one until it is due.
        private func hold(_ packet: Packet, of source: any PacketSource) {
            let decodeTime = packet.shift { times in
                timeline?.shift(times, arrival: source.arrival ?? clock.now) ?? 0
            }
            // What seemed to be live may turn out to be recorded.
            let isRecorded = source.kind == .recorded
            if isRecorded == pace.isUnpaced { pace = Pace(speed: isRecorded ? settings.speed : nil) }
            if let wait = pace.wait(until: decodeTime, now: .now) {
                controls.pause(microseconds: Int64(min(wait, Self.longestWait) / .microseconds(1)))
            }
        }
    }

    extension Packet {
        /// Moves its times by what `body` returns.
        ///
        /// - Returns: The decode time then.
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
        /// A recording has ended, and nothing came of it.
        init(nothingIn input: InputAddress) {
            self.init(.badData, "\(input.name) holds nothing that can be sent: it is empty or damaged.")
        }
    }

    extension CaptureError.Code {
        /// Whether it may be otherwise in a while.
        fileprivate var isPassing: Bool { self == .unavailable || self == .noInput || self == .badData }
    }
#endif
