#if Player
    import Platform
    import StreamClient
    import StreamProtocol

    /// Receives and decodes a stream until the picture of a moment is there.
    actor SnapshotTaker {
        /// The picture is there.
        struct Complete: Error {
            let snapshot: Snapshot
        }

        /// After this long without a frame, 1 s, the newest picture is the one that a viewer sees: there is no newer one.
        static let silence: Int64 = 1_000_000
        /// The same while the relay has lost the publisher: 200 ms.
        static let silenceWithoutPublisher: Int64 = 200_000

        private let stream: StreamName
        private let ago: Int64
        private var moment: SnapshotMoment
        private var decoder: VideoDecoder?
        private var choice: DecodedPicture?
        private var problem: DecodingProblem?
        private var clock: ClockEstimate?
        private var state = StreamState.waiting
        private var lastArrival: Int64?

        init(of stream: StreamName, ago: Int64) {
            (self.stream, self.ago) = (stream, ago)
            moment = SnapshotMoment(ago: ago)
        }

        /// - Throws: ``Complete``, or an error that ends the attempt.
        func take(_ event: WatchEvent) throws {
            switch event {
            case .connected(let welcome):
                state = welcome.state
                // It never had a publisher, or the relay has given up waiting for its return.
                guard state != .waiting else {
                    throw PlaybackError(
                        .noStream,
                        "The relay has no stream '\(stream)'; see with 'streamd list' which are live."
                    )
                }
                moment.connected(age: Int64(welcome.history ?? 0) * 1_000)
            case .state(let state): self.state = state
            case .tracks(let table): try follow(table)
            case .frame(let frame): try take(frame.protocolFrame)
            case .gap(let gap): if gap.track == decoder?.track { decoder?.miss(gap) { receive($0) } }
            case .discontinuity(let discontinuity):
                decoder?.miss(discontinuity) { receive($0) }
                moment.began(now: SystemClock.monotonicTime)
            case .clock(let estimate): clock = estimate
            case .disconnected(let error, _): throw error
            }
        }

        /// Waits until no newer picture comes.
        ///
        /// - Throws: ``Complete``
        func waitForSilence() async throws {
            while true {
                let limit = state == .interrupted ? Self.silenceWithoutPublisher : Self.silence
                let rest = lastArrival.map { $0 + limit - SystemClock.monotonicTime } ?? limit
                if rest <= 0 {
                    try finish()
                    lastArrival = nil
                }
                try await Task.sleep(for: .microseconds(max(1_000, min(rest, Self.silenceWithoutPublisher))))
            }
        }

        /// Takes the picture that is there.
        ///
        /// - Throws: ``Complete``, if there is one.
        func finish() throws(Complete) {
            decoder?.finish { receive($0) }
            guard let choice else { return }
            throw Complete(snapshot: Snapshot(choice, ago: ago, deviation: deviation(of: choice)))
        }

        /// The error of an attempt without a picture.
        func failure(after timeout: Duration) -> PlaybackError {
            if let problem { return PlaybackError(.noPicture, problem.description) }
            let seconds = Double((timeout / .milliseconds(100)).rounded()) / 10
            let hint = lastArrival == nil ? "no frame came" : "no frame came with which decoding can begin"
            return PlaybackError(
                .noPicture,
                "There is no picture after \(seconds) s, because \(hint); see with 'streamd list' whether the stream is live."
            )
        }

        private func follow(_ table: TrackTable) throws(PlaybackError) {
            let tracks = table.tracks.filter { $0.kind == .video }
            guard let track = tracks.filter({ $0.codec == .h264 }).min(by: { $0.id < $1.id }) else {
                let codec = tracks.first.map { " in H.264, but in \($0.codec)" } ?? ""
                throw PlaybackError(.noVideo, "The stream has no pictures\(codec); a snapshot needs H.264.")
            }
            if let decoder, decoder.track == track.id { return decoder.follow(track) }
            decoder = VideoDecoder(track)
        }

        private func take(_ frame: Frame) throws(Complete) {
            guard let decoder, frame.header.track == decoder.track else { return }
            let isThere = moment.received(
                media: frame.header.presentationTime,
                decodeTime: frame.header.decodeTime,
                now: SystemClock.monotonicTime
            )
            decoder.receive(frame) { receive($0) }
            // Only now: to decode may take longer than the silence after which no frame is expected.
            lastArrival = SystemClock.monotonicTime
            guard isThere, choice != nil else { return }
            // Pictures that are shown later than decoded wait in the decoder.
            try finish()
        }

        private func receive(_ output: VideoDecoder.Output) {
            switch output {
            case .picture(let picture):
                if choice == nil || moment.prefers(media: picture.presentationTime) { choice = picture }
            case .problem(let problem): self.problem = problem
            case .keyFrameNeeded: break
            }
        }

        private func deviation(of picture: DecodedPicture) -> Int64 {
            let age = clock?.captureToReceive(captureTime: picture.header.captureTime, now: SystemClock.wallTime)
            guard let age else { return moment.deviation(ofMedia: picture.presentationTime) }
            return moment.deviation(ofAge: age.microseconds, now: SystemClock.monotonicTime)
        }
    }
#endif
