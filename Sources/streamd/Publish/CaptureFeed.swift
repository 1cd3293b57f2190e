#if Capture
    import StreamCapture
    import StreamClient
    import StreamMedia
    import StreamProtocol

    /// Passes captured frames to a publisher, and the relay's requests to the capture.
    final class CaptureFeed: MediaFeed {
        /// How often to sample the uplink.
        private static let uplinkInterval = Duration.milliseconds(100)

        private let outlet: PublishOutlet
        private let session: CaptureSession
        private let report: @Sendable (String) -> Void
        private let drainTimeout = DrainTimeout()
        let source: PublishEnding.Source

        init(_ settings: CaptureSettings, outlet: PublishOutlet, report: @escaping @Sendable (String) -> Void) {
            self.outlet = outlet
            self.report = report
            source =
                if settings.input.isPipe { .pipe } else if settings.loops || settings.input.kind != .recorded {
                    .endless
                } else { .file }
            session = CaptureSession(settings, sink: PublisherSink(outlet: outlet, printMessage: report))
        }

        /// Makes ``run()`` end soon.
        func stop() {
            session.stop()
        }

        /// Captures until the input ends.
        ///
        /// - Throws: ``Failure`` if the capture fails.
        func run() async throws {
            defer { drainTimeout.inputEnded() }
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

        /// Handles an event of the publisher.
        func react(to event: PublishEvent) throws {
            switch event {
            case .keyFrameRequested: session.requestKeyFrame()
            case .viewers(let count): session.setViewers(count)
            case .disconnected:
                // Without a connection there are no viewers.
                session.setViewers(0)
                try drainTimeout.check()
            default: break
            }
        }

        private func watchUplink() async {
            while (try? await Task.sleep(for: Self.uplinkInterval)) != nil {
                let backlog = outlet.backlog
                guard backlog.isConnected, let bitRate = session.observe(RateController.Observation(backlog)) else {
                    continue
                }
                report("The bit rate is now \(BitRate(bitRate)), because of the capacity of the path to the relay.")
            }
        }
    }

    extension RateController.Observation {
        fileprivate init(_ backlog: UplinkBacklog) {
            self.init(
                acknowledgedBytes: backlog.confirmedBytes,
                backlogBytes: backlog.bytes,
                age: backlog.wait,
                roundTrip: backlog.roundTrip
            )
        }
    }

    /// A publisher as the capture's threads see it.
    private struct PublisherSink: CaptureSink {
        let outlet: PublishOutlet
        let printMessage: @Sendable (String) -> Void

        func setTracks(_ tracks: [Track], beginningEpoch: Bool) {
            // Cannot fail: a capture has at most two tracks with different numbers.
            try? outlet.setTracks(tracks, beginningEpoch: beginningEpoch)
        }

        func offer(_ frame: MediaFrame) {
            outlet.offer(frame)
        }

        func send(_ frame: MediaFrame) async {
            // Fails when publishing has ended, which also ends the capture, or when a frame is too long for any relay,
            // which the publisher reports as an event.
            _ = try? await outlet.send(frame)
        }

        func report(_ message: String) {
            printMessage(message)
        }
    }
#endif
