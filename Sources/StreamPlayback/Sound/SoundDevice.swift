#if Player
    import CSDL
    import Platform

    /// The sound devices of the system, by SDL.
    package struct SystemSound: SoundOutput {
        package init() {}

        package func open(
            rate: Int,
            channels: Int,
            _ source: @escaping SoundSource
        ) throws(WindowFailure) -> any OpenSoundDevice {
            try SoundDevice(rate: rate, channels: channels, source)
        }
    }

    /// An open sound device. SDL calls it on a thread of its own, and converts where the device has another rate.
    final class SoundDevice: OpenSoundDevice {
        /// Samples of each channel that the device asks for at once: 10.7 ms at 48 kHz. Half of it makes sound servers
        /// stumble on a busy machine.
        static let quantum: UInt16 = 512

        let number: UInt32
        let latency: Int64
        private let isOpen = Mutex(true)
        /// Kept until the device is closed: SDL has its address.
        private let feeder: SoundFeeder

        init(rate: Int, channels: Int, _ source: @escaping SoundSource) throws(WindowFailure) {
            let advice = "the player is silent, and looks again when a device is added."
            SDL_SetHint(SDL_HINT_AUDIO_RESAMPLING_MODE, "medium")
            guard SDLLibrary.start(SDL_INIT_AUDIO) else { throw .sdl("There is no sound device", advice) }
            // The buffer that is heard while the device asks for the next one.
            latency = Int64(Self.quantum) * 1_000_000 / Int64(max(1, rate))
            feeder = SoundFeeder(rate: rate, channels: channels, latency: latency, source)
            var wanted = SDL_AudioSpec()
            wanted.freq = Int32(clamping: rate)
            wanted.format = SDL_AudioFormat(AUDIO_F32SYS)
            wanted.channels = UInt8(clamping: channels)
            wanted.samples = Self.quantum
            wanted.userdata = Unmanaged.passUnretained(feeder).toOpaque()
            wanted.callback = { feeder, bytes, count in
                guard let feeder, let bytes else { return }
                let memory = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
                Unmanaged<SoundFeeder>.fromOpaque(feeder).takeUnretainedValue().fill(memory)
            }
            number = SDL_OpenAudioDevice(nil, 0, &wanted, nil, 0)
            guard number != 0 else {
                let failure = WindowFailure.sdl("The sound device cannot be opened", advice)
                // This object is complete, so it is deinitialized, and must not close anything then.
                isOpen.withLock { $0 = false }
                SDLLibrary.end(SDL_INIT_AUDIO)
                throw failure
            }
            SDL_PauseAudioDevice(number, 0)
        }

        deinit {
            close()
        }

        func close() {
            let wasOpen = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            guard wasOpen else { return }
            // It waits for the end of a call of the feeder.
            SDL_CloseAudioDevice(number)
            SDLLibrary.end(SDL_INIT_AUDIO)
        }
    }

    /// Fills the buffers of a device, and measures its clock.
    private final class SoundFeeder: Sendable {
        private let channels: Int
        private let source: SoundSource
        private let clock: Mutex<DeviceClock>

        init(rate: Int, channels: Int, latency: Int64, _ source: @escaping SoundSource) {
            self.channels = max(1, channels)
            self.source = source
            clock = Mutex(DeviceClock(rate: rate, latency: latency))
        }

        func fill(_ memory: UnsafeMutableRawBufferPointer) {
            let now = SystemClock.monotonicTime
            let samples = memory.bindMemory(to: Float.self)
            let heardAt = clock.withLock { $0.requested(samples.count / channels, now: now) }
            var span = samples.mutableSpan
            source(&span, heardAt, now)
        }
    }
#endif
