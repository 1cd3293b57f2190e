import Logging
import NIOCore
import NIOPosix
import Platform
import RelayTestSupport
import StreamHTTP
import StreamProtocol
import Synchronization
import Testing

@testable import StreamRelay

/// Random events on real sockets, ten thousand for each carrier and fewer under other conditions: viewers join, stall, read on, ask, hang up and reset while a lane writes;
/// publishers send small and huge frames, gaps, epochs and ends. A viewer always receives whole messages, and a gap for
/// each frame that it does not receive; by HTTP, whole pictures that can be decoded.
///
/// `STREAMD_TEST_SEED` tries another course, and `STREAMD_TEST_EVENTS` says how many events each has.
@Suite(.timeLimit(.minutes(15))) struct LaneModelTests {
    /// Three courses run at once, and not all: each has threads of its own, and viewers that may be 100 ms late.
    @Suite(.serialized) struct Messages {
        @Test(arguments: ModelCourse.all.filter { !$0.carrier.isWebSocket && !$0.carrier.isHTTP })
        func `every viewer receives a run of whole messages`(course: ModelCourse) async throws {
            try await LaneModelTests.test(course)
        }
    }

    @Suite(.serialized) struct WebSockets {
        @Test(arguments: ModelCourse.all.filter(\.carrier.isWebSocket))
        func `every viewer receives a run of whole messages`(course: ModelCourse) async throws {
            try await LaneModelTests.test(course)
        }
    }

    @Suite(.serialized) struct Responses {
        @Test(arguments: ModelCourse.all.filter(\.carrier.isHTTP))
        func `every viewer receives pictures that it can decode`(course: ModelCourse) async throws {
            try await LaneModelTests.test(course)
        }
    }

    /// How often viewers read after each few of them: so often that most keep up.
    private static let rounds = 3

    private static let seed = getenv("STREAMD_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

    private static func test(_ course: ModelCourse) async throws {
        let endings = EndingCounts()
        let listener = try ModelSocket.toListenWith()
        do {
            let tally = try await RunningRelay.run(
                threads: course.eventLoops,
                tls: course.carrier.hasTLS ? ModelTLS.certificate() : nil,
                http: HTTPService(),
                logger: Logger(label: "test") { _ in EndingCounter(counts: endings) },
                configure: { configuration in
                    configuration.listener = .socket(listener)
                    // Small enough that viewers that do not read fall out of it.
                    configuration.stream.logBytes = 600_000
                    configuration.stream.maximumLatency = .milliseconds(100)
                    // Its viewers answer no pings.
                    configuration.pingInterval = .minutes(10)
                    // A viewer that rests must not be ended by the time that it takes on a busy machine.
                    configuration.limits.stall = .minutes(10)
                    if let memory = course.memory { configuration.limits.memory = memory }
                }
            ) { running in
                let (core, address) = (running.relay.core, try await running.relay.address)
                let eventLoops = Array(running.group.makeIterator())
                return try await run(core, on: eventLoops, at: address, course: course)
            }
            check(tally, of: course, endings)
        } catch {
            Issue.record("seed \(seed), \(FanOut.underTest), \(course.testDescription): \(error)")
        }
    }

    /// Runs the course in a thread of its own, because it waits for event loops.
    private static func run(
        _ core: RelayCore,
        on eventLoops: [any EventLoop],
        at address: SocketAddress,
        course: ModelCourse
    ) async throws -> LaneModel.Tally {
        // The threads of NIO's shared pool keep what they ran last.
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        do {
            let tally = try await pool.runIfActive { try play(core, on: eventLoops, at: address, course: course) }
            try await pool.shutdownGracefully()
            return tally
        } catch {
            try await pool.shutdownGracefully()
            throw error
        }
    }

    private static func play(
        _ core: RelayCore,
        on eventLoops: [any EventLoop],
        at address: SocketAddress,
        course: ModelCourse
    ) throws -> LaneModel.Tally {
        let model = Mutex(try LaneModel(core: core, at: address, seed: seed, course: course))
        var bursts = 0
        while model.withLock({ $0.events }) < course.events {
            bursts += 1
            // Most on a loop, some beside all of them.
            if bursts % 4 == 0 {
                try model.withLock { try $0.burst() }
            } else {
                try eventLoops[bursts % eventLoops.count].submit {
                    try model.withLock { try $0.burst() }
                }.wait()
            }
            // The loops notice the changes of their sockets, and viewers receive what was sent.
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

    /// Expects that enough has happened to test the properties.
    private static func check(_ tally: LaneModel.Tally, of course: ModelCourse, _ endings: EndingCounts) {
        let overloads = endings.overloaded.load(ordering: .relaxed)
        let late = endings.tooSlow.load(ordering: .relaxed)
        let few = course.events / 100
        #expect(tally.joins > few && tally.frames > 10 * few && tally.endings > few / 10, "\(tally)")
        if course.carrier.isHTTP {
            #expect(tally.newest > few / 10 && tally.absences < tally.joins / 2, "\(tally)")
            // A log that is too short may not hold what the newest picture needs.
            #expect(course.memory != nil || tally.newest > tally.endings / 2, "\(tally)")
        } else {
            #expect(tally.gaps > few && tally.pongs > few && tally.absences == 0, "\(tally)")
        }
        if course.memory == nil {
            #expect(overloads == 0 && tally.shortLogs == 0, "\(tally)")
            #expect(tally.cuts <= late, "\(tally), \(late)")
        } else {
            #expect(tally.shortLogs > few, "\(tally)")
            // Responses hold little, so few of them are refused, on some machines none.
            #expect(course.carrier.isHTTP || tally.refusals + tally.cuts > few / 25, "\(tally)")
            // The relay says why it cut each of them off. It does not log every refusal.
            #expect(overloads + late >= tally.cuts, "\(tally), \(overloads), \(late)")
        }
        if FanOut.underTest == .nio {
            #expect(tally.laneJoins == 0)
        } else {
            #expect(tally.laneJoins > few && tally.laneLeaves > few / 2, "\(tally)")
        }
    }
}

/// How many sessions the relay ended or refused, by its log lines.
private final class EndingCounts: Sendable {
    let overloaded = Atomic(0)
    let tooSlow = Atomic(0)
}

private struct EndingCounter: LogHandler {
    let counts: EndingCounts
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        switch event.metadata?["code"] {
        case "\(ErrorCode.overloaded)": counts.overloaded.add(1, ordering: .relaxed)
        case "\(ErrorCode.tooSlow)": counts.tooSlow.add(1, ordering: .relaxed)
        default: break
        }
    }
}
