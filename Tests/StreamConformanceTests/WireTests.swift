import Foundation
import TestSupport
import Testing

@testable import StreamConformance

/// What the kit writes and reads, compared with the examples of the document.
struct WireTests {
    @Test func `the error registry is that of the document`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Protocol.md")
        let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
        let registry = lines.compactMap { line -> (UInt16, String)? in
            guard let match = line.firstMatch(of: /^\| 0x([0-9A-F]{4}) \| `([a-z-]+)` \|/) else { return nil }
            return UInt16(match.1, radix: 16).map { ($0, String(match.2)) }
        }
        #expect(Dictionary(uniqueKeysWithValues: registry) == EndingCode.registry)
    }

    private static let examples: [String: [UInt8]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Protocol.md")
        let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
        var examples: [String: [UInt8]] = [:]
        var name: String?
        for line in lines {
            if line.hasPrefix("```") {
                name = line.hasPrefix("```hex example=") ? String(line.dropFirst("```hex example=".count)) : nil
            } else if let name {
                let bytes = line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
                examples[name, default: []] += bytes
            }
        }
        return examples
    }()

    private static func message(_ name: String) throws -> Message {
        let bytes = try #require(examples[name])
        let type = MessageNumber(rawValue: UInt16(bytes[4]) << 8 | UInt16(bytes[5]))
        let flags = UInt16(bytes[6]) << 8 | UInt16(bytes[7])
        return Message(type: type, flags: flags, body: Array(bytes[8...]))
    }

    @Test func `the kit writes the examples of the document`() throws {
        let viewer: [UInt8] = [
            0x0F, 0x1E, 0x2D, 0x3C, 0x4B, 0x5A, 0x69, 0x78, 0x87, 0x96, 0xA5, 0xB4, 0xC3, 0xD2, 0xE1, 0xF0,
        ]
        #expect(Self.examples["preface"] == Wire.preface)
        let options = [Wire.option(3, [2]), Wire.option(4, [0, 0, 5, 0xDC]), Wire.option(5, [1]), Wire.option(6)]
        #expect(Self.examples["hello-subscribe"] == Wire.hello(.subscribe, "live", instance: viewer, options: options))
        #expect(Self.examples["hello-list"] == Wire.hello(.list, "", instance: viewer))
        #expect(Self.examples["gap"] == Wire.gap(reason: 1, epoch: 3, first: 91, count: 29))
        #expect(Self.examples["goodbye"] == Wire.ending(.goodbye, code: 1))
        #expect(Self.examples["error"] == Wire.ending(.error, code: 0x0201, reason: "A token is needed."))
        #expect(Self.examples["ping"] == Wire.ping(0x0006_440F_7ED7_47E0))
        #expect(Self.examples["clock-offset"] == Wire.clockOffset(-120_000, errorBound: 800))
        #expect(Self.examples["key-frame-request"] == Wire.keyFrameRequest(track: 0))
        #expect(Self.examples["viewer-count"] == Wire.viewerCount(42))
        #expect(Self.examples["stream-state"] == Wire.streamState(2))
        let report = Wire.receiverReport(received: 3000, missed: 29, bytes: 25_000_000, median: 47_000, high: 75_000)
        #expect(Self.examples["receiver-report"] == report)
        let name = Array("streamd 1".utf8)
        #expect(Self.examples["welcome"] == Welcome(epoch: 3, options: [1: name]).bytes)
    }

    @Test func `the kit reads the examples of the document`() throws {
        #expect(Self.examples.count > 40)
        for name in Self.examples.keys where name != "preface" {
            #expect(throws: Never.self, "\(name)") { try MessageForm.check(Self.message(name)) }
        }
        let frame = try FrameFields(Self.message("frame"))
        #expect(frame.sequence == 90 && frame.presentationTime == 3_033_333 && frame.epoch == 3)
        #expect(Self.examples["frame"] == frame.bytes)
        let table = try TrackTableFields(Self.message("tracks"))
        #expect(table.tracks.map(\.kind) == [1, 2])
        #expect(table.tracks[0].options[1] == [5, 0, 2, 0xD0])
        #expect(try Welcome(Self.message("welcome-history")).historyGranted == 9250)
        #expect(try Welcome(Self.message("welcome-relay")).path?.count == 1)
        #expect(try StreamsFields(Self.message("streams")).entries.map(\.name) == ["live", "studio/cam"])
    }

    @Test func `a message with another length than its fields is found`() throws {
        for name in Self.examples.keys.sorted() where name != "preface" && name != "grease" {
            var message = try Self.message(name)
            if message.type != .frame {
                message.body.append(0)
                #expect(throws: Finding.self, "\(name), longer") { try MessageForm.check(message) }
                message.body.removeLast()
            }
            message.body.removeLast(min(message.body.count, message.type == .frame ? message.body.count - 39 : 1))
            #expect(throws: Finding.self, "\(name), shorter") { try MessageForm.check(message) }
        }
    }

    @Test func `the vectors are all there, and each has a name of its own`() throws {
        let files = [("relay.json", NegativeVector.ofRelay), ("client.json", NegativeVector.ofClient)]
        for (file, vectors) in files {
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../StreamProtocolTests/conformance")
            let content = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: file)))
            let cases = try #require((content as? [String: Any])?["cases"] as? [[String: Any]])
            #expect(vectors.map(\.name) == cases.compactMap { $0["name"] as? String })
            #expect(Set(vectors.map(\.slug)).count == vectors.count)
        }
        let theirs = try TestSupport.ConformanceCase.ofRelay() + TestSupport.ConformanceCase.ofClient()
        for (mine, other) in zip(NegativeVector.ofRelay + NegativeVector.ofClient, theirs) {
            #expect(mine.bytes(stream: "abcd") == other.bytes(stream: "abcd"), "\(other.name)")
        }
    }
}
