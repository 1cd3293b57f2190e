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
    func `a star stands for any run of characters`(pattern: String, name: String, matches: Bool) throws {
        #expect(try StreamPattern(pattern).matches(StreamName(name)) == matches)
    }

    @Test(arguments: ["", "/a", "a/", "a//b", "../*", "a b", "ä*", "a\n*", String(repeating: "*", count: 256)])
    func `what can match no name is not a pattern`(pattern: String) {
        #expect(throws: ProtocolError.self) { try StreamPattern(pattern) }
    }

    /// As slow as it gets: every `*` but the last fits in many places.
    @Test func `the worst pattern is matched soon`() throws {
        let pattern = try StreamPattern(String(repeating: "*a", count: 127))
        #expect(!pattern.matches(try StreamName(String(repeating: "a", count: 254) + "b")))
    }
}

@Suite struct PermissionsTests {
    private func refusal(_ permissions: Permissions, _ role: Hello.Role, _ stream: String) throws -> ErrorCode? {
        let stream = try StreamName(stream)
        do throws(ProtocolError) {
            try permissions.check(role, stream)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `empty permissions allow nothing`() throws {
        for role in [Hello.Role.publish, .subscribe, .relay] {
            #expect(try refusal(Permissions(isAdmin: true), role, "live") == .forbidden)
        }
    }

    @Test(arguments: [("alice", "This token"), (nil, "A client without a token")] as [(String?, String)])
    func `a refusal says whether there is a token`(bearer: String?, subject: String) {
        let error = #expect(throws: ProtocolError.self) {
            try Permissions(bearer: bearer).check(.publish, .live)
        }
        #expect(error?.code == .forbidden)
        #expect(error?.reason.hasPrefix(subject) == true)
    }

    @Test func `publishing and watching are separate`() throws {
        let permissions = Permissions(publish: [try StreamPattern("studio/*")], watch: [try StreamPattern("live")])
        #expect(try refusal(permissions, .publish, "studio/a") == nil)
        #expect(try refusal(permissions, .publish, "live") == .forbidden)
        for role in [Hello.Role.subscribe, .relay] {
            #expect(try refusal(permissions, role, "live") == nil)
            #expect(try refusal(permissions, role, "studio/a") == .forbidden)
        }
    }

    @Test func `any of several patterns is enough`() throws {
        let permissions = Permissions(watch: try ["a", "b*"].map { try StreamPattern($0) })
        #expect(try ["a", "b1", "c"].map { try refusal(permissions, .subscribe, $0) } == [nil, nil, .forbidden])
    }

    @Test func `an open relay serves every stream and gives no administrator's rights`() throws {
        #expect(try refusal(.allStreams, .publish, "a/b") == nil)
        #expect(try refusal(.allStreams, .subscribe, "a/b") == nil)
        #expect(!Permissions.allStreams.isAdmin)
    }
}
