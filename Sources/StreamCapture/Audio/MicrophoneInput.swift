#if Capture
    import CFFmpeg

    /// Records from a sound device, and goes on when it was unplugged or hung and is back.
    ///
    /// Confined to one thread. ALSA is never waited in; libav waits for PulseAudio as long as the server gives nothing.
    /// The times of packets are media times: those of their first samples as they were recorded, which
    /// ``AudioEncoder`` says more of.
    final class MicrophoneInput {
        /// What ``read()`` finds.
        enum Reading {
            /// Some 10 ms of sound, with its time on the media clock.
            case packet(Packet)
            /// The device was opened anew: a decoder has to begin anew with ``MicrophoneInput/stream``.
            case reopened
        }

        /// Between two looks at a device, in microseconds: so much sound is taken at once. libavdevice sets the
        /// smallest period that a card has, which may be a third of a millisecond.
        private static let interval: UInt32 = 10_000
        /// What is taken at once at most, in bytes: after a pause there may be seconds.
        private static let longestPacket = 1 << 16
        /// A wall clock that moves by more than this beside the monotonic one, in microseconds, has been set.
        private static let clockTolerance: Int64 = 20_000

        private(set) var stream: MediaStream
        private let device: SoundDevice
        private let settings: AudioSettings
        private let clock: CaptureClock
        private let stop: StopFlag
        private let announce: (String) -> Void
        private var reader: MediaReader?
        private var link: MicrophoneLink
        /// The packet that did not fit into the last one.
        private var next: Packet?
        /// What the wall clock showed at media time 0, when the device was opened.
        private var wallStart: Int64
        /// The media time of the first sound since the device was opened.
        private var firstHeard: Int64?

        /// Opens a device.
        ///
        /// - Parameters:
        ///   - settings: Its sample rate and number of channels are tried first.
        ///   - announce: Is told in a sentence what is recorded, when the device is lost, and when it is back.
        /// - Throws: ``CaptureError`` that says why the device cannot be used and what to do.
        init(
            _ device: SoundDevice,
            _ settings: AudioSettings,
            clock: CaptureClock,
            stop: StopFlag,
            announce: @escaping (String) -> Void
        ) throws(CaptureError) {
            self.device = device
            self.settings = settings
            self.clock = clock
            self.stop = stop
            self.announce = announce
            link = MicrophoneLink(at: clock.now)
            let opening = try MicrophoneOpening(device, settings, stop)
            reader = opening.reader
            stream = opening.stream
            wallStart = clock.wallTime(of: 0)
            link.opened()
            announce("Microphone \(device): \(opening.format).")
        }

        /// The next sound; waits for it, and for the device.
        ///
        /// - Throws: ``CaptureError`` of `.stopped` when told to stop; or where the device cannot be used after all.
        func read() throws(CaptureError) -> Reading {
            while true {
                if stop.isSet { throw CaptureError(.stopped, "Stopped.") }
                switch link.next(at: clock.now) {
                case .open: if try reopen() { return .reopened }
                case .read: if let packet = try take() { return .packet(packet) }
                case .wait(let time): av_usleep(UInt32(clamping: min(time, Int64(Self.interval))))
                }
            }
        }

        /// How much sound is thrown away at first, in microseconds. Cards begin with a crack; a sound server does not know
        /// its own delay at first, and libav, which evens times out, needs a second to come to the true ones.
        private var warmUp: Int64 { device.system == .alsa ? 200_000 : 1_000_000 }

        /// What there is now, as one packet; after a pause where there is nothing.
        private func take() throws(CaptureError) -> Packet? {
            do throws(CaptureError) {
                guard let packet = try readNext() else {
                    if link.heardNothing(at: clock.now) { lose(.stalled) } else { av_usleep(Self.interval) }
                    return nil
                }
                while device.system == .alsa, let more = try readNext() {
                    guard packet.bytes.count + more.bytes.count <= Self.longestPacket, append(more, to: packet) else {
                        next = more
                        break
                    }
                }
                guard !isClockSet else {
                    lose(.clockSet)
                    return nil
                }
                place(packet)
                let first = firstHeard ?? clock.now
                firstHeard = first
                guard clock.now - first >= warmUp else { return nil }
                if let pause = link.heard(at: clock.now) {
                    announce("Microphone \(device) is back after \(pause / 1_000_000).\(pause / 100_000 % 10) s.")
                }
                return packet
            } catch {
                if error.code == .stopped { throw error }
                lose(.gone)
                return nil
            }
        }

        private func readNext() throws(CaptureError) -> Packet? {
            if let packet = next.take() { return packet }
            switch try reader?.next() {
            case .packet(let packet): return packet
            case .nothingYet: return nil
            case .end, nil: throw CaptureError(.noInput, "\(device) gives no more sound.")
            }
        }

        /// Puts the sound of `more` behind that of `packet`.
        private func append(_ more: Packet, to packet: Packet) -> Bool {
            let (end, bytes) = (packet.bytes.count, more.bytes)
            guard let source = bytes.baseAddress, av_grow_packet(packet.pointer, Int32(bytes.count)) >= 0 else {
                return false
            }
            UnsafeMutableRawPointer(packet.pointer.pointee.data + end).copyMemory(from: source, byteCount: bytes.count)
            return true
        }

        /// libav's times of sound are by the wall clock.
        private func place(_ packet: Packet) {
            let time = packet.presentationTime.map(clock.mediaTime(ofWall:)) ?? shim_no_time()
            packet.pointer.pointee.pts = time
            packet.pointer.pointee.dts = time
        }

        /// Looks twice: the two clocks are read one after the other, and the thread may have had to wait between them.
        private var isClockSet: Bool {
            (0..<2).allSatisfy { _ in (clock.wallTime(of: 0) - wallStart).magnitude > Self.clockTolerance.magnitude }
        }

        private func lose(_ loss: MicrophoneLink.Loss) {
            reader = nil
            next = nil
            guard link.lost(loss, at: clock.now) else { return }
            switch loss {
            case .gone: announce("Microphone \(device) is gone; the pictures go on, and sound does when it is back.")
            case .stalled: announce("Microphone \(device) gives no sound; it is opened anew until it does.")
            case .clockSet: break
            }
        }

        private func reopen() throws(CaptureError) -> Bool {
            do throws(CaptureError) {
                let opening = try MicrophoneOpening(device, settings, stop)
                reader = opening.reader
                stream = opening.stream
                wallStart = clock.wallTime(of: 0)
                firstHeard = nil
                link.opened()
                return true
            } catch {
                if error.code == .stopped { throw error }
                if let sentence = try link.openingFailed(error, at: clock.now) { announce(sentence) }
                return false
            }
        }
    }
#endif
