import FanOutUnderTest
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import StreamRelay

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ten thousand random events on real sockets: viewers who join, stall, read on, ask, hang up and reset in the middle of
/// a walk; publishers of frames small and huge, gaps, epochs and ends. Whatever happens, what a viewer receives is a run of
/// whole messages, with everything it does not receive told.
///
/// `STREAMD_TEST_SEED` tries another course.
@Suite(.timeLimit(.minutes(5))) struct LaneModelTests {
    private static let events = 10_000
    /// How often viewers read after each few of them: so often that most keep up.
    private static let rounds = 3

    private static let seed = getenv("STREAMD_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    @Test(arguments: ModelCourse.all)
    func everyViewerReceivesARunOfWholeMessages(course: ModelCourse) async throws {
        let listener = try ModelSocket.toListenWith()
        var configuration = RelayConfiguration()
        configuration.listener = .socket(listener)
        configuration.fanOut = .underTest
        // Small enough that viewers who do not read fall out of it.
        configuration.stream.logBytes = 600_000
        configuration.stream.maximumLatency = .milliseconds(100)
        // Its viewers answer no pings.
        configuration.pingInterval = .minutes(10)
        // A viewer that rests is not to be ended by the time that it takes on a busy machine.
        configuration.limits.stall = .minutes(10)
        course.configure(&configuration)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: course.eventLoops)
        let relay = Relay(
            configuration: configuration,
            group: group,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let serving = Task { try await relay.run() }
        let result: Result<LaneModel.Tally, any Error>
        do {
            let (core, address) = (relay.core, try await relay.address)
            result = .success(
                try await NIOThreadPool.singleton.runIfActive {
                    try Self.run(core, on: Array(group.makeIterator()), at: address, course: course)
                }
            )
        } catch {
            result = .failure(error)
        }
        serving.cancel()
        _ = await serving.result
        try await group.shutdownGracefully()
        switch result {
        case .failure(let error):
            Issue.record("seed \(Self.seed), \(FanOut.underTest), \(course.testDescription): \(error)")
        case .success(let tally): check(tally)
        }
    }

    private static func run(
        _ core: RelayCore,
        on eventLoops: [any EventLoop],
        at address: SocketAddress,
        course: ModelCourse
    ) throws -> LaneModel.Tally {
        let model = Mutex(try LaneModel(core: core, at: address, seed: seed, course: course))
        var bursts = 0
        while model.withLock({ $0.events }) < events {
            bursts += 1
            // Most on a loop, some beside all of them.
            if bursts % 4 == 0 {
                try model.withLock { try $0.burst() }
            } else {
                try eventLoops[bursts % eventLoops.count].submit {
                    try model.withLock { try $0.burst() }
                }.wait()
            }
            // The loops find what that did to their sockets, and viewers what they sent them.
            for _ in 0..<rounds {
                for eventLoop in eventLoops {
                    try eventLoop.submit {
                        model.withLock { $0.look(at: eventLoop) }
                    }.wait()
                }
                try model.withLock { try $0.read() }
            }
        }
        return try model.withLock { model in
            try model.drain()
            return model.tally
        }
    }

    /// Sees that enough has happened to prove anything.
    private func check(_ tally: LaneModel.Tally) {
        #expect(tally.joins > 100 && tally.frames > 3_000 && tally.gaps > 100 && tally.pongs > 100, "\(tally)")
        #expect(tally.endings > 10, "\(tally)")
        if FanOut.underTest == .nio {
            #expect(tally.seats == 0)
        } else {
            #expect(tally.seats > 100 && tally.falls > 50, "\(tally)")
        }
    }
}
