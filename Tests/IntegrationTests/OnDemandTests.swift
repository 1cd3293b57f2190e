import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

/// A source that rests while it has no viewers.
@Suite(.timeLimit(.minutes(10))) struct OnDemandTests {
    private static let tracks = [Track(id: .zero, kind: .video, codec: .h264)]

    /// Waits until the relay has told the publisher of this many viewers.
    private func wait(for viewers: Int, _ outlet: PublishOutlet) async {
        for await event in outlet.events {
            if case .viewers(viewers) = event { return }
        }
    }

    @Test func `a publisher without tracks learns of waiting viewers`() async throws {
        try await RunningRelay.run { relay in
            let resting = try TestPublisher(try relay.client(), kinds: [])
            await wait(for: 0, resting.outlet)
            // The stream exists, although it has no frames: a viewer that does not wait is admitted too.
            let viewers = [true, false].map { waits in
                (try? relay.client()).map { TestViewer($0, request: WatchRequest(waits: waits)) }
            }
            await wait(for: 2, resting.outlet)
            try resting.outlet.setTracks(Self.tracks)
            try await resting.sendGroup()
            for viewer in viewers {
                let viewer = try #require(viewer)
                #expect(try await viewer.connected().state == .waiting)
                let first = try await viewer.frame()
                #expect(first.sequence == 0 && first.flags.contains(.randomAccess))
            }
        }
    }

    @Test func `a publisher learns of viewers that waited before it came`() async throws {
        try await RunningRelay.run { relay in
            let viewer = TestViewer(try relay.client())
            _ = try await viewer.connected()
            let resting = try TestPublisher(try relay.client(), kinds: [])
            await wait(for: 1, resting.outlet)
            try resting.outlet.setTracks(Self.tracks)
            try await resting.sendGroup()
            #expect(try await viewer.frame().sequence == 0)
        }
    }

    /// A viewer that joins after a rest must not receive a picture from before it.
    @Test func `a publisher that rests ends its epoch`() async throws {
        try await RunningRelay.run { relay in
            let publisher = try TestPublisher(try relay.client())
            let early = TestViewer(try relay.client())
            try await publisher.sendGroup()
            let before = try await early.frame()
            while try await early.frame().sequence < 4 {}
            try publisher.outlet.setTracks(Self.tracks, beginningEpoch: true)
            _ = try await early.next { event -> TrackTable? in
                if case .tracks(let table) = event, table.epoch == before.epoch + 1 { table } else { nil }
            }
            let late = TestViewer(try relay.client())
            await wait(for: 2, publisher.outlet)
            try await publisher.sendGroup()
            for viewer in [early, late] {
                let first = try await viewer.frame()
                #expect(first.epoch == before.epoch + 1 && first.sequence == 0)
                #expect(first.flags.contains(.randomAccess))
            }
        }
    }

    /// The relay looks at the number of viewers a few times a second, but reports the first one at once.
    @Test func `every first viewer is reported`() async throws {
        try await RunningRelay.run { relay in
            let resting = try TestPublisher(try relay.client(), kinds: [])
            await wait(for: 0, resting.outlet)
            for _ in 0..<3 {
                let viewer = TestViewer(try relay.client())
                await wait(for: 1, resting.outlet)
                await viewer.leave()
                await wait(for: 0, resting.outlet)
            }
        }
    }
}
