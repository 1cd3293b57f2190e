import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRelay

/// A stream that a relay takes from another relay, without connections and clocks.
@Suite struct PullStateMachineTests {
    private let relay = RelayID.random()
    private var pull: PullStateMachine<Int>
    private let now = NIODeadline.uptimeNanoseconds(0)

    init() { pull = PullStateMachine(of: relay, welcomeTime: .seconds(10)) }

    private func welcome(
        _ instance: UInt64 = 1,
        path: [RelayID] = [.random()],
        frameLength: UInt32 = 8
    ) throws -> Welcome {
        .upstream(instance: instance, frameLength: frameLength, path: path.isEmpty ? nil : try RelayPath(path))
    }

    private mutating func join(
        _ waiter: Int,
        isRelay: Bool = false,
        path: RelayPath? = nil,
        after time: TimeAmount = .zero
    )
        -> PullStateMachine<Int>.Joining
    {
        pull.join(waiter, isRelay: isRelay, path: path, at: now + time)
    }

    @Test mutating func `clients wait for the welcome, and those after it do not`() throws {
        #expect(join(1) == .waits)
        #expect(join(2, isRelay: true) == .waits)
        #expect(try pull.welcomed(welcome(), frameLimit: 8) == .begin(replacesEarlier: false))
        #expect(join(3) == .waits, "viewers do not find the stream yet")
        #expect(pull.list().map(\.waiter) == [1, 2, 3])
        #expect(join(4) == .ready)
    }

    @Test mutating func `a client that has waited for 10 s is refused`() {
        #expect(join(1) == .waits)
        #expect(join(2, after: .seconds(1)) == .waits)
        #expect(pull.tick(hasViewers: false, at: now + .milliseconds(9_999)).expired.isEmpty)
        let (expired, isIdle) = pull.tick(hasViewers: false, at: now + .seconds(10))
        #expect(expired.map(\.waiter) == [1] && !isIdle)
    }

    @Test mutating func `the stream is kept for 10 s after the last viewer`() throws {
        _ = try pull.welcomed(welcome(), frameLimit: 8)
        _ = pull.list()
        #expect(!pull.tick(hasViewers: true, at: now).isIdle)
        #expect(!pull.tick(hasViewers: false, at: now + .seconds(1)).isIdle)
        #expect(!pull.tick(hasViewers: true, at: now + .seconds(10)).isIdle)
        #expect(!pull.tick(hasViewers: false, at: now + .seconds(11)).isIdle)
        #expect(!pull.tick(hasViewers: false, at: now + .seconds(20)).isIdle)
        #expect(pull.tick(hasViewers: false, at: now + .seconds(21)).isIdle)
    }

    @Test mutating func `an origin that does not answer is given up without clients`() {
        #expect(join(1) == .waits)
        #expect(!pull.tick(hasViewers: false, at: now + .seconds(10)).isIdle)
        #expect(pull.tick(hasViewers: false, at: now + .seconds(20)).isIdle)
    }

    @Test mutating func `a reconnection goes on, unless the stream is another`() throws {
        let path = [RelayID.random()]
        _ = try pull.welcomed(welcome(path: path), frameLimit: 8)
        #expect(try pull.welcomed(welcome(path: path), frameLimit: 8) == .resume(pathHasChanged: false))
        #expect(try pull.welcomed(welcome(), frameLimit: 8) == .resume(pathHasChanged: true))
        #expect(try pull.welcomed(welcome(2), frameLimit: 8) == .begin(replacesEarlier: true))
        #expect(try pull.welcomed(welcome(2, frameLength: 7), frameLimit: 8) == .begin(replacesEarlier: true))
    }

    @Test mutating func `a stream that passes this relay already, or whose frames are too long, is not taken`() throws {
        #expect(errorCode { _ = try pull.welcomed(welcome(path: [.random(), relay]), frameLimit: 8) } == .relayLoop)
        #expect(errorCode { _ = try pull.welcomed(welcome(), frameLimit: 7) } == .messageTooLong)
        #expect(try pull.welcomed(welcome(path: []), frameLimit: 8) == .begin(replacesEarlier: false))
    }

    @Test mutating func `the hello has the path of a relay that waits, and this relay`() throws {
        var generator = SeededGenerator(seed: 1)
        #expect(pull.path(using: &generator).relays == [relay])
        #expect(join(1) == .waits)
        #expect(pull.path(using: &generator).relays == [relay], "a viewer has no path")
        let paths = try (0..<2).map { _ in try RelayPath([.random(), .random()]) }
        for (index, path) in paths.enumerated() { #expect(join(2 + index, isRelay: true, path: path) == .waits) }
        let sent = Set((0..<100).map { _ in pull.path(using: &generator).relays })
        #expect(sent == Set(paths.map { $0.relays + [relay] }), "each of them is drawn")
    }

    @Test mutating func `only the clients with the path that was refused are refused`() throws {
        var generator = SeededGenerator(seed: 1)
        let invented = try RelayPath([.random(), .random()])
        #expect(join(1) == .waits)
        for waiter in 2...3 { #expect(join(waiter, isRelay: true, path: invented) == .waits) }
        #expect(pull.path(using: &generator).relays == invented.relays + [relay])
        #expect(join(4, isRelay: true, path: RelayPath(.random())) == .waits)
        #expect(pull.pathRefused()?.map(\.waiter) == [2, 3])
        #expect(pull.path(using: &generator).relays == [relay], "the next hello has the path of none")
        _ = try pull.welcomed(welcome(), frameLimit: 8)
        #expect(pull.list().map(\.waiter) == [1, 4])
    }

    @Test mutating func `a loop through this relay alone is one for all`() throws {
        var generator = SeededGenerator(seed: 1)
        #expect(join(1, isRelay: true, path: RelayPath(.random())) == .waits)
        _ = pull.path(using: &generator)
        #expect(pull.pathRefused() != nil)
        #expect(pull.path(using: &generator).relays == [relay])
        #expect(pull.pathRefused() == nil)
        #expect(join(2, isRelay: true, path: RelayPath(.random())) == .waits)
        #expect(pull.path(using: &generator).relays.count == 2, "the one after it has a path again")
        _ = try pull.welcomed(welcome(), frameLimit: 8)
        #expect(pull.pathRefused() == nil, "the path was welcome")
    }

    @Test mutating func `a client that has left waits no longer`() throws {
        var generator = SeededGenerator(seed: 1)
        #expect(join(1, isRelay: true, path: RelayPath(.random())) == .waits)
        #expect(join(2) == .waits)
        pull.leave(1)
        #expect(pull.path(using: &generator).relays == [relay])
        #expect(pull.tick(hasViewers: false, at: now + .seconds(10)).expired.map(\.waiter) == [2])
    }

    @Test mutating func `a relay behind which four others wait is refused`() throws {
        let longest = try RelayPath((0..<RelayPath.maximumCount).map { _ in .random() })
        #expect(join(1, isRelay: true, path: longest) == .refused(.upstreamLoop))
        #expect(join(2) == .waits, "others are not")
    }

    @Test mutating func `after an end for good clients are refused for 5 s`() {
        #expect(join(1) == .waits)
        #expect(pull.end(.loop("a loop"), at: now)?.map(\.waiter) == [1])
        #expect(pull.end(.stopped, at: now) == nil, "it has ended")
        #expect(join(2, isRelay: true) == .refused(.upstreamLoop))
        #expect(join(3) == .refused(.upstreamFailed))
        #expect(pull.isRemembered(at: now + .milliseconds(4_999)))
        #expect(join(4, after: .seconds(5)) == .over)
        #expect(!pull.isRemembered(at: now + .seconds(5)))
    }

    @Test(arguments: [PullEnd.endOfStream, .dismissed, .withdrawn, .stopped])
    mutating func `another pull may follow any other end at once`(end: PullEnd) {
        _ = pull.end(end, at: now)
        #expect(join(1) == .over)
        #expect(!pull.isRemembered(at: now))
    }

    @Test mutating func `messages before the welcome and after the end are nothing`() throws {
        let state = ProtocolMessage.streamState(.live)
        #expect(try pull.receive(state, at: now, allocator: ByteBufferAllocator()).state == nil)
        _ = try pull.welcomed(welcome(), frameLimit: 8)
        #expect(try pull.receive(state, at: now, allocator: ByteBufferAllocator()).state == .live)
        _ = pull.end(.stopped, at: now)
        #expect(try pull.receive(state, at: now, allocator: ByteBufferAllocator()).state == nil)
        #expect(try pull.welcomed(welcome(), frameLimit: 8) == .resume(pathHasChanged: false))
    }

    @Test mutating func `a message for another side is refused`() throws {
        _ = try pull.welcomed(welcome(), frameLimit: 8)
        let count = ProtocolMessage.viewerCount(ViewerCount(viewers: 1))
        #expect(
            errorCode { _ = try pull.receive(count, at: now, allocator: ByteBufferAllocator()) } == .unexpectedMessage
        )
    }
}
