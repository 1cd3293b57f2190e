import Foundation
import StreamAccess
import StreamProtocol
import StreamRelay
import TestSupport
import Testing

@Suite struct TokenLineTests {
    private static let digest = String(repeating: "0f", count: 32)

    @Test(
        arguments: [
            "a sha256=\(digest) watch=*", "camera-1 sha256=\(digest) publish=studio/*,live watch=live",
            "a.b_c@d sha256=\(digest) admin", "admin sha256=\(digest) admin",
            "a sha256=\(digest) publish=a watch=b admin expires=2027-01-31T12:00:00Z",
            "a sha256=\(digest) watch=b max-connections=3 max-streams=1 max-bytes-per-second=4000000 max-viewers=2",
            "a sha256=\(digest) watch=b expires=2027-01-31T12:00:00Z max-viewers=1000000000",
        ]
    )
    func `a line that was read is written the same`(text: String) throws {
        let line = try TokenLine(parsing: text[...])
        #expect(line.text == text)
        #expect(try TokenLine(parsing: line.text[...]) == line)
    }

    @Test func `every part of a line is read`() throws {
        let text = "\t a   watch=b,c\tadmin sha256=\(Self.digest.uppercased()) expires=2027-01-31 publish=d/* # why"
        let line = try TokenLine(parsing: text[...])
        #expect(line.name == "a")
        #expect(line.digest.hexadecimal == Self.digest)
        #expect(line.publish.map(\.description) == ["d/*"])
        #expect(line.watch.map(\.description) == ["b", "c"])
        #expect(line.isAdmin)
        #expect(line.expires == Timestamp.parse("2027-01-31"))
        #expect(line.limits.isEmpty)
    }

    @Test func `limits are read`() throws {
        let text =
            "a max-viewers=2 sha256=\(Self.digest) max-connections=3 watch=* max-bytes-per-second=4 max-streams=1"
        let limits = try TokenLine(parsing: text[...]).limits
        #expect(limits == TokenLimits(connections: 3, streams: 1, bytesPerSecond: 4, viewers: 2))
    }

    @Test(
        arguments: [
            ("sha256=\(digest) watch=*", nil, "begins with the token's name"),
            ("", nil, "begins with the token's name"),
            ("a watch=*", "sha256", "is missing"),
            ("a sha256= watch=*", "sha256", "64 hexadecimal digits"),
            ("a sha256=\(digest)0 watch=*", "sha256", "64 hexadecimal digits"),
            ("a sha256=\(digest.dropLast())g watch=*", "sha256", "64 hexadecimal digits"),
            ("a sha256=streamd_SECRET watch=*", "sha256", "not the token itself"),
            ("a sha256=\(digest)", nil, "would allow nothing"),
            ("a sha256=\(digest) watch=", "watch", "number 1"),
            ("a sha256=\(digest) watch=a,,b", "watch", "number 2"),
            ("a sha256=\(digest) watch=a publish=b,SECRET!", "publish", "number 2"),
            ("a sha256=\(digest) watch=a watch=b", "watch", "twice"),
            ("a sha256=\(digest) sha256=\(digest) watch=b", "sha256", "twice"),
            ("a sha256=\(digest) admin admin", "admin", "twice"),
            ("a sha256=\(digest) admin=yes", "admin", "without a value"),
            ("a sha256=\(digest) watch=* expires=tomorrow", "expires", "2027-01-31T12:00:00Z"),
            ("a sha256=\(digest) watch=* expires=2027-02-30", "expires", "2027-01-31T12:00:00Z"),
            ("a sha256=\(digest) watch=* max-viewers=0", "max-viewers", "from 1 to 1000000000"),
            ("a sha256=\(digest) watch=* max-viewers=1000000001", "max-viewers", "from 1 to 1000000000"),
            ("a sha256=\(digest) watch=* max-viewers=", "max-viewers", "whole number"),
            ("a sha256=\(digest) watch=* max-streams=+1", "max-streams", "whole number"),
            ("a sha256=\(digest) watch=* max-streams=4MB", "max-streams", "whole number"),
            ("a sha256=\(digest) watch=* max-streams=1 max-streams=1", "max-streams", "twice"),
            ("a sha256=\(digest) watch=* max-streams", nil, "allowed are"),
            ("a sha256=\(digest) whatch=*", "whatch", "allowed are"),
            ("a sha256=\(digest) streamd_SECRET=", nil, "allowed are"),
            ("a sha256=\(digest) SECRET", nil, "allowed are"),
            ("streamd_SECRET sha256=\(digest) watch=*", nil, "does not begin with 'streamd_'"),
            ("SECRET! sha256=\(digest) watch=*", nil, "1 to 64 letters"),
            (String(repeating: "a", count: 65) + " sha256=\(digest) watch=*", nil, "1 to 64 letters"),
            (
                "a sha256=\(digest) watch=" + Array(repeating: "a", count: 65).joined(separator: ","), "watch",
                "at most 64"
            ),
        ]
    )
    func `an error names the key and the values allowed`(text: String, key: String?, hint: String) {
        let mistake = #expect(throws: AccessConfigurationError.self) { try TokenLine(parsing: text[...]) }
        #expect(mistake?.key == key)
        #expect(mistake?.description.contains(hint) == true)
        #expect(mistake?.description.contains("SECRET") == false)
    }

    @Test func `the description hides the digest`() throws {
        let line = try line(watch: ["*"])
        var dumped = ""
        dump(line, to: &dumped)
        for text in ["\(line)", String(reflecting: line), dumped, String(reflecting: line.digest)] {
            #expect(!text.contains(line.digest.hexadecimal))
        }
        #expect(line.text.contains(line.digest.hexadecimal))
    }

    @Test func `broken lines are errors and do not trap`() {
        var generator = SeededGenerator(seed: 1)
        let text =
            "camera-1 sha256=\(Self.digest) publish=studio/*,live watch=* admin expires=2027-01-31T12:00:00.5+01:00"
        for _ in 0..<20_000 {
            let broken = String(decoding: Array(text.utf8).mutated(using: &generator), as: UTF8.self)
            if let line = try? TokenLine(parsing: broken[...]) {
                #expect((try? TokenLine(parsing: line.text[...])) == line)
            }
        }
    }
}
