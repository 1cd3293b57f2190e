import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

/// A source and its connection, which end together.
@Suite(.timeLimit(.minutes(10))) struct PublishRunTests {
    private struct Fault: Error {}

    /// Waits until the source is cancelled.
    private func untilCancelled() async throws {
        try await Task.sleep(for: .seconds(60 * 60))
    }

    @Test func `a refusal cancels the source and is thrown`() async throws {
        try await ScriptedRelay.serve { relay in
            let publisher = StreamPublisher(.sample(try relay.address))
            let wasCancelled = Gathering<Bool>()
            let running = Task {
                try await publisher.run { outlet in
                    do {
                        try await untilCancelled()
                    } catch {
                        wasCancelled.add(error is CancellationError)
                        throw Fault()
                    }
                }
            }
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            peer.send(.error(Ending(.unauthorized, "A token is needed.")))
            #expect(try await wasCancelled.first { $0 })
            let error = await #expect(throws: ClientError.self) { try await running.value }
            #expect(error?.ending?.code == .unauthorized, "not the error that follows from it")
        }
    }

    @Test func `a source that fails ends the connection`() async throws {
        try await ScriptedRelay.serve { relay in
            let publisher = StreamPublisher(.sample(try relay.address))
            let running = Task {
                try await publisher.run { outlet in
                    for await event in outlet.events {
                        if case .connected = event { throw Fault() }
                    }
                }
            }
            let peer = try await relay.welcome()
            await #expect(throws: Fault.self) { try await running.value }
            guard case .goodbye(let ending) = try await peer.next() else {
                Issue.record("left without a goodbye")
                return
            }
            #expect(ending.code == .done, "the stream does not end for its viewers")
        }
    }

    @Test func `a source that returns ends the stream, and its result is returned`() async throws {
        try await ScriptedRelay.serve { relay in
            let publisher = StreamPublisher(.sample(try relay.address))
            let running = Task {
                try await publisher.run { outlet in
                    try outlet.setTracks([.video])
                    return try await outlet.send(.key(0))
                }
            }
            let peer = try await relay.welcome()
            #expect(try await peer.next() == .tracks(TrackTable(epoch: 1, tracks: [.video])))
            #expect(try await peer.frame() == MediaFrame.key(0).numbered(0, in: 1))
            guard case .goodbye(let ending) = try await peer.next() else {
                Issue.record("left without a goodbye")
                return
            }
            #expect(ending.code == .endOfStream)
            await peer.close()
            #expect(try await running.value == PublishOutcome(isQueued: true, leftOut: []))
        }
    }

    @Test func `cancelling ends the source and the connection`() async throws {
        try await ScriptedRelay.serve { relay in
            let publisher = StreamPublisher(.sample(try relay.address))
            let running = Task { try await publisher.run { _ in try await untilCancelled() } }
            let peer = try await relay.welcome()
            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            try await peer.closed()
        }
    }

    @Test func `a publisher runs once`() async throws {
        let publisher = StreamPublisher(.sample(try RelayAddress("127.0.0.1:1")))
        let running = Task { try await publisher.run { _ in try await untilCancelled() } }
        running.cancel()
        _ = await running.result
        let error = await #expect(throws: ClientError.self) { try await publisher.run { _ in } }
        #expect(error?.code == .finished)
    }

    // MARK: The end

    @Test func `a relay that is away does not hold up the end for longer than it may`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            let publisher = StreamPublisher(.sample(address))
            let error = await #expect(throws: ClientError.self) {
                try await publisher.run(finishingWithin: .milliseconds(20)) { outlet in
                    try outlet.setTracks([.video])
                    try await outlet.send(.key(0))
                }
            }
            #expect(error?.code == .unfinished)
        }
    }

    @Test func `the source's own limit of the end holds`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            let publisher = StreamPublisher(.sample(address))
            let error = await #expect(throws: ClientError.self) {
                try await publisher.run(finishingWithin: nil) { $0.finish(within: .milliseconds(20)) }
            }
            #expect(error?.code == .unfinished)
        }
    }

    // MARK: Losses

    /// A hundred offers into a queue of three, while the relay is not there yet.
    @Test func `a source learns of every frame that its queue drops`() async throws {
        let limits = PublishLimits(bytes: 30, age: .seconds(60 * 60))
        let outlet = StreamPublisher(.sample(try RelayAddress("127.0.0.1:1")), limits: limits).outlet
        try outlet.setTracks([.video])
        var leftOut: [FrameLoss] = []
        for time in 0..<Int64(100) {
            let outcome = outlet.offer(.key(time))
            #expect(outcome.isQueued)
            leftOut += outcome.leftOut
        }
        #expect(leftOut.map(\.firstDecodeTime.microseconds) == Array(0..<97))
        #expect(leftOut.allSatisfy { $0.count == 1 && $0.reason == .queueFull && $0.track == .video })
        #expect(outlet.losses.total == 97)
        #expect(outlet.losses[.queueFull] == 97)
    }

    @Test func `the losses are known after publishing has failed`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            let publisher = StreamPublisher(.sample(address))
            let error = await #expect(throws: ClientError.self) {
                try await publisher.run(finishingWithin: .milliseconds(20)) { outlet in
                    try outlet.setTracks([.video])
                    for frame in [MediaFrame.audio(0), .key(1)] { outlet.offer(frame) }
                }
            }
            #expect(error?.code == .unfinished)
            #expect(publisher.losses[.unknownTrack] == 1)
            #expect(publisher.losses.total == 1, "not the frame that waits")
        }
    }

    @Test func `frames that cannot be sent are counted with the reason`() async throws {
        var configuration = ClientConfiguration.sample(try RelayAddress("127.0.0.1:1"))
        configuration.maximumFrameLength = 20
        let outlet = StreamPublisher(configuration).outlet
        try outlet.setTracks([.video])
        #expect(outlet.offer(.audio(0)).leftOut.map(\.reason) == [.unknownTrack])
        #expect(outlet.offer(.key(1, bytes: 21)).leftOut.map(\.reason) == [.tooLong])
        #expect(outlet.offer(.delta(2)).leftOut.map(\.reason) == [.undecodable])
        #expect(outlet.offer(.key(3)).leftOut.isEmpty)
        outlet.finish()
        #expect(outlet.offer(.key(4)).leftOut.map(\.reason) == [.finished])
        #expect(outlet.losses.reasons == [.unknownTrack, .tooLong, .undecodable, .finished])
        #expect(outlet.losses.total == 4)
    }

    @Test func `frames that the relay does not take are reported as events`() async throws {
        try await ScriptedRelay.serve { relay in
            let publisher = StreamPublisher(.sample(try relay.address))
            let losses = Gathering<FrameLoss>()
            let running = Task {
                try await publisher.run { outlet in
                    try outlet.setTracks([.video])
                    for frame in [MediaFrame.key(0, bytes: 101), .delta(1), .delta(2)] { outlet.offer(frame) }
                    for await event in outlet.events {
                        if case .framesLeftOut(let loss) = event { losses.add(loss) }
                    }
                }
            }
            defer { running.cancel() }
            _ = try await relay.welcome(.sample(maximumFrameLength: 100))
            let first = try await losses.first(\.self)
            #expect(first.reason == .tooLong && first.count == 1)
            let second = try await losses.first(\.self)
            #expect(second.reason == .undecodable && second.count == 2)
            #expect(second.firstDecodeTime.microseconds == 1 && second.lastDecodeTime.microseconds == 2)
        }
    }
}
