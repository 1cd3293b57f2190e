import StreamHTTP
import StreamRelay
import Testing

@testable import streamd

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The page of `top` for given responses of a relay.
@Suite struct TopPageTests {
    private func decode<Document: Decodable>(_ text: String, as: Document.Type = Document.self) throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    }

    private func relay(uptime: Double, sent: Int) throws -> RelayDocument {
        try decode(
            """
            {"name": "streamd/1", "uptime": \(uptime), "accepting": true, "draining": false, "connections": 3,
             "bytesReceived": 1000, "bytesSent": \(sent)}
            """
        )
    }

    private func stream(_ name: String, state: String = "live", worst: Double? = nil) throws -> StreamDocument {
        let reception =
            worst.map {
                #", "reception": {"viewers": 2, "framesReceived": 9, "framesMissed": 4, "latency": 0.05, "worstLatency": \#($0)}"#
            } ?? ""
        return try decode(
            """
            {"name": "\(name)", "state": "\(state)", "epoch": 1, "viewers": 2, "bitRate": 2410000, "frameRate": 30,
             "gopFrames": 60, "gopSeconds": 2, "keyFrameAge": 0.5, "framesReceived": 10, "bytesReceived": 1000,
             "log": {"entries": 10, "bytes": 1000, "seconds": 10}, "tracks": []\(reception)}
            """
        )
    }

    /// - Parameter missed: Frames that the viewer reports as missed; `nil` if it sends no reports.
    private func viewer(
        _ id: Int,
        of stream: String,
        lag: Double,
        bytes: Int,
        missed: Int? = nil
    ) throws -> ConnectionDocument {
        let report =
            missed.map {
                #", "report": {"age": 1, "framesReceived": 100, "framesMissed": \#($0), "latency": 0.04, "highLatency": 0.12}"#
            } ?? ""
        return try decode(
            """
            {"id": \(id), "peer": "10.0.0.1:5000", "encrypted": true, "age": 60, "role": "viewer",
             "carrier": "streamd", "stream": "\(stream)", "client": "\\u001b[31mred", "frames": 10, "bytes": \(bytes),
             "viewing": {"lag": \(lag), "latencyBound": 2, "gaps": 3, "framesSkipped": 45, "bytesUnsent": 0
             \(report)}}
            """
        )
    }

    private func snapshot(at time: Double, sent: Int, streams: Int = 2) throws -> TopSnapshot {
        TopSnapshot(
            relay: try relay(uptime: 100 + time, sent: sent),
            streams: try (0..<streams).map { try stream("camera-\($0)") },
            connections: [
                try viewer(7, of: "camera-0", lag: 0.01, bytes: sent, missed: 6),
                try viewer(8, of: "camera-1", lag: 1.5, bytes: 0),
                try viewer(9, of: "camera-0", lag: 0.2, bytes: 0),
            ],
            time: time
        )
    }

    private func page(chosen: String? = nil, streams: Int = 2) throws -> TopPage {
        let earlier = try snapshot(at: 0, sent: 0, streams: streams)
        let later = try snapshot(at: 2, sent: 500_000, streams: streams)
        return TopPage(
            address: "127.0.0.1:7451",
            snapshot: later,
            rates: TopRates(from: earlier, to: later),
            chosen: chosen
        )
    }

    @Test func `the header says what the relay sends and receives`() throws {
        let header = try #require(try page().lines().first)
        #expect(
            header.text == "streamd/1 at 127.0.0.1:7451  up 1m42s  2 streams  4 viewers  3 connections  in 0bit/s  "
                + "out 2.00Mbit/s"
        )
        #expect(header.emphasis == .title)
    }

    @Test func `the viewer that lags most comes first, with rate and gaps`() throws {
        let lines = try page().lines().map(\.text)
        let title = try #require(lines.firstIndex { $0.hasPrefix("VIEWER") })
        let rows = lines[(title + 1)...].map { $0.split(separator: " ").map(String.init) }
        #expect(rows.map(\.first) == ["8", "9", "7"])
        #expect(
            rows.last == [
                "7", "camera-0", "10ms", "2.00M", "40ms/120ms", "6", "2.0s", "10", "3", "45", "0", "tls", "1m00s",
                "10.0.0.1:5000", "-", "?[31mred",
            ]
        )
    }

    @Test func `only the viewers of the selected stream are shown`() throws {
        let lines = try page(chosen: "camera-0").lines()
        #expect(lines.filter { $0.emphasis == .chosen }.map { $0.text.prefix(8) } == ["camera-0"])
        #expect(!lines.contains { $0.text.contains("     8  ") })
    }

    @Test(arguments: [0, 1, 5, 20, 79, 200], 0...30)
    func `nothing exceeds the terminal`(width: Int, height: Int) throws {
        let lines = try page(chosen: "camera-15", streams: 20).lines(width: width, height: height)
        #expect(lines.count <= height)
        #expect(lines.allSatisfy { $0.text.count <= width })
        // The chosen stream is visible on any page with room for streams.
        if height >= 12 { #expect(lines.contains { $0.emphasis == .chosen }) }
    }

    @Test func `80 columns show whole columns, without the less important ones`() throws {
        let lines = try page().lines(width: 80, height: 24).map(\.text)
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.contains("…") })
        let streams = try #require(lines.first { $0.hasPrefix("STREAM") }).split(separator: " ")
        #expect(streams.starts(with: ["STREAM", "STATE", "VIEWERS", "BIT/S", "FPS", "LATENCY", "MISSED"]))
        #expect(!streams.contains("PUBLISHER"))
        let viewers = try #require(lines.first { $0.hasPrefix("VIEWER") }).split(separator: " ")
        #expect(viewers.starts(with: ["VIEWER", "STREAM", "LAG", "BIT/S", "LATENCY", "MISSED"]))
        #expect(viewers.contains("PEER") && !viewers.contains("BOUND"))
        #expect(lines[0] == "streamd/1 at 127.0.0.1:7451  up 1m42s  2 streams  4 viewers  3 connections")
        #expect(lines[1] == "in 0bit/s  out 2.00Mbit/s")
    }

    @Test func `one is not many`() throws {
        var page = try page()
        page.snapshot.streams = [try stream("a")]
        page.snapshot.streams[0].viewers = 1
        page.snapshot.relay.connections = 1
        let header = try #require(page.lines().first?.text)
        #expect(header.contains("  1 stream  1 viewer  1 connection  "))
        let short = try self.page(streams: 4).lines(height: 10).map(\.text)
        #expect(short.contains { $0.hasSuffix(" more streams") } || short.contains("… and 1 more stream"))
        #expect(HumanReadable.counted(1, "more viewer") == "1 more viewer")
    }

    @Test func `an order is that of both tables`() throws {
        var page = try page()
        page.snapshot.streams = [try stream("a", worst: 0.2), try stream("b"), try stream("c", worst: 0.5)]
        func first(_ order: TopOrder) -> (streams: [String], viewers: [UInt64]) {
            page.order = order
            return (page.streams.map(\.name), order.sort(page.snapshot.viewers(of: nil), page.rates).map(\.id))
        }
        #expect(first(.lag) == (["a", "b", "c"], [8, 9, 7]))
        #expect(first(.latency) == (["c", "a", "b"], [7, 8, 9]))
        #expect(first(.missed) == (["a", "c", "b"], [7, 8, 9]))
        #expect(first(.rate).viewers == [7, 8, 9])
        #expect(first(.name).viewers == [9, 7, 8])
        page.snapshot.streams[1].viewers = 9
        #expect(first(.viewers).streams == ["b", "a", "c"])
        #expect(page.lines()[0].text.contains("by viewers"))
        #expect(TopOrder.allCases.last?.next == TopOrder.allCases.first)
        #expect(TopKey.keys(in: Array("s".utf8)) == [.sort])
    }

    @Test func `a pattern selects streams and their viewers`() throws {
        let all = try snapshot(at: 0, sent: 0)
        let some = all.filtered(by: try StreamPattern("*-1"))
        #expect(some.streams.map(\.name) == ["camera-1"])
        #expect(some.viewers(of: nil).map(\.id) == [8])
        var page = try page()
        page.snapshot = all.filtered(by: try StreamPattern("lobby"))
        page.filter = try StreamPattern("lobby")
        #expect(page.lines().map(\.text).contains("No stream matches 'lobby'."))
    }

    @Test func `what needs attention is in colour, where colours are wanted`() throws {
        var page = try page()
        page.snapshot.streams[1] = try stream("camera-1", state: "interrupted")
        let warnings = page.lines().filter { $0.emphasis == .warning }
        #expect(warnings.map { $0.text.prefix(8) } == ["camera-1", "     8  "], "the viewer lags by 1.5 of 2 s")
        let line = TopPage.Line(text: "a", emphasis: .warning)
        #expect(line.emphasized(usesColours: true) == "\u{1B}[33ma\u{1B}[0m")
        #expect(line.emphasized(usesColours: false) == "a")
        #expect(Terminal.allowsColours(noColor: "", terminal: "xterm"))
        #expect(!Terminal.allowsColours(noColor: "1", terminal: "xterm"))
        #expect(!Terminal.allowsColours(noColor: "", terminal: "dumb"))
    }

    @Test func `a relay that was restarted is not compared with itself`() throws {
        let old = try snapshot(at: 0, sent: 500_000)
        var new = try snapshot(at: 2, sent: 0)
        new.relay.uptime = 1
        let rates = TopRates(from: old, to: new)
        #expect(rates.sent == nil)
        #expect(rates.bitRate(of: new.connections[0]) == nil)
    }

    @Test func `keys move the selection in a circle`() {
        #expect(
            TopKey.keys(in: Array("jk\u{1B}[A\u{1B}[B\u{1B}OAxq\u{3}".utf8)) == [
                .next, .previous, .previous, .next, .previous, .leave, .leave,
            ]
        )
        #expect(TopKey.keys(in: [0x1B]) == [])
        #expect(TopKey.keys(in: Array("\u{1B}[1;5".utf8)) == [])
        #expect(TopKey.next.move(from: nil, in: ["a", "b"]) == "a")
        #expect(TopKey.next.move(from: "b", in: ["a", "b"]) == nil)
        #expect(TopKey.previous.move(from: nil, in: ["a", "b"]) == "b")
        #expect(TopKey.next.move(from: "gone", in: ["a"]) == "a")
        #expect(TopKey.next.move(from: nil, in: []) == nil)
    }
}
