#if Capture
    import StreamCapture
    import StreamClient
    import StreamMedia
    import StreamProtocol

    /// Gives what is captured to a publisher, and tells the capture what the relay wants.
    final class CaptureFeed: MediaFeed {
        /// How often to look how the uplink does.
        private static let uplinkInterval = Duration.milliseconds(100)

        private let publisher: StreamPublisher
        private let session: CaptureSession
        private let say: @Sendable (String) -> Void
        private let patience = InputPatience()

        init(_ settings: CaptureSettings, publisher: StreamPublisher, say: @escaping @Sendable (String) -> Void) {
            self.publisher = publisher
            self.say = say
            session = CaptureSession(settings, sink: PublisherSink(publisher: publisher, tell: say))
        }

        /// Ends ``run()`` soon.
        func stop() {
            session.stop()
        }

        /// Captures until the input ends.
        ///
        /// - Throws: ``Failure`` where that is not possible.
        func run() async throws {
            defer { patience.inputEnded() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await self.watchUplink() }
                defer { group.cancelAll() }
                do {
                    try await withTaskCancellationHandler {
                        try await session.run()
                    } onCancel: {
                        session.stop()
                    }
                } catch let error as CaptureError {
                    throw Failure(error)
                }
            }
        }

        /// What the relay has said.
        func react(to event: PublishEvent) throws {
            switch event {
            case .keyFrameRequested: session.requestKeyFrame()
            case .viewers(let count): session.setViewers(count)
            case .disconnected:
                // Nobody can be watching.
                session.setViewers(0)
                try patience.check()
            default: break
            }
        }

        private func watchUplink() async {
            while (try? await Task.sleep(for: Self.uplinkInterval)) != nil {
                let backlog = publisher.backlog
                guard backlog.isConnected, let bitRate = session.observe(RateController.Observation(backlog)) else {
                    continue
                }
                say("The bit rate is now \(BitRate(bitRate)), by what the way to the relay carries.")
            }
        }
    }

    extension RateController.Observation {
        fileprivate init(_ backlog: UplinkBacklog) {
            self.init(
                acknowledgedBytes: backlog.confirmedBytes,
                backlogBytes: backlog.bytes,
                age: backlog.age,
                roundTrip: backlog.roundTrip
            )
        }
    }

    /// A publisher as the capture's threads see it.
    private struct PublisherSink: CaptureSink {
        let publisher: StreamPublisher
        let tell: @Sendable (String) -> Void

        func setTracks(_ tracks: [Track], beginningEpoch: Bool) {
            // Cannot fail: a capture has two tracks, with two numbers.
            try? publisher.setTracks(tracks, beginningEpoch: beginningEpoch)
        }

        func offer(_ frame: MediaFrame) {
            publisher.offer(OutgoingFrame(frame))
        }

        func send(_ frame: MediaFrame) async {
            // Fails when publishing has ended, which ends the capture as well, or when a frame is too long for any
            // relay, which is told as an event.
            try? await publisher.send(OutgoingFrame(frame))
        }

        func say(_ sentence: String) {
            tell(sentence)
        }
    }
#endif
