#if Capture
    import CFFmpeg
    import StreamMedia

    /// From an input to packets on the media clock, and to what becomes of them. Confined to one thread.
    ///
    /// A live input that is lost is opened again for as long as it takes; so is one that is not to run while nobody
    /// watches, when somebody does. What follows it, down to the relay, goes on.
    final class InputLine {
        /// Why reading has ended.
        private enum End {
            case ofInput, unwanted
        }

        /// Between attempts to open an input again that was lost, in microseconds: from the first, doubling.
        private static let firstPause: Int64 = 500_000
        private static let longestPause: Int64 = 10_000_000
        /// How long a recorded packet is held at most. A step in a recording's times may be any length.
        private static let longestWait = Duration.seconds(86_400)

        private let settings: CaptureSettings
        private let clock: CaptureClock
        private let controls: CaptureControls
        private let output: CaptureOutput
        private let opener: InputOpener
        private let branches: BranchMaker
        private var timeline: MediaTimeline?
        private var pace = Pace(speed: nil)
        private var openedAt: Int64 = 0
        private var pause = firstPause
        /// Whether there was anything in the input.
        private var hasPackets = false
        /// What the user was told last about an input that is lost.
        private var said = ""

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
                    openedAt = clock.now
                    begin(source.kind)
                    if case .ofInput = try read(source) {
                        guard settings.loops || comesBack else { return }
                        // Again and again nothing would only be work.
                        if !comesBack, !hasPackets { throw CaptureError(nothingIn: settings.input) }
                        if comesBack { waitForReturn(opener.endSentence) }
                    }
                } catch {
                    guard comesBack, error.code.isPassing else { throw error }
                    waitForReturn(opener.isListener ? opener.endSentence : "\(error.reason) Trying again.")
                }
                timeline?.beginAgain()
            }
        }

        /// Waits a while before a live input is opened again: the longer, the shorter it was there. Tells the user why, once.
        private func waitForReturn(_ sentence: String) {
            if clock.now - openedAt > Self.longestPause { (pause, said) = (Self.firstPause, "") }
            if sentence != said { output.say(sentence) }
            said = sentence
            guard !opener.isListener else { return }
            controls.pause(microseconds: pause)
            pause = min(pause * 2, Self.longestPause)
        }

        /// Whether the input was open once, and may be again after it was lost.
        private var comesBack: Bool { timeline.map { $0.kind != .recorded } ?? false }

        private func begin(_ kind: InputAddress.Kind) {
            guard timeline == nil else { return controls.requestKeyFrame() }
            timeline = MediaTimeline(kind)
            pace = Pace(speed: kind == .recorded ? settings.speed : nil)
        }

        private func read(_ source: any PacketSource) throws(CaptureError) -> End {
            var consumers = try branches.arrange(source)
            while controls.isWanted {
                switch try source.advance() {
                case .packet(let packet):
                    guard let consumer = consumers[packet.streamIndex] else { continue }
                    hasPackets = true
                    hold(packet)
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
        private func hold(_ packet: Packet) {
            let decodeTime = packet.shift { times in
                timeline?.shift(decodeTime: times.decode, end: times.end, arrival: clock.now) ?? 0
            }
            if let wait = pace.wait(until: decodeTime, now: .now) {
                controls.pause(microseconds: Int64(min(wait, Self.longestWait) / .microseconds(1)))
            }
        }
    }

    extension Packet {
        /// Moves its times by what `body` returns.
        ///
        /// - Returns: The decode time then.
        fileprivate func shift(_ body: ((decode: Int64, end: Int64)) -> Int64) -> Int64 {
            let (decode, presentation) = times
            let shift = body((decode, presentation &+ duration))
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
