#if Player
    import CFFmpeg
    import Libav
    import RelayTestSupport
    import StreamClient
    import StreamMedia
    import StreamProtocol
    import Testing

    @testable import StreamPlayback

    @Suite struct SnapshotTests {
        /// A busy machine may take so long.
        private static let patience = Duration.seconds(600)

        @Test(.enabled(if: EncodedPictures.isPossible, "\(EncodedPictures.missing)"), arguments: [0, 2] as [Int32])
        func `a snapshot is a picture of the stream`(_ reordered: Int32) async throws {
            let pictures = try EncodedPictures(count: 50, group: 25, reordered: reordered)
            try await RunningRelay.run { relay in
                let publisher = StreamPublisher(try relay.client())
                let outlet = publisher.outlet
                try outlet.setTracks([pictures.track])
                let running = Task { try await publisher.run() }
                for frame in pictures.frames { try await outlet.send(frame) }
                try await Self.waitForFrame(of: relay)
                let snapshot = try await Snapshot.take(try relay.client(), timeout: Self.patience)
                #expect(snapshot.size == (64, 48))
                #expect(snapshot.captureTime == nil)
                // The relay begins with the last random access point.
                #expect((25..<50).contains(try #require(snapshot.number)))
                #expect(try snapshot.encoded(as: .png).starts(with: [0x89, 0x50, 0x4e, 0x47]))
                #expect(try snapshot.encoded(as: .jpeg).starts(with: [0xff, 0xd8, 0xff]))
                running.cancel()
                _ = await running.result
            }
        }

        @Test func `a stream that is not there is an error at once`() async throws {
            try await RunningRelay.run { relay in
                let error = await #expect(throws: PlaybackError.self) {
                    try await Snapshot.take(try relay.client("none"), timeout: Self.patience)
                }
                #expect(error?.code == .noStream)
            }
        }

        @Test func `a relay that does not answer is an error at once`() async throws {
            // Nothing listens there.
            let nowhere = ClientConfiguration(try RelayAddress("127.0.0.1:1/live"))
            let error = await #expect(throws: ClientError.self) { try await Snapshot.take(nowhere) }
            #expect(error?.code == .unreachable)
        }

        @Test(.enabled(if: EncodedPictures.isPossible, "\(EncodedPictures.missing)"))
        func `without its publisher, a stream has its last picture`() async throws {
            let pictures = try EncodedPictures(count: 30, group: 25)
            try await RunningRelay.run { relay in
                let publisher = StreamPublisher(try relay.client())
                try publisher.outlet.setTracks([pictures.track])
                let running = Task { try await publisher.run() }
                for frame in pictures.frames { try await publisher.outlet.send(frame) }
                try await Self.waitForFrame(29, of: relay)
                running.cancel()
                _ = await running.result
                try await Self.waitForState(.interrupted, of: relay)
                #expect(try await Snapshot.take(try relay.client(), timeout: Self.patience).number == 29)
            }
        }

        @Test func `a stream of sound has no pictures`() async throws {
            try await RunningRelay.run { relay in
                let publisher = try TestPublisher(try relay.client(), kinds: [.audio])
                try await publisher.sendGroup()
                try await Self.waitForFrame(of: relay)
                let error = await #expect(throws: PlaybackError.self) {
                    try await Snapshot.take(try relay.client(), timeout: Self.patience)
                }
                #expect(error?.code == .noVideo)
                await publisher.vanish()
            }
        }

        private struct HasFrame: Error {}
        private struct HasState: Error {}

        /// Waits until the relay has a frame of the stream with this sequence number or a later one.
        private static func waitForFrame(_ number: UInt64 = 0, of relay: RunningRelay) async throws {
            await #expect(throws: HasFrame.self) {
                try await StreamWatcher(try relay.client()).run {
                    if case .frame(let frame) = $0, frame.sequence >= number { throw HasFrame() }
                }
            }
        }

        /// Waits until the relay says this about the stream.
        private static func waitForState(_ wanted: StreamState, of relay: RunningRelay) async throws {
            await #expect(throws: HasState.self) {
                try await StreamWatcher(try relay.client()).run {
                    switch $0 {
                    case .connected(let welcome) where welcome.state == wanted: throw HasState()
                    case .state(wanted): throw HasState()
                    default: break
                    }
                }
            }
        }

        @Test func `what cannot be decoded is explained`() async throws {
            try await RunningRelay.run { relay in
                let publisher = try TestPublisher(try relay.client())
                try await publisher.sendGroup()
                try await Self.waitForFrame(of: relay)
                let error = await #expect(throws: PlaybackError.self) {
                    try await Snapshot.take(try relay.client(), timeout: .seconds(1))
                }
                #expect(error?.code == .noPicture)
                await publisher.vanish()
            }
        }
    }

    extension Snapshot {
        /// Of a picture of ``EncodedPictures``.
        fileprivate var number: Int? {
            picture.frame.pointer.pointee.data.0.flatMap { EncodedPictures.number(ofLuma: Int($0[0])) }
        }
    }
#endif
