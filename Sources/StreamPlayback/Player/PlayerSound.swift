#if Player
    import Platform

    /// The sound device of a player, which plays one of its streams. ``SoundRouting`` decides; a thread performs,
    /// because opening a device may take long.
    final class PlayerSound: Sendable {
        private let output: any SoundOutput
        private let report: @Sendable (String) -> Void
        private let streams: [StreamPlayer]
        private let routing: Guarded<SoundRouting>
        private let playing = Mutex<StreamPlayer?>(nil)

        init(
            _ output: any SoundOutput,
            _ routing: Guarded<SoundRouting>,
            streams: [StreamPlayer],
            report: @escaping @Sendable (String) -> Void
        ) {
            (self.output, self.routing, self.streams, self.report) = (output, routing, streams, report)
        }

        /// Plays until ``SoundRouting/end()``.
        ///
        /// - Returns: Whether the system has a thread for it.
        func start() -> Bool {
            SystemThread.start("play sound") { self.run() }
        }

        private func run() {
            var device: (any OpenSoundDevice)?
            while true {
                switch routing.wait({ routing, _ in routing.next() }) {
                case .open:
                    device = open()
                    let number = device?.number
                    routing.change { if let number { $0.opened(number) } else { $0.failedToOpen() } }
                case .close:
                    play(nil, latency: 0)
                    device?.close()
                    device = nil
                case .play(let stream): play(streams[stream], latency: device?.latency ?? 0)
                case .end:
                    play(nil, latency: 0)
                    device?.close()
                    return
                }
            }
        }

        private func open() -> (any OpenSoundDevice)? {
            do throws(WindowFailure) {
                return try output.open(rate: AudioDecoder.sampleRate, channels: AudioDecoder.channels) {
                    output,
                    heardAt,
                    now in
                    guard let stream = self.playing.withLock({ $0 }) else {
                        for index in output.indices { output[index] = 0 }
                        return
                    }
                    stream.playSound(into: &output, heardAt: heardAt, now: now)
                }
            } catch {
                report(error.description)
                return nil
            }
        }

        private func play(_ stream: StreamPlayer?, latency: Int64) {
            let before = playing.withLock { playing in
                defer { playing = nil }
                return playing
            }
            before?.soundEnded()
            stream?.soundBegan(latency: latency)
            playing.withLock { $0 = stream }
        }
    }
#endif
