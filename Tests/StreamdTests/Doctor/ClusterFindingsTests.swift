import ArgumentParser
import StreamClient
import StreamCluster
import StreamProtocol
import Testing

@testable import streamd

/// What `streamd doctor --cluster` says.
@Suite struct ClusterFindingsTests {
    private static let alive = SystemFacts.Relay.answered(clockOffset: 1_200, errorBound: 340)

    private static func member(_ name: String, problem: String? = nil) -> ClusterFacts.Member {
        ClusterFacts.Member(name: name, version: problem == nil ? "3.4.23" : nil, problem: problem)
    }

    private static func relay(_ answer: SystemFacts.Relay?, name: String = "b.example:7450") -> ClusterFacts.Relay {
        ClusterFacts.Relay(name: name, streams: 3, answer: answer)
    }

    private static func findings(_ relays: [ClusterFacts.Relay]) -> [Finding] {
        ClusterFacts(members: [member("a:2379")], relays: relays).findings
    }

    @Test func `a healthy cluster has no problem`() {
        let diagnosis = Diagnosis(findings: Self.findings([Self.relay(Self.alive)]))
        #expect(!diagnosis.hasProblem)
        #expect(diagnosis.dockerRun == nil)
        #expect(
            diagnosis.findings.map(\.text) == [
                "etcd at a:2379 answers, version 3.4.23.", "The directory has 3 streams on 1 relay.",
                "The relay b.example:7450 (3 streams) answers; its clock is 1.2 ms ahead of this one's (±0.4 ms).",
            ]
        )
        #expect(diagnosis.description.hasSuffix("\n\nThere are no problems."))
    }

    @Test func `a relay that cannot be reached is a problem, with the reason`() {
        let message = "Cannot reach b.example:7450: connection refused; is a relay running there?"
        let finding = Self.findings([Self.relay(.silent(message))]).last
        #expect(
            finding
                == Finding(
                    "relay",
                    .problem,
                    "The relay b.example:7450 cannot be reached from here: connection refused; is a relay running there?",
                    command: "streamd health b.example:7450"
                )
        )
        let address = "tls://[2001:db8::1]:7450"
        let other = Self.findings([
            Self.relay(.silent("Cannot reach [2001:db8::1]:7450: no answer within 3.0 seconds."), name: address)
        ])
        #expect(other.last?.text == "The relay \(address) cannot be reached from here: no answer within 3.0 seconds.")
    }

    @Test func `a relay that refuses the token is a problem, with the relay's sentence`() {
        let finding = Self.findings([Self.relay(.silent("This relay needs a token."))]).last
        #expect(finding?.verdict == .problem)
        #expect(finding?.text == "The relay b.example:7450 cannot be used from here: This relay needs a token.")
    }

    @Test func `a clock that is far off is a warning, and one that may not be compared is none`() {
        let late = Self.findings([Self.relay(.answered(clockOffset: -3_250_000, errorBound: 900))]).last
        #expect(late?.verdict == .warning)
        #expect(late?.text.contains("3.3 s behind this one's (±0.1 s): one of the two is not synchronised.") == true)
        #expect(late?.command == "timedatectl set-ntp true")
        #expect(Self.findings([Self.relay(.answered(clockOffset: .min, errorBound: .max))]).last?.verdict == .warning)
        #expect(Self.findings([Self.relay(.answeredWithoutClock)]).last?.verdict == .ok)
    }

    @Test func `one member that is away is a warning, and all are a problem`() {
        let away = Self.member("b:2379", problem: "etcd at b:2379 does not answer.")
        var facts = ClusterFacts(members: [Self.member("a:2379"), away], relays: [Self.relay(Self.alive)])
        #expect(facts.findings.map(\.verdict) == [.ok, .warning, .ok, .ok])
        #expect(facts.findings[1].text == "etcd at b:2379 does not answer.")
        #expect(facts.findings[1].command == "etcdctl --endpoints b:2379 endpoint health")
        facts.members.removeFirst()
        // Nothing is known of relays then.
        #expect(facts.findings.map(\.verdict) == [.problem])
    }

    @Test func `a directory without streams is fine, and says why it is empty`() {
        let finding = Self.findings([]).last
        #expect(finding?.verdict == .ok)
        #expect(finding?.text == "The directory has no streams; relays are in it while they have publishers.")
    }

    @Test func `relays beyond the limit are counted`() {
        let one = Self.findings([Self.relay(Self.alive), Self.relay(nil)]).last
        #expect(one?.text == "1 more relay was not tried: the doctor tries 64.")
        let two = Self.findings([Self.relay(nil), Self.relay(nil)])
        #expect(two.count == 3)
        #expect(two.last?.text == "2 more relays were not tried: the doctor tries 64.")
        #expect(two.last?.verdict == .warning)
    }

    @Test func `names from the directory cannot move the cursor`() {
        let findings = Self.findings([Self.relay(Self.alive, name: "b\u{1B}[2J\n:1")])
        #expect(findings.allSatisfy { !$0.text.contains("\u{1B}") && !$0.text.contains("\n") })
    }

    @Test(arguments: [
        ["--cluster", "a:2379"], ["--cluster", "etcd://a", "--cluster-prefix", "x"],
        ["--cluster", "etcd://a", "--cluster-user", "u"], ["--cluster", "etcd://a", "--cluster-ca", "ca.pem"],
        ["--cluster", "etcd://a", "--cluster-user", "u", "--cluster-password-file", "p"],
    ])
    func `flags that cannot be used are wrong usage`(arguments: [String]) throws {
        let options = try DirectoryOptions.parse(arguments)
        let failure = #expect(throws: Failure.self) { try options.options }
        #expect(failure?.status == .usage)
    }

    @Test func `the flags are those of a relay`() throws {
        let arguments = [
            "--cluster", "etcds://a", "--cluster", "etcds://b", "--cluster-user", "u", "--cluster-password-file", "/p",
            "--cluster-prefix", "/studio/",
        ]
        let options = try DirectoryOptions.parse(arguments).options
        #expect(options.etcd?.endpoints.map(\.description) == ["a:2379", "b:2379"])
        #expect(options.user == "u" && options.passwordFile == "/p" && options.streamPrefix == "/studio/streams/")
    }

    @Test func `flags of a cluster need one, and a relay's address has no place beside it`() {
        #expect(throws: (any Error).self) { try DoctorCommand.parse(["--cluster-user", "u"]) }
        #expect(throws: (any Error).self) { try DoctorCommand.parse(["b.example:7450", "--cluster", "etcd://a"]) }
        #expect(throws: Never.self) { try DoctorCommand.parse(["--cluster", "etcd://a"]) }
    }
}
