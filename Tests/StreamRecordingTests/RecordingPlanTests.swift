import StreamProtocol
import Testing

@testable import StreamRecording

/// A plan that an expectation may change.
private final class MadePlan {
    var plan: RecordingPlan

    init(isPaused: Bool) { plan = RecordingPlan(isPaused: isPaused) }

    var isIdle: Bool { plan.isIdle }

    func add(_ name: StreamName, source: Int) -> [RecordingPlan.Action] { plan.add(name, source: source) }

    @discardableResult
    func list(_ names: Set<StreamName>, source: Int) -> (actions: [RecordingPlan.Action], refused: [StreamName]) {
        plan.list(names, source: source)
    }

    func set(_ name: StreamName, isOn: Bool) -> [RecordingPlan.Action]? { plan.set(name, isOn: isOn) }
    func ended(_ name: StreamName) -> [RecordingPlan.Action] { plan.ended(name) }
    func end() -> [RecordingPlan.Action] { plan.end() }
}

@Suite struct RecordingPlanTests {
    private func name(_ text: String) throws -> StreamName { try StreamName(text) }

    @Test func `a stream is recorded while it is there and switched on`() throws {
        let plan = MadePlan(isPaused: false)
        let a = try name("a")
        #expect(plan.list([a], source: 0).actions == [.start(a, source: 0)])
        #expect(plan.list([a], source: 0).actions == [])
        #expect(plan.set(a, isOn: false) == [.stop(a)])
        #expect(plan.set(a, isOn: false) == [])
        // Switched on again before it has ended: it begins anew after its end.
        #expect(plan.set(a, isOn: true) == [])
        #expect(plan.ended(a) == [.start(a, source: 0)])
        #expect(plan.list([], source: 0).actions == [])
        #expect(plan.ended(a) == [])
        #expect(plan.isIdle)
        #expect(plan.list([a], source: 0).actions == [.start(a, source: 0)])
    }

    @Test func `a recorder that begins paused waits for a switch`() throws {
        let plan = MadePlan(isPaused: true)
        let a = try name("a")
        #expect(plan.set(a, isOn: true) == nil)
        #expect(plan.add(a, source: 1) == [])
        #expect(plan.set(a, isOn: true) == [.start(a, source: 1)])
        #expect(plan.end() == [.stop(a)])
        #expect(plan.set(a, isOn: true) == [])
        #expect(plan.ended(a) == [])
    }

    @Test func `of two relays with a stream of the same name, the first one is recorded`() throws {
        let plan = MadePlan(isPaused: false)
        let a = try name("a")
        plan.list([a], source: 0)
        #expect(plan.list([a], source: 1).refused == [a])
        // The first loses it, and the other one has it.
        plan.list([], source: 0)
        #expect(plan.list([a], source: 1).refused == [a])
        #expect(plan.ended(a) == [])
        #expect(plan.list([a], source: 1).actions == [.start(a, source: 1)])
    }

    @Test func `the number of streams is bounded, and streams that went away make room`() throws {
        let plan = MadePlan(isPaused: true)
        let names = try Set((0..<RecordingPlan.capacity).map { try name("s\($0)") })
        #expect(plan.list(names, source: 0).refused.isEmpty)
        let late = try name("late")
        #expect(plan.list(names.union([late]), source: 0).refused == [late])
        let left = names.filter { $0.description != "s7" }
        #expect(plan.list(left.union([late]), source: 0).refused == [])
    }

    @Test(
        arguments: [
            ("live", "live", nil), ("studio/*", nil, "studio"), ("*", nil, ""), ("a/b/*", nil, "a/b"),
        ] as [(String, String?, String?)]
    )
    func `a selection is a name, all below a name, or all`(
        _ example: (text: String, single: String?, folder: String?)
    ) throws {
        let selection = try StreamSelection(example.text)
        #expect(selection.single?.description == example.single)
        #expect(selection.folder?.description == example.folder)
        #expect(selection.description == example.text)
    }

    @Test(arguments: ["", "a*", "*/a", "/*", "a/**", "..", "a//*"]) func `other selections are refused`(_ text: String)
    {
        #expect(throws: ProtocolError.self) { try StreamSelection(text) }
    }
}
