import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct MemoryBudgetTests {
    private static let megabyte = 1_000_000
    private let budget = MemoryBudget(limit: 100 * Self.megabyte)

    @Test(arguments: [
        (84, MemoryPressure.none), (85, .refusing), (88, .shrinkingLogs), (92, .evictingViewers),
        (96, .evictingPublishers),
        (100, .exhausted), (1_000, .exhausted),
    ])
    func `the steps of relief are taken in their order`(percent: Int, step: MemoryPressure) {
        #expect(MemoryPressure(used: percent, limit: 100) == step)
    }

    @Test func `sums do not overflow`() {
        #expect(MemoryPressure(used: .max, limit: 1) == .exhausted)
        #expect(MemoryPressure(used: 1, limit: .max) == .none)
    }

    @Test func `logs share their part only when they exceed it`() {
        budget.addStreams(10)
        budget.add(50 * Self.megabyte, to: .logs)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 64 * Self.megabyte)
        budget.add(1, to: .logs)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 5 * Self.megabyte)
        #expect(budget.logShare(of: Self.megabyte) == Self.megabyte, "a thin stream is not made larger")
        budget.addStreams(100_000)
        #expect(budget.logShare(of: Self.megabyte) == MemoryBudget.minimumLog)
    }

    @Test func `logs have half as much while memory is short`() {
        budget.addStreams(10)
        budget.add(40 * Self.megabyte, to: .logs)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 64 * Self.megabyte)
        budget.add(48 * Self.megabyte, to: .connections)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 2_500_000)
    }

    @Test func `a publisher has its share for a long message whatever others hold`() {
        budget.addPublishers(10)
        let most = 1_500_000
        #expect(budget.mayReceive(8 * Self.megabyte, holding: 0), "while there is room, it may have more")
        budget.add(15 * Self.megabyte, to: .publishers)
        #expect(!budget.mayReceive(most + 1, holding: 0))
        #expect(budget.mayReceive(most, holding: 0))
        #expect(!budget.mayReceive(most, holding: 1))
    }

    @Test func `a message is charged until its last reference is gone, to viewers once the log drops it`() {
        var charge: MemoryCharge? = MemoryCharge(1_000, in: budget)
        #expect(budget.used(by: .logs) == 1_000)
        var viewer = UnsentMessages()
        if let charge { viewer.append(charge) }
        charge?.leaveLog()
        charge?.leaveLog()
        charge = nil
        #expect(budget.used(by: .logs) == 0)
        #expect(budget.used(by: .viewers) == 1_000)
        viewer.update(0, in: budget)
        #expect(budget.used == 0)
    }

    @Test func `what a viewer has not taken is charged from the oldest byte on`() {
        var viewer = UnsentMessages()
        for _ in 0..<3 {
            let charge = MemoryCharge(1_000, in: budget)
            viewer.append(charge)
            charge.leaveLog()
        }
        for (unsent, held) in [(2_001, 3_000), (2_000, 2_000), (1, 1_000), (0, 0)] {
            viewer.update(unsent, in: budget)
            #expect(budget.used == held)
        }
    }

    @Test func `bytes that belong to no message of a log are charged to the viewer`() {
        var viewer = UnsentMessages()
        viewer.update(5_000, in: budget)
        #expect(budget.used(by: .viewers) == 5_000)
        viewer.removeAll(in: budget)
        #expect(budget.used == 0)
    }
}

@Suite struct ReceptionMemoryTests {
    private let budget = MemoryBudget(limit: 10_000_000)
    private let now = NIODeadline.uptimeNanoseconds(1)

    @Test func `a buffer is charged as it grows and refunded what it does not need`() throws {
        var reception = ReceptionMemory(budget)
        var inbound = InboundBuffer(TailDecoder())
        try reception.grow(by: 100_000, after: inbound.writerIndex, at: now)
        #expect(budget.used == 131_072)
        #expect(reception.since == now)
        inbound.append(ByteBuffer(repeating: 0, count: 100_000))
        reception.compact(&inbound, consumedMessage: false)
        #expect(budget.used == inbound.capacity)
        #expect(reception.since == now)

        _ = inbound.next()
        reception.compact(&inbound, consumedMessage: true)
        #expect(inbound.readableBytes == 1_000)
        #expect(budget.used < 10_000)
        #expect(reception.since == nil)
        inbound.removeAll()
        reception.compact(&inbound, consumedMessage: true)
        #expect(budget.used == 0)
    }

    /// Takes all bytes but the last thousand.
    private struct TailDecoder: InboundDecoder {
        func next(from buffer: inout ByteBuffer) -> ByteBuffer? {
            buffer.readSlice(length: buffer.readableBytes - 1_000)
        }
    }

    @Test func `a buffer is refused beyond its share`() throws {
        var others = ReceptionMemory(budget)
        try others.grow(by: 1_000_000, after: 0, at: now)
        var reception = ReceptionMemory(budget)
        budget.addPublishers(2)
        #expect(throws: ProtocolError.self) { try reception.grow(by: 1_500_000, after: 0, at: now) }
        #expect(reception.held == 0)
    }
}

@Suite struct MemoryReliefTests {
    private typealias Usage = MemoryEvictionPolicy.Usage

    private let usages = [
        Usage(connection: 1, bytes: 10, kind: .viewer(idle: .seconds(2))),
        Usage(connection: 2, bytes: 99, kind: .viewer(idle: .zero)),
        Usage(connection: 3, bytes: 50, kind: .viewer(idle: .seconds(1))),
        Usage(connection: 4, bytes: 80, kind: .publisher(since: .seconds(3))),
        Usage(connection: 5, bytes: 70, kind: .publisher(since: .seconds(1))),
        Usage(connection: 6, bytes: 20, kind: .publisher(since: .seconds(60))),
    ]

    private func evictions(
        _ pressure: MemoryPressure,
        viewersExceedShare: Bool = false,
        receptionsExceedShare: Bool = false
    ) -> [UInt64] {
        MemoryEvictionPolicy(
            pressure: pressure,
            viewersExceedShare: viewersExceedShare,
            receptionsExceedShare: receptionsExceedShare,
            receptionShare: 60
        ).evictions(among: usages).map(\.connection)
    }

    @Test func `the viewers that hold most and take nothing are evicted first`() {
        #expect(evictions(.shrinkingLogs) == [])
        #expect(evictions(.evictingViewers) == [3, 1])
        #expect(evictions(.evictingPublishers) == [4, 5, 3, 1])
        #expect(evictions(.exhausted) == [2, 4, 5, 3, 1])
    }

    @Test func `viewers that take nothing are evicted when viewers exceed their share`() {
        #expect(evictions(.none, viewersExceedShare: true) == [3, 1])
    }

    @Test func `a publisher of a slow, large message is ended while others have no room`() {
        #expect(evictions(.none, receptionsExceedShare: true) == [4])
    }
}

@Suite struct SystemMemoryTests {
    private func limit(_ lines: [String], _ files: [String: String]) -> Int? {
        SystemMemory.limits(of: lines) { files[$0] }
    }

    @Test func `the smallest limit of the parent groups counts`() {
        let files = [
            "/sys/fs/cgroup/a/b/memory.max": "max\n",
            "/sys/fs/cgroup/a/memory.max": "536870912\n",
            "/sys/fs/cgroup/memory.max": "1073741824\n",
        ]
        #expect(limit(["0::/a/b"], files) == 536_870_912)
    }

    @Test func `in a container the root of the hierarchy is its own group`() {
        #expect(limit(["0::/docker/f00"], ["/sys/fs/cgroup/memory.max": "1000"]) == 1_000)
    }

    @Test func `cgroup version 1 has a hierarchy for memory`() {
        let files = ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "2000"]
        #expect(limit(["5:cpu,cpuacct:/y", "4:memory:/x", "0::/z"], files) == 2_000)
    }

    @Test func `without bounds there is no limit`() {
        #expect(limit(["0::/"], ["/sys/fs/cgroup/memory.max": "max"]) == nil)
        #expect(limit(["nonsense", "", "0::/"], [:]) == nil)
    }

    @Test func `there is a budget on every machine`() {
        #expect(SystemMemory.defaultBudget >= SystemMemory.minimum)
        #expect(SystemMemory.budget(of: 1_000_000_000) == 600_000_000)
        #expect(SystemMemory.budget(of: 0) == SystemMemory.minimum)
    }
}
