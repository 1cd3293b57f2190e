import ClusterDirectory
import NIOCore
import StreamProtocol
import TestSupport
import Testing

/// Random courses of several relays with one directory, with faults.
@Suite struct DirectoryModelTests {
    private static let names = ["a", "b", "c", "d"].compactMap { try? StreamName($0) }
    /// Faults of half of the courses: then it is known which registration is the older one.
    private static let orderly: DirectorySimulation.Faults = [.partitions, .lostLeases, .compactions, .kills]
    private static let all: DirectorySimulation.Faults = [
        .partitions, .lostAnswers, .lostLeases, .restores, .compactions, .kills, .moves, .deadWatches, .slowAnswers,
    ]

    private static func publisher(_ number: UInt64) -> PublisherDigest? {
        let digits = String(number, radix: 16)
        return PublisherDigest(String(repeating: "0", count: PublisherDigest.length - digits.utf8.count) + digits)
    }

    /// 2,000 courses.
    @Test(arguments: 0..<20)
    func `relays agree when all faults are over`(part: Int) throws {
        for course in 0..<100 {
            let seed = UInt64(part * 100 + course)
            try run(seed, course.isMultiple(of: 2) ? Self.orderly : Self.all)
        }
    }

    private func run(_ seed: UInt64, _ faults: DirectorySimulation.Faults) throws {
        var simulation = DirectorySimulation(seed: seed, relays: 3, faults: faults)
        var backup = simulation.etcd
        var publishers: UInt64 = 0
        for _ in 0..<simulation.random(5..<30) {
            simulation.run(for: .milliseconds(Int64(simulation.random(0..<4_000))))
            checkLeases(simulation, seed)
            let relay = simulation.random(0..<simulation.relays.count)
            switch simulation.random(0..<14) {
            case 0...3:
                publishers += 1
                let name = Self.names[simulation.random(0..<Self.names.count)]
                simulation.connect(try #require(Self.publisher(publishers)), of: name, to: relay)
            case 4, 5:
                if let session = simulation.anySession() { simulation.disconnect(session) }
            case 6 where faults.contains(.moves), 7 where faults.contains(.moves):
                if let session = simulation.anySession(), session.relay != relay {
                    simulation.connect(session.publisher, of: session.name, to: relay)
                }
            case 8 where faults.contains(.partitions):
                simulation.cutOff(relay, !simulation.relays[relay].isCutOff)
            case 9 where faults.contains(.partitions):
                let isCutOff = simulation.random(0..<2) == 0
                for relay in simulation.relays.indices { simulation.cutOff(relay, isCutOff) }
            case 10 where faults.contains(.lostLeases): simulation.etcd.revokeAllLeases()
            case 11 where faults.contains(.kills): simulation.kill(relay)
            case 12 where faults.contains(.compactions): simulation.etcd.compact()
            case 13 where faults.contains(.restores):
                if simulation.random(0..<2) == 0 { backup = simulation.etcd } else { simulation.restore(backup) }
            default: break
            }
        }
        if faults.contains(.restores), simulation.random(0..<3) == 0 { simulation.restore(backup) }
        for relay in simulation.relays.indices { simulation.cutOff(relay, false) }
        try heal(&simulation, seed, isOrderly: faults == Self.orderly)
    }

    /// No registration outlives the lease of its relay.
    private func checkLeases(_ simulation: DirectorySimulation, _ seed: UInt64) {
        for item in simulation.etcd.items.values {
            guard let id = item.registration?.relay, let end = simulation.gone[id] else { continue }
            // A backup gives a lease its time once more.
            let limit = simulation.faults.contains(.restores) ? TimeAmount.hours(1) : DirectorySimulation.lease
            #expect(simulation.now - end <= limit + .seconds(1), "seed \(seed): \(item.key) outlives its relay")
        }
    }

    private func heal(_ simulation: inout DirectorySimulation, _ seed: UInt64, isOrderly: Bool) throws {
        let before = simulation.sessions
        // While answers get lost, it takes longer.
        simulation.run(for: DirectorySimulation.lease * (isOrderly ? 1 : 3))
        let names = simulation.sessions.map(\.name)
        #expect(names.count == Set(names).count, "seed \(seed): two relays have a publisher of one name")
        simulation.run(for: DirectorySimulation.lease * 2)
        // Where the answers to two checks in a row get lost, a relay doubts for a moment.
        let patience = simulation.faults.contains(.lostAnswers) ? 10 : 0
        for _ in 0..<patience where !simulation.isCurrent { simulation.run(for: .seconds(1)) }
        #expect(simulation.isCurrent, "seed \(seed)")
        checkRegistrations(simulation, seed)
        checkViews(simulation, seed)
        guard isOrderly else { return }
        for name in Self.names {
            // Each name keeps the one of its publishers that was registered first.
            let registered = before.filter { $0.name == name && simulation.registeredAt[$0] != nil }
            let oldest = registered.min { simulation.registeredAt[$0] ?? 0 < simulation.registeredAt[$1] ?? 0 }
            guard let oldest else { continue }
            #expect(simulation.sessions.contains(oldest), "seed \(seed): the older registration of \(name) wins")
        }
    }

    /// 300 courses with one publisher of each name at a time: whatever etcd does, none of them is refused.
    @Test(arguments: 0..<10)
    func `an outage of etcd ends no publication, nor does a backup with which it comes back`(part: Int) throws {
        for course in 0..<30 {
            let seed = UInt64(part * 30 + course)
            var simulation = DirectorySimulation(seed: seed, relays: 3, faults: [])
            var publishers: UInt64 = 0
            try change(&simulation, &publishers)
            let backup = simulation.etcd
            try change(&simulation, &publishers)
            simulation.setDown(true)
            simulation.run(for: .milliseconds(Int64(simulation.random(0..<20_000))))
            try change(&simulation, &publishers)
            if simulation.random(0..<2) == 0 { simulation.restore(backup) }
            simulation.setDown(false)
            simulation.run(for: DirectorySimulation.lease * 3)
            #expect(simulation.refusals == 0, "seed \(seed)")
            checkRegistrations(simulation, seed)
            checkViews(simulation, seed)
        }
    }

    /// Publishers come and go, none of them at the moment when another one of its name goes.
    private func change(_ simulation: inout DirectorySimulation, _ publishers: inout UInt64) throws {
        for name in Self.names {
            if let session = simulation.sessions.first(where: { $0.name == name }) {
                guard simulation.random(0..<2) == 0 else { continue }
                simulation.disconnect(session)
                simulation.run(for: .seconds(2))
            }
            guard simulation.random(0..<3) > 0 else { continue }
            publishers += 1
            let relay = simulation.random(0..<simulation.relays.count)
            simulation.connect(try #require(Self.publisher(publishers)), of: name, to: relay)
            simulation.run(for: .seconds(2))
        }
    }

    /// All that is registered has a publisher, and the other way round.
    private func checkRegistrations(_ simulation: DirectorySimulation, _ seed: UInt64) {
        let expected = Set(simulation.sessions.map { "\($0.name) \($0.publisher) \(simulation.relays[$0.relay].id)" })
        let found = Set(
            simulation.etcd.items.values.map { item in
                "\(item.key) \(item.registration.map { "\($0.publisher) \($0.relay)" } ?? "")"
            }
        )
        #expect(expected == found, "seed \(seed)")
        for item in simulation.etcd.items.values { #expect(simulation.etcd.hasLease(item.lease), "seed \(seed)") }
    }

    /// Every relay finds every stream.
    private func checkViews(_ simulation: DirectorySimulation, _ seed: UInt64) {
        for name in Self.names {
            let session = simulation.sessions.first { $0.name == name }
            for (index, relay) in simulation.relays.enumerated() {
                let location = relay.machine.location(of: name)
                guard let session, session.relay != index else {
                    #expect(location == .absent, "seed \(seed)")
                    continue
                }
                #expect(location == .relay("relay-\(session.relay):7450"), "seed \(seed)")
            }
        }
    }
}

extension DirectorySimulation {
    /// A publisher's connection, at random.
    mutating func anySession() -> Session? {
        let sorted = sessions.sorted { $0.number < $1.number }
        return sorted.isEmpty ? nil : sorted[random(0..<sorted.count)]
    }
}
