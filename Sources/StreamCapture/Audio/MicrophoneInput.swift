#if Capture
    import CFFmpeg
    import Libav

    /// Records from a sound device, and opens the device again after it was unplugged or hung.
    ///
    /// Confined to one thread. Calls to ALSA never block; libav blocks on PulseAudio as long as the server delivers
    /// nothing. The times of packets are the media times of their first samples; see ``AudioEncoder``.
    final class MicrophoneInput {
        /// The result of ``read()``.
        enum ReadResult {
            /// About 10 ms of audio, with its time on the media clock.
            case packet(Packet)
            /// The device was opened again: the decoder must restart with ``MicrophoneInput/stream``.
            case reopened
        }

        /// The polling interval of a device, in microseconds, and so the length of a packet. libavdevice sets a card's
        /// smallest period, which may be a third of a millisecond.
        private static let interval: UInt32 = 10_000
        /// The maximum size of a packet in bytes: after a pause there may be seconds of audio.
        private static let longestPacket = 1 << 16
        /// A larger change of the wall clock relative to the monotonic clock, in microseconds, means that it was set.
        private static let clockTolerance: Int64 = 20_000

        private(set) var stream: MediaStream
        private let device: AudioDevice
        private let settings: AudioSettings
        private let clock: CaptureClock
        private let stop: StopFlag
        private let report: (String) -> Void
        private var reader: MediaReader?
        private var machine: MicrophoneStateMachine
        /// The packet that did not fit into the last one.
        private var next: Packet?
        /// The wall clock at media time 0, when the device was opened.
        private var wallStart: Int64
        /// The media time of the first audio since the device was opened.
        private var firstSampleTime: Int64?

        /// Opens a device.
        ///
        /// - Parameters:
        ///   - settings: Its sample rate and number of channels are tried first.
        ///   - report: Receives a message with the format, and messages when the device is lost and when it is back.
        /// - Throws: ``CaptureError`` if the device cannot be used.
        init(
            _ device: AudioDevice,
            _ settings: AudioSettings,
            clock: CaptureClock,
            stop: StopFlag,
            report: @escaping (String) -> Void
        ) throws(CaptureError) {
            self.device = device
            self.settings = settings
            self.clock = clock
            self.stop = stop
            self.report = report
            machine = MicrophoneStateMachine(at: clock.now)
            let opened = try OpenMicrophone(device, settings, stop)
            reader = opened.reader
            stream = opened.stream
            wallStart = clock.wallTime(of: 0)
            machine.opened()
            report("Microphone \(device): \(opened.format).")
        }

        /// Waits for the next audio, and for the device.
        ///
        /// - Throws: ``CaptureError`` of `.stopped` if the capture is stopped, or if the device cannot be used.
        func read() throws(CaptureError) -> ReadResult {
            while true {
                if stop.isSet { throw CaptureError(.stopped, "Stopped.") }
                switch machine.next(at: clock.now) {
                case .open: if try reopen() { return .reopened }
                case .read: if let packet = try take() { return .packet(packet) }
                case .wait(let time): av_usleep(UInt32(clamping: min(time, Int64(Self.interval))))
                }
            }
        }

        /// The initial audio to discard, in microseconds. Cards begin with a click; a sound server does not know its
        /// own delay at first, and libav, which smooths times, needs a second to reach the true ones.
        private var warmUp: Int64 { device.system == .alsa ? 200_000 : 1_000_000 }

        /// The available audio as one packet. Pauses if there is none.
        private func take() throws(CaptureError) -> Packet? {
            do throws(CaptureError) {
                guard let packet = try readNext() else {
                    if machine.noSamplesReceived(at: clock.now) {
                        closeDevice(.stalled)
                    } else {
                        av_usleep(Self.interval)
                    }
                    return nil
                }
                while device.system == .alsa, let more = try readNext() {
                    guard packet.bytes.count + more.bytes.count <= Self.longestPacket, append(more, to: packet) else {
                        next = more
                        break
                    }
                }
                guard !isClockSet else {
                    closeDevice(.clockSet)
                    return nil
                }
                place(packet)
                let first = firstSampleTime ?? clock.now
                firstSampleTime = first
                guard clock.now - first >= warmUp else { return nil }
                if let pause = machine.samplesReceived(at: clock.now) {
                    report("Microphone \(device) is back after \(pause / 1_000_000).\(pause / 100_000 % 10) s.")
                }
                return packet
            } catch {
                if error.code == .stopped { throw error }
                closeDevice(.disconnected)
                return nil
            }
        }

        private func readNext() throws(CaptureError) -> Packet? {
            if let packet = next.take() { return packet }
            switch try reader?.next() {
            case .packet(let packet): return packet
            case .nothingYet: return nil
            case .end, nil: throw CaptureError(.noInput, "\(device) has stopped.")
            }
        }

        /// Appends the audio of `more` to `packet`.
        private func append(_ more: Packet, to packet: Packet) -> Bool {
            let (end, bytes) = (packet.bytes.count, more.bytes)
            guard let source = bytes.baseAddress, av_grow_packet(packet.pointer, Int32(bytes.count)) >= 0 else {
                return false
            }
            UnsafeMutableRawPointer(packet.pointer.pointee.data + end).copyMemory(from: source, byteCount: bytes.count)
            return true
        }

        /// libav's audio times use the wall clock.
        private func place(_ packet: Packet) {
            let time = packet.presentationTime.map(clock.mediaTime(ofWall:)) ?? shim_no_time()
            packet.pointer.pointee.pts = time
            packet.pointer.pointee.dts = time
        }

        /// Checks twice: the two clocks are read in sequence, and the thread may have been suspended in between.
        private var isClockSet: Bool {
            (0..<2).allSatisfy { _ in (clock.wallTime(of: 0) - wallStart).magnitude > Self.clockTolerance.magnitude }
        }

        private func closeDevice(_ loss: MicrophoneStateMachine.Loss) {
            reader = nil
            next = nil
            guard machine.lost(loss, at: clock.now) else { return }
            switch loss {
            case .disconnected:
                report(
                    "Microphone \(device) is disconnected; the pictures continue, and sound continues when it is back."
                )
            case .stalled: report("Microphone \(device) delivers no sound and is opened again until it does.")
            case .clockSet: break
            }
        }

        private func reopen() throws(CaptureError) -> Bool {
            do throws(CaptureError) {
                let opened = try OpenMicrophone(device, settings, stop)
                reader = opened.reader
                stream = opened.stream
                wallStart = clock.wallTime(of: 0)
                firstSampleTime = nil
                machine.opened()
                return true
            } catch {
                if error.code == .stopped { throw error }
                if let message = try machine.openingFailed(error, at: clock.now) { report(message) }
                return false
            }
        }
    }
#endif
