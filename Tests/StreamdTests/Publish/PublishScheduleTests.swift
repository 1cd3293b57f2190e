import StreamProtocol
import TestSupport
import Testing

@testable import streamd

@Suite struct PublishScheduleTests {
    private var schedule = PublishSchedule()
    private var generator = SeededGenerator(seed: 1)

    private static func stream(_ name: String, _ input: String = "test:") throws -> PublishSchedule.Stream {
        PublishSchedule.Stream(name: try StreamName(name), words: ["--", input], files: [:])
    }

    private mutating func ended(
        _ name: String,
        _ outcome: PublishSchedule.Outcome,
        after lasted: Duration = .zero
    ) throws -> PublishSchedule.Action? {
        schedule.ended(try StreamName(name), outcome, after: lasted, using: &generator)
    }

    @Test mutating func `each stream begins, fails and tries again by itself`() throws {
        let (one, two) = (try Self.stream("one"), try Self.stream("two"))
        #expect(schedule.apply([one, two]) == [.start(one), .start(two)])
        guard case .wait(one.name, let attempt, let time)? = try ended("one", .failed) else {
            Issue.record("it does not wait")
            return
        }
        #expect(time <= .milliseconds(200))
        #expect(schedule.waited(two.name, attempt: attempt) == nil, "the other one is published")
        #expect(schedule.waited(one.name, attempt: attempt) == .start(one))
        #expect(schedule.waited(one.name, attempt: attempt) == nil, "it is published")
    }

    @Test mutating func `waits grow with failures, and begin anew after a long attempt`() throws {
        let one = try Self.stream("one")
        _ = schedule.apply([one])
        var times: [Duration] = []
        for _ in 0..<8 {
            guard case .wait(let name, let attempt, let time)? = try ended("one", .failed) else { break }
            times.append(time)
            _ = schedule.waited(name, attempt: attempt)
        }
        #expect(times.last ?? .zero >= .seconds(5))
        guard case .wait(_, _, let time)? = try ended("one", .failed, after: .seconds(60)) else {
            Issue.record("it does not wait")
            return
        }
        #expect(time <= .milliseconds(200))
    }

    @Test mutating func `what is as before goes on when the file changes`() throws {
        let (one, two, three) = (try Self.stream("one"), try Self.stream("two"), try Self.stream("three"))
        _ = schedule.apply([one, two])
        #expect(schedule.apply([one, three]) == [.stop(two.name, endsStream: true), .start(three)])
        #expect(try ended("two", .failed) == nil)
        #expect(schedule.apply([one, three]).isEmpty)
    }

    @Test mutating func `other options interrupt the stream and begin it again`() throws {
        let (before, after) = (try Self.stream("one"), try Self.stream("one", "film.mp4"))
        _ = schedule.apply([before])
        #expect(schedule.apply([after]) == [.stop(before.name, endsStream: false)])
        // It stops only once, with the newest options.
        let newest = try Self.stream("one", "other.mp4")
        #expect(schedule.apply([newest]).isEmpty)
        #expect(try ended("one", .finished) == .start(newest))
    }

    @Test mutating func `a stream that is taken out and back before it has stopped begins again`() throws {
        let one = try Self.stream("one")
        _ = schedule.apply([one])
        #expect(schedule.apply([]) == [.stop(one.name, endsStream: true)])
        #expect(schedule.apply([one]).isEmpty)
        #expect(try ended("one", .finished) == .start(one))
    }

    @Test mutating func `other options end a wait`() throws {
        let (before, after) = (try Self.stream("one"), try Self.stream("one", "film.mp4"))
        _ = schedule.apply([before])
        guard case .wait(_, let attempt, _)? = try ended("one", .failed) else {
            Issue.record("it does not wait")
            return
        }
        #expect(schedule.apply([before]).isEmpty)
        #expect(schedule.apply([after]) == [.start(after)])
        _ = try ended("one", .failed)
        #expect(schedule.waited(before.name, attempt: attempt) == nil, "this is the wait of before")
    }

    @Test mutating func `a file is sent once, and again with other options`() throws {
        let (before, after) = (try Self.stream("one", "film.mp4"), try Self.stream("one", "other.mp4"))
        _ = schedule.apply([before])
        #expect(!schedule.isDone)
        #expect(try ended("one", .finished) == nil)
        #expect(schedule.isDone)
        #expect(schedule.apply([before]).isEmpty)
        #expect(schedule.apply([after]) == [.start(after)])
        #expect(!schedule.isDone)
    }

    @Test mutating func `nothing begins after the end`() throws {
        let (one, two) = (try Self.stream("one"), try Self.stream("two"))
        _ = schedule.apply([one, two])
        guard case .wait(_, let attempt, _)? = try ended("one", .failed) else {
            Issue.record("it does not wait")
            return
        }
        schedule.stop()
        #expect(schedule.waited(one.name, attempt: attempt) == nil)
        #expect(schedule.apply([try Self.stream("three")]).isEmpty)
        #expect(!schedule.isDone)
        #expect(try ended("two", .failed) == nil)
        #expect(schedule.isDone)
    }
}
