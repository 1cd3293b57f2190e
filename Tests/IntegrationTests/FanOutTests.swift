import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@Suite(.timeLimit(.minutes(10))) struct FanOutTests {
    @Test func `every viewer gets the same bytes`() async throws {
        try await RunningRelay.run { relay in
            let viewers = try (0..<50).map { _ in TestViewer(try relay.client()) }
            for viewer in viewers { _ = try await viewer.connected() }
            let publisher = try TestPublisher(try relay.client())
            for _ in 0..<4 { try await publisher.sendGroup(of: 10, payload: 3_000) }
            try await publisher.finish()
            for viewer in viewers {
                let rest = try await viewer.rest()
                #expect(rest.frames.map(\.header.sequence) == Array(0..<40))
                #expect(rest.frames.allSatisfy { $0.payload.readableBytes == 3_000 })
                #expect(rest.gaps.isEmpty)
            }
        }
    }

    @Test func `a late joiner begins at the last random access point`() async throws {
        try await RunningRelay.run { relay in
            let publisher = try TestPublisher(try relay.client())
            let first = TestViewer(try relay.client())
            for _ in 0..<3 { try await publisher.sendGroup(of: 5) }
            while try await first.frame().sequence < 14 {}
            let late = TestViewer(try relay.client())
            let header = try await late.frame()
            #expect(header.sequence == 10)
            #expect(header.flags.contains(.randomAccess))
            let next = TestViewer(try relay.client(), request: WatchRequest(start: .next))
            _ = try await next.next { if case .tracks(let table) = $0 { table } else { nil } }
            try await publisher.sendGroup(of: 5)
            #expect(try await next.frame().sequence == 15)
        }
    }

    @Test func `a viewer with a history begins earlier, and may fall behind by it`() async throws {
        try await RunningRelay.run { relay in
            let publisher = try TestPublisher(try relay.client())
            let first = TestViewer(try relay.client())
            for _ in 0..<3 { try await publisher.sendGroup(of: 5) }
            while try await first.frame().sequence < 14 {}
            let plain = try await TestViewer(try relay.client()).connected()
            #expect(plain.history == nil)
            let late = TestViewer(try relay.client(), request: WatchRequest(history: .seconds(600)))
            let welcome = try await late.connected()
            let history = try #require(welcome.history)
            #expect(welcome.maximumLatency == plain.maximumLatency + history)
            try await publisher.finish()
            let rest = try await late.rest()
            #expect(rest.frames.map(\.header.sequence) == Array(0..<15))
            #expect(rest.gaps.isEmpty)
        }
    }

    @Test func `a viewer of random access points gets gaps for all other frames`() async throws {
        try await RunningRelay.run { relay in
            let preview = TestViewer(try relay.client(), request: WatchRequest(wantsOnlyRandomAccess: true))
            _ = try await preview.connected()
            let publisher = try TestPublisher(try relay.client())
            for _ in 0..<3 { try await publisher.sendGroup(of: 5) }
            try await publisher.finish()
            let rest = try await preview.rest()
            #expect(rest.frames.map(\.header.sequence) == [0, 5, 10])
            #expect(rest.gaps.map(\.first) == [1, 6, 11])
            #expect(rest.gaps.allSatisfy { $0.reason == .notRequested && $0.count == 4 })
        }
    }

    @Test func `a viewer waits for its stream or is refused`() async throws {
        try await RunningRelay.run { relay in
            let impatient = TestViewer(try relay.client(), request: WatchRequest(waits: false))
            let refusal = await #expect(throws: ClientError.self) { try await impatient.rest() }
            #expect(refusal?.ending?.code == .streamNotFound)
            let patient = TestViewer(try relay.client())
            #expect(try await patient.connected().state == .waiting)
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup()
            #expect(try await patient.frame().sequence == 0)
        }
    }

    @Test func `streams do not mix`() async throws {
        try await RunningRelay.run { relay in
            let names = (0..<20).map { "camera-\($0)" }
            let viewers = try names.map { TestViewer(try relay.client($0)) }
            for viewer in viewers { _ = try await viewer.connected() }
            for (index, name) in names.enumerated() {
                let publisher = try TestPublisher(try relay.client(name))
                try await publisher.sendGroup(of: index + 1, payload: index + 1)
                try await publisher.finish()
            }
            for (index, viewer) in viewers.enumerated() {
                let frames = try await viewer.rest().frames
                #expect(frames.map(\.payload.readableBytes) == Array(repeating: index + 1, count: index + 1))
            }
        }
    }

    @Test func `audio alone is a stream too`() async throws {
        try await RunningRelay.run { relay in
            let publisher = try TestPublisher(try relay.client(), kinds: [.audio])
            for _ in 0..<10 { try await publisher.sendGroup(of: 1) }
            let viewer = TestViewer(try relay.client(), request: WatchRequest(kinds: TrackKinds(.audio)))
            let first = try await viewer.frame().sequence
            try await publisher.sendGroup(of: 1)
            #expect(try await viewer.frame().sequence == first + 1)
        }
    }

    @Test func `a slow viewer skips and a fast viewer does not`() async throws {
        let configure: (inout RelayConfiguration) -> Void = {
            // On a busy machine the fast viewer may be late too, and it takes long until the gate opens.
            $0.stream.maximumLatency = .hours(1)
            $0.limits.stall = .hours(1)
        }
        try await RunningRelay.run(configure: configure) { relay in
            let gate = Gate()
            let request = WatchRequest(maximumLatency: .milliseconds(200))
            let slow = TestViewer(try relay.client(), request: request, gate: gate)
            let fast = TestViewer(try relay.client())
            _ = try await slow.connected()
            _ = try await fast.connected()
            let publisher = try TestPublisher(try relay.client())
            // More than every buffer between the relay and a viewer that does not read can hold.
            var received: [FrameHeader] = []
            for _ in 0..<60 {
                try await publisher.sendGroup(of: 10, payload: 50_000)
                for _ in 0..<10 { received.append(try await fast.frame()) }
            }
            #expect(received.map(\.sequence) == Array(0..<600))
            gate.open()
            try await publisher.finish()
            let rest = try await slow.rest()
            let told = rest.gaps.reduce(0) { $0 + Int($1.count) }
            #expect(told > 0, "nothing was skipped")
            #expect(rest.frames.count + told == 600)
            for (index, frame) in rest.frames.enumerated() where index > 0 {
                let isNext = frame.header.sequence == rest.frames[index - 1].header.sequence + 1
                #expect(isNext || frame.header.flags.contains(.randomAccess), "a picture without its reference")
            }
        }
    }

    @Test func `key frame requests of many viewers are merged`() async throws {
        try await RunningRelay.run { relay in
            let publisher = try TestPublisher(try relay.client())
            try await publisher.sendGroup()
            let viewers = try (0..<20).map { _ in TestViewer(try relay.client()) }
            for viewer in viewers {
                _ = try await viewer.frame()
                viewer.watcher.requestKeyFrame(.zero)
            }
            var requests = 0
            for await event in publisher.outlet.events {
                if case .keyFrameRequested = event { requests += 1 }
                // The count comes after the requests of those it counts.
                if case .viewers(20) = event { break }
            }
            #expect(requests <= 1)
        }
    }
}
