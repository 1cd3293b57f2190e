import ArgumentParser
import StreamClient
import StreamCluster
import StreamProtocol
import Testing

@testable import streamd

/// What `streamd doctor --cluster --between` says.
@Suite struct LinkFindingsTests {
    private static func result(
        _ outcome: ClusterLink.Outcome,
        from upstream: String = "a.example:7450",
        to downstream: String = "b.example:7450"
    ) throws -> LinkCheck.Result {
        LinkCheck.Result(ClusterLink(from: upstream, to: downstream, stream: try StreamName("hall")), outcome)
    }

    private static func blocked(_ answer: ClusterLink.Answer) throws -> Finding? {
        ClusterFacts.Links(results: [try result(.blocked(answer))]).findings.first
    }

    private static let subject = "The relay b.example:7450 does not take 'hall' from the relay a.example:7450: "

    @Test func `links that work are one line, with counts`() throws {
        let links = try [
            Self.result(.works), Self.result(.works, from: "b.example:7450", to: "a.example:7450"),
        ]
        let both = ClusterFacts.Links(results: links).findings
        #expect(both == [Finding("link", .ok, "Relays take streams from each other: 2 of 2 links work.")])
        let one = ClusterFacts.Links(results: Array(links.prefix(1))).findings
        #expect(one.map(\.text) == ["Relays take streams from each other: 1 of 1 link works."])
    }

    @Test func `a link that does not work is a problem, with the relay's reason and a command`() throws {
        let fault = Ending(.internalFault, "The relay that has this stream does not answer; come back in a moment.")
        let links = try [Self.result(.blocked(.refusal(fault))), Self.result(.works, to: "c.example:7450")]
        let findings = ClusterFacts.Links(results: links).findings
        #expect(
            findings == [
                Finding(
                    "link",
                    .problem,
                    Self.subject + "it answers \"The relay that has this stream does not answer\" (internal-fault); "
                        + "read the reason in its log, and run this command on its machine.",
                    command: "streamd health a.example:7450"
                ),
                Finding("link", .ok, "Relays take streams from each other: 1 of 2 links work."),
            ]
        )
    }

    @Test func `other answers have their own advice`() throws {
        let unaware = try Self.blocked(.welcome(.waiting, relays: 1))
        #expect(unaware?.verdict == .problem && unaware?.command == nil)
        #expect(unaware?.text.hasPrefix(Self.subject + "it does not know that this relay has the stream; ") == true)
        let lost = try Self.blocked(.welcome(.interrupted, relays: 2))
        #expect(lost?.text.hasPrefix(Self.subject + "the stream is interrupted there: ") == true)
        #expect(lost?.command == "streamd health a.example:7450")
        let double = try Self.blocked(.welcome(.live, relays: 1))
        #expect(double?.text.hasPrefix(Self.subject + "it has a publisher of this name itself; ") == true)
        let loop = try Self.blocked(.refusal(Ending(.relayLoop, "The stream would pass a relay twice; take another.")))
        #expect(
            loop?.text == Self.subject
                + "it answers \"The stream would pass a relay twice\" (relay-loop); check 'origin' in the settings of both "
                + "relays."
        )
        let other = try Self.blocked(.refusal(Ending(.dismissed, "The operator has ended this connection.")))
        #expect(other?.text.contains("\"The operator has ended this connection\" (dismissed); ") == true)
    }

    @Test func `a relay that refuses the doctor is one warning, and one that is silent is a problem`() throws {
        let forbidden = ClusterLink.Answer.refusal(Ending(.forbidden, "The token does not allow this."))
        let silence = ClusterLink.Answer.silence("Cannot reach c.example:7450: connection refused.")
        let findings = ClusterFacts.Links(
            results: try [
                Self.result(.unknown(forbidden)), Self.result(.unknown(forbidden), from: "c.example:7450"),
                Self.result(.unknown(silence), to: "c.example:7450"),
            ]
        ).findings
        let subject = "The relay b.example:7450 does not say which relays it reaches"
        #expect(
            findings.prefix(2) == [
                Finding("link", .warning, "\(subject) (2 links): The token does not allow this. (forbidden)"),
                Finding(
                    "link",
                    .problem,
                    "The relay c.example:7450 does not say which relays it reaches (1 link): Cannot reach "
                        + "c.example:7450: connection refused."
                ),
            ]
        )
        #expect(findings.last?.text == "Relays take streams from each other: 0 of 3 links work.")
        #expect(findings.last?.verdict == .warning)
    }

    @Test func `what was left out is said`() throws {
        var links = ClusterFacts.Links(results: try [Self.result(.works), Self.result(.vanished)])
        links.omitted = 3
        links.silent = ["x.example:7450"]
        links.withoutStreams = (1...10).map { "edge\($0):7450" }
        let texts = links.findings.map(\.text)
        #expect(
            texts == [
                "Relays take streams from each other: 1 of 2 links work.",
                "The streams of 1 link have ended or moved meanwhile; run the doctor again to try these links.",
                "The relay x.example:7450 could not be asked for streams of others, because no answer came from there.",
                "The relays \((1...8).map { "edge\($0):7450" }.joined(separator: ", ")) and 2 more could not be checked as "
                    + "a source, because the directory has no streams there.",
                "3 more links were not tried: the doctor tries 200.",
            ]
        )
        #expect(links.findings.map(\.verdict) == [.ok, .warning, .warning, .ok, .warning])
    }

    @Test func `nothing to try is a warning`() {
        let finding = ClusterFacts.Links(results: []).findings.first
        #expect(finding?.verdict == .warning)
        #expect(finding?.text.hasPrefix("No link between relays was tried: ") == true)
    }

    @Test func `names and reasons from elsewhere cannot move the cursor`() throws {
        let answer = ClusterLink.Answer.refusal(Ending(.internalFault, "No\u{1B}[2J\nway."))
        let results = try [
            Self.result(.blocked(answer), from: "a\u{1B}[2J\n:1", to: "b\u{1B}[2J\n:1"), Self.result(.unknown(answer)),
        ]
        var links = ClusterFacts.Links(results: results)
        (links.silent, links.withoutStreams) = (["c\u{1B}\n"], ["d\u{1B}\n"])
        let findings = links.findings
        #expect(findings.allSatisfy { !$0.text.contains("\u{1B}") && !$0.text.contains("\n") })
        #expect(findings.allSatisfy { $0.command?.contains("\n") != true })
    }

    @Test func `relays without streams are not counted among those of the directory`() {
        let alive = SystemFacts.Relay.answered(clockOffset: 0, errorBound: 0)
        let facts = ClusterFacts(
            members: [ClusterFacts.Member(name: "a:2379", version: "3.4.23", problem: nil)],
            relays: [
                ClusterFacts.Relay(name: "a:7450", streams: 3, answer: alive),
                ClusterFacts.Relay(name: "edge:7450", streams: 0, answer: alive),
            ],
            links: ClusterFacts.Links(results: [])
        )
        let texts = facts.findings.map(\.text)
        #expect(texts.contains("The directory has 3 streams on 1 relay."))
        #expect(texts.contains { $0.hasPrefix("The relay edge:7450 (0 streams) answers; ") })
        #expect(texts.last?.hasPrefix("No link between relays was tried") == true)
    }

    @Test func `the flags need a cluster, and relays beside it need the check`() throws {
        #expect(throws: (any Error).self) { try DoctorCommand.parse(["--between"]) }
        #expect(throws: (any Error).self) { try DoctorCommand.parse(["--cluster", "etcd://a", "--also", "b:1"]) }
        let arguments = ["--cluster", "etcd://a", "--between", "--also", "b:1", "--also", "tls://c:2"]
        let command = try DoctorCommand.parse(arguments)
        let relays = try command.directory.namedRelays
        #expect(command.directory.between && relays.map(\.endpoint) == ["b:1", "c:2"])
        let wrong = try DirectoryOptions.parse(["--cluster", "etcd://a", "--between", "--also", "b:x"])
        #expect(throws: Failure.self) { try wrong.namedRelays }
    }
}
