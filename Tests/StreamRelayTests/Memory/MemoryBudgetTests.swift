import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct MemoryBudgetTests {
    private static let megabyte = 1_000_000
    private let budget = MemoryBudget(limit: 100 * Self.megabyte)

    @Test(arguments: [
        (84, MemoryPressure.none), (85, .refusing), (88, .shortening), (92, .evictingViewers), (96, .endingPublishers),
        (100, .exhausted), (1_000, .exhausted),
    ])
    func `The steps are taken in their order`(percent: Int, step: MemoryPressure) {
        #expect(MemoryPressure(used: percent, limit: 100) == step)
    }

    @Test func `No sum runs over`() {
        #expect(MemoryPressure(used: .max, limit: 1) == .exhausted)
        #expect(MemoryPressure(used: 1, limit: .max) == .none)
    }

    @Test func `Logs share their part only when they have more than that`() {
        budget.addStreams(10)
        budget.add(50 * Self.megabyte, to: .logs)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 64 * Self.megabyte)
        budget.add(1, to: .logs)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 5 * Self.megabyte)
        #expect(budget.logShare(of: Self.megabyte) == Self.megabyte, "a thin stream is not made larger")
        budget.addStreams(100_000)
        #expect(budget.logShare(of: Self.megabyte) == MemoryBudget.leastLog)
    }

    @Test func `Logs have half as much while memory is short`() {
        budget.addStreams(10)
        budget.add(40 * Self.megabyte, to: .logs)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 64 * Self.megabyte)
        budget.add(48 * Self.megabyte, to: .connections)
        #expect(budget.logShare(of: 64 * Self.megabyte) == 2_500_000)
    }

    @Test func `A publisher has its part of a long message whatever others hold`() {
        budget.addPublishers(10)
        let most = 1_500_000
        #expect(budget.mayReceive(8 * Self.megabyte, holding: 0), "while there is room, it may have more")
        budget.add(15 * Self.megabyte, to: .publishers)
        #expect(!budget.mayReceive(most + 1, holding: 0))
        #expect(budget.mayReceive(most, holding: 0))
        #expect(!budget.mayReceive(most, holding: 1))
    }

    @Test func `A message counts until the last one lets go of it, for viewers once the log has dropped it`() {
        var charge: MemoryCharge? = MemoryCharge(1_000, in: budget)
        #expect(budget.used(by: .logs) == 1_000)
        var viewer = UnsentMessages()
        if let charge { viewer.append(charge) }
        charge?.leaveLog()
        charge?.leaveLog()
        charge = nil
        #expect(budget.used(by: .logs) == 0)
        #expect(budget.used(by: .viewers) == 1_000)
        viewer.settle(0, in: budget)
        #expect(budget.used == 0)
    }

    @Test func `What a viewer has not taken is held from the oldest byte on`() {
        var viewer = UnsentMessages()
        for _ in 0..<3 {
            let charge = MemoryCharge(1_000, in: budget)
            viewer.append(charge)
            charge.leaveLog()
        }
        for (unsent, held) in [(2_001, 3_000), (2_000, 2_000), (1, 1_000), (0, 0)] {
            viewer.settle(unsent, in: budget)
            #expect(budget.used == held)
        }
    }

    @Test func `What no message of a log accounts for is the viewer's own`() {
        var viewer = UnsentMessages()
        viewer.settle(5_000, in: budget)
        #expect(budget.used(by: .viewers) == 5_000)
        viewer.removeAll(in: budget)
        #expect(budget.used == 0)
    }
}

@Suite struct ReceptionMemoryTests {
    private let budget = MemoryBudget(limit: 10_000_000)
    private let now = NIODeadline.uptimeNanoseconds(1)

    @Test func `It counts what a buffer takes as it grows, and gives back what is not needed`() throws {
        var reception = ReceptionMemory(budget)
        var buffer = ByteBuffer(repeating: 0, count: 100_000)
        try reception.grow(by: 100_000, after: nil, at: now)
        #expect(budget.used == 131_072)
        #expect(reception.since == now)
        let left = reception.settle(buffer, tookAny: false)
        #expect(budget.used == left?.capacity)
        #expect(reception.since == now)

        buffer.moveReaderIndex(to: 99_000)
        let rest = reception.settle(buffer, tookAny: true)
        #expect(rest?.readableBytes == 1_000)
        #expect(budget.used < 10_000)
        #expect(reception.since == nil)
        _ = reception.settle(nil, tookAny: true)
        #expect(budget.used == 0)
    }

    @Test func `It is refused beyond its part`() throws {
        var others = ReceptionMemory(budget)
        try others.grow(by: 1_000_000, after: nil, at: now)
        var reception = ReceptionMemory(budget)
        budget.addPublishers(2)
        #expect(throws: ProtocolError.self) { try reception.grow(by: 1_500_000, after: nil, at: now) }
        #expect(reception.held == 0)
    }
}

@Suite struct MemoryReliefTests {
    private typealias Holding = MemoryRelief.Holding

    private let holdings = [
        Holding(connection: 1, bytes: 10, kind: .viewer(idle: .seconds(2))),
        Holding(connection: 2, bytes: 99, kind: .viewer(idle: .zero)),
        Holding(connection: 3, bytes: 50, kind: .viewer(idle: .seconds(1))),
        Holding(connection: 4, bytes: 80, kind: .publisher(since: .seconds(3))),
        Holding(connection: 5, bytes: 70, kind: .publisher(since: .seconds(1))),
        Holding(connection: 6, bytes: 20, kind: .publisher(since: .seconds(60))),
    ]

    private func victims(
        _ pressure: MemoryPressure,
        viewersAreShort: Bool = false,
        receptionsAreShort: Bool = false
    ) -> [UInt64] {
        MemoryRelief(
            pressure: pressure,
            viewersAreShort: viewersAreShort,
            receptionsAreShort: receptionsAreShort,
            receptionShare: 60
        ).victims(among: holdings).map(\.connection)
    }

    @Test func `Those go first that hold most and take nothing`() {
        #expect(victims(.shortening) == [])
        #expect(victims(.evictingViewers) == [3, 1])
        #expect(victims(.endingPublishers) == [4, 5, 3, 1])
        #expect(victims(.exhausted) == [2, 4, 5, 3, 1])
    }

    @Test func `Viewers who take nothing go when viewers hold more than their part`() {
        #expect(victims(.none, viewersAreShort: true) == [3, 1])
    }

    @Test func `A publisher goes whose message takes long and more than its part while others have no room`() {
        #expect(victims(.none, receptionsAreShort: true) == [4])
    }
}

@Suite struct SystemMemoryTests {
    private func limit(_ lines: [String], _ files: [String: String]) -> Int? {
        SystemMemory.limits(of: lines) { files[$0] }
    }

    @Test func `The least of the groups above counts`() {
        let files = [
            "/sys/fs/cgroup/a/b/memory.max": "max\n",
            "/sys/fs/cgroup/a/memory.max": "536870912\n",
            "/sys/fs/cgroup/memory.max": "1073741824\n",
        ]
        #expect(limit(["0::/a/b"], files) == 536_870_912)
    }

    @Test func `In a container the root of the hierarchy is its own group`() {
        #expect(limit(["0::/docker/f00"], ["/sys/fs/cgroup/memory.max": "1000"]) == 1_000)
    }

    @Test func `Version 1 has a hierarchy for memory`() {
        let files = ["/sys/fs/cgroup/memory/x/memory.limit_in_bytes": "2000"]
        #expect(limit(["5:cpu,cpuacct:/y", "4:memory:/x", "0::/z"], files) == 2_000)
    }

    @Test func `Where nothing is bounded there is no limit`() {
        #expect(limit(["0::/"], ["/sys/fs/cgroup/memory.max": "max"]) == nil)
        #expect(limit(["nonsense", "", "0::/"], [:]) == nil)
    }

    @Test func `There is a budget on every machine`() {
        #expect(SystemMemory.standardBudget >= SystemMemory.least)
        #expect(SystemMemory.budget(of: 1_000_000_000) == 600_000_000)
        #expect(SystemMemory.budget(of: 0) == SystemMemory.least)
    }
}
