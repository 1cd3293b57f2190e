import PrometheusMetrics
import StreamProtocol
import StreamRecording
import Testing

@testable import streamd

@Suite struct RecordArgumentTests {
    @Test(arguments: [
        ("127.0.0.1:7450/live", "127.0.0.1:7450", "live"), ("relay/studio/*", "relay:7450", "studio/*"),
        ("relay", "relay:7450", "*"), ("tls://relay:1/*", "relay:1", "*"), ("[::1]:7450/a/b", "[::1]:7450", "a/b"),
        ("relay/", "relay:7450", "*"),
    ]) func `a source is a relay and a selection of its streams`(
        _ example: (text: String, relay: String, selection: String)
    ) throws {
        let source = RecordSource(argument: example.text)
        #expect(try source.relay.endpoint == example.relay)
        #expect(try source.selection.description == example.selection)
    }

    @Test(arguments: ["", "relay:0/live", "http://relay/live", "relay/*/a", "relay/a b", "relay//"])
    func `a source that cannot be is refused with a sentence`(_ text: String) {
        let source = RecordSource(argument: text)
        #expect(throws: Failure.self) {
            _ = try source.relay
            _ = try source.selection
        }
    }

    @Test func `the admin listener may be off`() {
        #expect(RecorderAdminAddress(argument: "off")?.address == nil)
        #expect(RecorderAdminAddress(argument: "7453")?.address?.description == "127.0.0.1:7453")
        #expect(RecorderAdminAddress(argument: "nonsense") == nil)
        #expect(RecorderAdminAddress.standard.defaultValueDescription == "127.0.0.1:7452")
    }

    @Test func `recordings may be kept for longer than other times last`() {
        #expect(RecordingAge(argument: "730d")?.microseconds == 63_072_000_000_000)
        #expect(RecordingAge(argument: "90m")?.microseconds == 5_400_000_000)
        for text in ["d", "-1d", "40000d", "nand", "infd", ""] {
            #expect(RecordingAge(argument: text) == nil, "\(text)")
        }
    }

    @Test func `times of an export are in UTC`() {
        #expect(WallTime(argument: "2026-11-22T14:30:00Z")?.microseconds == 1_795_357_800_000_000)
        #expect(WallTime(argument: "2026-11-22T14:30:00Z")?.description == "2026-11-22T14:30:00.000Z")
        #expect(WallTime(argument: "14:30") == nil)
    }

    @Test func `the metrics of a recorder have names, and sums of its streams`() throws {
        var status = RecorderStatus()
        for (name, recorded) in [("a", UInt64(5)), ("b", 7)] {
            var stream = RecordingStatus(stream: try StreamName(name), isOn: true)
            stream.recorded = recorded
            status.streams.append(stream)
        }
        let families = RecorderAdmin.metrics(of: status)
        let frames = try #require(families.first { $0.name == "streamd_recorder_frames_total" })
        #expect(frames.samples.map(\.value) == [.integer(12)])
        #expect(Set(families.map(\.name)).count == families.count)
    }
}
