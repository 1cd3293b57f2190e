import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct StreamPatternTests {
    @Test(arguments: [
        ("live", "live", true), ("live", "Live", false), ("live", "live2", false), ("live2", "live", false),
        ("*", "live", true), ("*", "studio/a/b", true),
        ("studio/*", "studio/a", true), ("studio/*", "studio/a/b", true), ("studio/*", "studio", false),
        ("*/a", "studio/a", true), ("*/a", "studio/b", false), ("*/a", "a", false),
        ("cam*", "cam", true), ("cam*", "cam12", true), ("cam*", "xcam", false),
        ("a*b*c", "abc", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "acb", false),
        ("*a*", "bab", true), ("*a*", "bbb", false), ("**", "x", true), ("a**", "a", true),
    ])
    func aStarStandsForAnyRunOfCharacters(pattern: String, name: String, matches: Bool) throws {
        #expect(try StreamPattern(pattern).matches(StreamName(name)) == matches)
    }

    @Test(arguments: ["", "/a", "a/", "a//b", "../*", "a b", "ä*", "a\n*", String(repeating: "*", count: 256)])
    func whatCanMatchNoNameIsNoPattern(pattern: String) {
        #expect(throws: ProtocolError.self) { try StreamPattern(pattern) }
    }

    /// As slow as it gets: every `*` but the last fits in many places.
    @Test func theWorstPatternIsDecidedSoon() throws {
        let pattern = try StreamPattern(String(repeating: "*a", count: 127))
        #expect(!pattern.matches(try StreamName(String(repeating: "a", count: 254) + "b")))
    }
}

@Suite struct PassTests {
    private func refusal(_ pass: Pass, _ role: Hello.Role, _ stream: String) throws -> ErrorCode? {
        let stream = try StreamName(stream)
        do throws(ProtocolError) {
            try pass.check(role, stream)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func anEmptyPassAllowsNothing() throws {
        for role in [Hello.Role.publish, .subscribe, .relay] {
            #expect(try refusal(Pass(administers: true), role, "live") == .forbidden)
        }
    }

    @Test func publishingAndWatchingAreApart() throws {
        let pass = Pass(publish: [try StreamPattern("studio/*")], watch: [try StreamPattern("live")])
        #expect(try refusal(pass, .publish, "studio/a") == nil)
        #expect(try refusal(pass, .publish, "live") == .forbidden)
        for role in [Hello.Role.subscribe, .relay] {
            #expect(try refusal(pass, role, "live") == nil)
            #expect(try refusal(pass, role, "studio/a") == .forbidden)
        }
    }

    @Test func anyOfSeveralPatternsIsEnough() throws {
        let pass = Pass(watch: try ["a", "b*"].map { try StreamPattern($0) })
        #expect(try ["a", "b1", "c"].map { try refusal(pass, .subscribe, $0) } == [nil, nil, .forbidden])
    }

    @Test func anOpenRelayServesEveryStreamButNotItself() throws {
        #expect(try refusal(.everyStream, .publish, "a/b") == nil)
        #expect(try refusal(.everyStream, .subscribe, "a/b") == nil)
        #expect(!Pass.everyStream.administers)
    }
}
