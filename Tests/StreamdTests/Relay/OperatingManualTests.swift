import StreamProtocol
import Testing

@testable import streamd

/// `docs/operating.md` lists every setting with its default, every error code, and the descriptors of a relay.
@Suite struct OperatingManualTests {
    private static let path =
        #filePath.replacing("Tests/StreamdTests/Relay/OperatingManualTests.swift", with: "") + "docs/operating.md"

    private static func lines() throws -> [Substring] { try WholeFile.text(at: path).split(separator: "\n") }

    /// The rows of the table of settings.
    private static func settings() throws -> [Substring] {
        let fromHeader = try lines().drop { $0 != "| key | default | meaning | takes effect |" }
        return Array(fromHeader.dropFirst(2).prefix { $0.hasPrefix("|") })
    }

    @Test(arguments: Setting.all.map(\.key))
    func `every setting has a row with its default`(key: String) throws {
        let setting = try #require(Setting.all.first { $0.key == key })
        let row = try #require(try Self.settings().first { $0.hasPrefix("| `\(key)` | ") })
        if let value = setting.defaultValue { #expect(row.hasPrefix("| `\(key)` | \(value) | ")) }
    }

    @Test func `the table of settings has no other row`() throws {
        #expect(try Self.settings().count == Setting.all.count)
    }

    @Test(arguments: ErrorCode.registered)
    func `every error code is explained`(code: ErrorCode) throws {
        let fromHeader = try Self.lines().drop { !$0.hasPrefix("| code | HTTP |") }
        let rows = fromHeader.dropFirst(2).prefix { $0.hasPrefix("|") }
        #expect(rows.contains { $0.split(separator: "|").first?.contains("`\(code)`") == true })
    }

    @Test func `the descriptors of a relay are documented`() throws {
        #expect(DescriptorBudget.perEventLoop == 9, "the document says so in words")
        let others = DescriptorBudget(limit: 0, threads: 0).own
        #expect(try Self.lines().contains { $0.contains("nine per event loop, and \(others) others.") })
    }
}
