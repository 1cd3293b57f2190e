import NIOCore
import NIOEmbedded
import Platform
import Testing

@testable import StreamRelay

@Suite struct AcceptPauseTests {
    private var pause = AcceptPause()
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    @Test mutating func `a listener pauses at the first failure until there is room`() {
        #expect(!pause.isPaused)
        #expect(pause.acceptFailed(at: now) == true)
        #expect(pause.isPaused)
        #expect(pause.acceptFailed(at: now) == false)
        #expect(pause.resume() == true)
        #expect(!pause.isPaused)
        #expect(pause.resume() == false)
        #expect(pause.acceptFailed(at: now) == true)
    }

    @Test mutating func `a paused listener looks for room once an interval`() {
        #expect(pause.isRetryDue(at: now) == false)
        _ = pause.acceptFailed(at: now)
        #expect(pause.isRetryDue(at: now + AcceptPause.retryInterval - .nanoseconds(1)) == false)
        #expect(pause.isRetryDue(at: now + AcceptPause.retryInterval) == true)
        #expect(pause.isRetryDue(at: now + AcceptPause.retryInterval) == false)
        #expect(pause.isRetryDue(at: now + AcceptPause.retryInterval * 2) == true)
    }

    @Test mutating func `one log line a second has everything since the last`() {
        #expect(pause.logRecord(at: now) == nil)
        _ = pause.acceptFailed(at: now)
        #expect(pause.logRecord(at: now) == AcceptPause.LogRecord(failures: 1, refused: 0))
        #expect(!pause.hasUnloggedEvents)
        for _ in 0..<5 {
            _ = pause.resume()
            _ = pause.acceptFailed(at: now)
        }
        pause.refused(3)
        #expect(pause.logRecord(at: now + .milliseconds(999)) == nil)
        #expect(pause.hasUnloggedEvents)
        #expect(pause.logRecord(at: now + .seconds(1)) == AcceptPause.LogRecord(failures: 5, refused: 3))
        #expect(pause.logRecord(at: now + .seconds(2)) == nil)
    }

    @Test mutating func `a listener that is about to close neither pauses nor accepts again`() {
        _ = pause.acceptFailed(at: now)
        pause.stop()
        #expect(pause.resume() == false)
        #expect(pause.isRetryDue(at: now + .hours(1)) == false)
        #expect(pause.acceptFailed(at: now) == false)
    }
}

/// A listening channel whose event loop and descriptors the test moves.
@Suite final class AcceptErrorHandlerTests {
    private final class FakePolicy: ExhaustionPolicy {
        var makesRoom = false
        var hasDescriptors = false
        var resume: (@Sendable () -> Void)?
        var lines: [Int] = []

        func makeRoom() -> Bool { makesRoom }
        func paused(_ resume: @escaping @Sendable () -> Void) { self.resume = resume }
        func hasRoom() -> Bool { hasDescriptors }
        func refuseWaiting(at listener: CInt) -> Int { 0 }
        func report(failures: Int, refused: Int) { lines.append(failures) }
    }

    private let policy = FakePolicy()
    private let channel: EmbeddedChannel
    private var areFew = false

    init() {
        channel = EmbeddedChannel()
        let handler = AcceptErrorHandler(policy) { [unowned self] in areFew }
        #expect(throws: Never.self) { try channel.pipeline.syncOperations.addHandler(handler) }
    }

    deinit {
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        // It holds the handler, which holds the policy.
        policy.resume = nil
    }

    private func fail(_ code: CInt = EMFILE) {
        channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
    }

    private var autoRead: Bool? {
        channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func `without descriptors or memory the listener pauses`(code: CInt) throws {
        fail(code)
        #expect(autoRead == false)
        #expect(policy.lines == [1])
    }

    @Test func `with few descriptors left the listener pauses before it fails`() throws {
        let connection = EmbeddedChannel()
        channel.pipeline.fireChannelRead(connection as any Channel)
        #expect(autoRead == nil)
        areFew = true
        channel.pipeline.fireChannelRead(connection as any Channel)
        #expect(autoRead == false)
        #expect(policy.lines == [1])
        #expect(try channel.readInbound(as: (any Channel).self) === connection)
        #expect(try channel.readInbound(as: (any Channel).self) === connection)
        let resume = try #require(policy.resume)
        resume()
        channel.embeddedEventLoop.run()
        #expect(autoRead == true)
        _ = try connection.finish()
    }

    @Test func `where room can be made, the last descriptors do not pause the listener`() throws {
        (areFew, policy.makesRoom) = (true, true)
        let connection = EmbeddedChannel()
        channel.pipeline.fireChannelRead(connection as any Channel)
        #expect(autoRead == nil)
        _ = try connection.finish()
    }

    @Test func `descriptors are few near the limit`() throws {
        #expect(FreeDescriptors.areFewer(than: 8, limit: 3))
        // Those of the standard streams are taken.
        #expect(FreeDescriptors.areFewer(than: 2, limit: 3))
        // The highest number is taken, and others are free.
        let limit = min(ResourceLimit.descriptors.current ?? .max, 4_096)
        let taken = fcntl(2, F_DUPFD_CLOEXEC, CInt(limit) - 16)
        try #require(taken >= 0)
        defer { close(taken) }
        #expect(!FreeDescriptors.areFewer(than: 8, limit: UInt64(taken) + 1))
        #expect(!FreeDescriptors.areFewer(than: 8, limit: 10_000_000))
        #expect(!FreeDescriptors.areFewer(than: 8, limit: nil))
        #expect(!FreeDescriptors.areFewer(than: 8, limit: .max))
    }

    @Test func `a connection that closes resumes the listener at once`() throws {
        fail()
        let resume = try #require(policy.resume)
        resume()
        channel.embeddedEventLoop.run()
        #expect(autoRead == true)
    }

    @Test func `where no connection closes, the listener looks for room itself`() {
        fail()
        channel.embeddedEventLoop.advanceTime(by: .seconds(3))
        #expect(autoRead == false)
        policy.hasDescriptors = true
        channel.embeddedEventLoop.advanceTime(by: AcceptPause.retryInterval)
        #expect(autoRead == true)
    }

    @Test func `where room can be made, the listener does not pause`() {
        policy.makesRoom = true
        fail()
        #expect(autoRead == nil)
        #expect(policy.lines.isEmpty)
    }

    @Test func `a client that left before it was accepted does not pause the listener`() {
        fail(ECONNABORTED)
        #expect(autoRead == nil)
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
    }

    @Test func `a listener that is about to close stays paused`() throws {
        fail()
        channel.pipeline.fireUserInboundEventTriggered(ListenerStopsEvent())
        policy.hasDescriptors = true
        let resume = try #require(policy.resume)
        resume()
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(autoRead == false)
    }
}
