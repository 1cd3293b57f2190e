import StreamClient
import StreamProtocol
import Testing

@testable import StreamCluster

/// Which links of a cluster are checked.
@Suite struct LinkPlanTests {
    private static func record(_ stream: String, _ relay: String) throws -> DirectoryRecord {
        DirectoryRecord(stream: try StreamName(stream), relay: relay)
    }

    private static func link(_ upstream: String, _ downstream: String, _ stream: String) throws -> ClusterLink {
        ClusterLink(from: upstream, to: downstream, stream: try StreamName(stream))
    }

    @Test func `there is a link for each ordered pair, with a stream of the source`() throws {
        let records = try [
            Self.record("yard", "b:1"), Self.record("hall", "a:1"), Self.record("gate", "c:1"),
            Self.record("attic", "a:1"),
        ]
        let plan = LinkPlan(records, asking: ["c:1", "a:1", "b:1"])
        let expected = try [
            Self.link("b:1", "a:1", "yard"), Self.link("c:1", "b:1", "gate"), Self.link("a:1", "c:1", "attic"),
            Self.link("c:1", "a:1", "gate"), Self.link("a:1", "b:1", "attic"), Self.link("b:1", "c:1", "yard"),
        ]
        #expect(plan.links == expected)
        #expect(plan.omitted == 0 && plan.withoutStreams.isEmpty)
    }

    @Test func `a relay without streams is asked, and is no source`() throws {
        let plan = LinkPlan([try Self.record("hall", "a:1")], asking: ["a:1", "edge:1"])
        let expected = try [Self.link("a:1", "edge:1", "hall")]
        #expect(plan.links == expected)
        #expect(plan.omitted == 0)
        #expect(plan.withoutStreams == ["edge:1"])
    }

    @Test func `a relay that may not be asked is a source all the same`() throws {
        let records = try [Self.record("hall", "a:1"), Self.record("yard", "b:1")]
        let plan = LinkPlan(records, asking: ["b:1"])
        let expected = try [Self.link("a:1", "b:1", "hall")]
        #expect(plan.links == expected)
        #expect(plan.omitted == 0 && plan.withoutStreams.isEmpty)
    }

    @Test func `one relay has no links, and neither has an empty directory`() throws {
        let alone = LinkPlan([try Self.record("hall", "a:1")], asking: ["a:1"])
        #expect(alone.links.isEmpty && alone.omitted == 0)
        let empty = LinkPlan([], asking: ["a:1", "b:1"])
        #expect(empty.links.isEmpty && empty.omitted == 0 && empty.withoutStreams == ["a:1", "b:1"])
        #expect(LinkPlan([], asking: []).links.isEmpty)
    }

    @Test func `a relay that is named twice is asked once`() throws {
        let plan = LinkPlan([try Self.record("hall", "a:1")], asking: ["b:1", "b:1"])
        #expect(plan.links.count == 1 && plan.omitted == 0)
    }

    @Test func `a limit leaves out no relay while there is room for all, and the rest is counted`() throws {
        let names = (0..<30).map { "relay\($0):1" }
        let records = try names.map { try Self.record("hall", $0) }
        let plan = LinkPlan(records, asking: names, limit: 30)
        #expect(plan.links.count == 30 && plan.omitted == 30 * 29 - 30)
        #expect(Set(plan.links.map(\.downstream)).count == 30)
        #expect(Set(plan.links.map(\.upstream)).count == 30)
        let whole = LinkPlan(records, asking: names, limit: 1_000)
        #expect(Set(whole.links).count == 30 * 29 && whole.omitted == 0)
        #expect(whole.links.allSatisfy { $0.upstream != $0.downstream })
        #expect(LinkPlan(records, asking: names).links.count == LinkPlan.maximumLinks)
    }
}
