import StreamProtocol
import Testing

@testable import streamd

/// Parsing and validation of user input.
@Suite struct ArgumentTests {
    @Test(
        arguments: [
            ("2s", 2_000_000_000), ("500ms", 500_000_000), ("1.5m", 90_000_000_000), ("10", 10_000_000_000), ("0", 0),
            ("250us", 250_000), ("1h", 3_600_000_000_000), ("30d", 2_592_000_000_000_000),
        ] as [(String, Int64)]
    )
    func `a time is read`(_ text: String, nanoseconds: Int64) {
        #expect(TimeSpan(argument: text)?.nanoseconds == nanoseconds)
    }

    @Test(arguments: ["", "s", "-1s", "two", "nan", "inf", "1e300h", "5 s", "366d"])
    func `what is not a time is refused`(_ text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }

    @Test(arguments: [
        ("64MiB", 67_108_864), ("500kB", 500_000), ("1G", 1_073_741_824), ("7", 7), ("2k", 2_048), ("10B", 10),
        ("2TB", 2_000_000_000_000), ("1TiB", 1_099_511_627_776),
    ])
    func `a byte count is read`(_ text: String, bytes: Int) {
        #expect(ByteCount(argument: text)?.bytes == bytes)
    }

    @Test(arguments: ["", "MiB", "-1", "1e30", "nan", "1PiB", "1000TB"])
    func `what is not a byte count is refused`(_ text: String) {
        #expect(ByteCount(argument: text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1:7450", "127.0.0.1", 7450, true), ("[::1]:80", "::1", 80, true), ("7451", "127.0.0.1", 7451, true),
        ("localhost:1", "localhost", 1, true), ("0.0.0.0:7450", "0.0.0.0", 7450, false), ("[::]:1", "::", 1, false),
        ("127.example.org:1", "127.example.org", 1, false),
    ])
    func `a listening address is read`(_ text: String, host: String, port: Int, isLoopback: Bool) {
        let address = ListenAddress(argument: text)
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address?.isLoopback == isLoopback)
    }

    @Test(arguments: ["", ":", "host:", ":7450", "host:65536", "::1:80", "host:-1"])
    func `what is not a listening address is refused`(_ text: String) {
        #expect(ListenAddress(argument: text) == nil)
    }

    @Test(
        arguments: [
            ("30", 30, 1), ("29.97", 30_000, 1_001), ("23.976", 24_000, 1_001), ("30000/1001", 30_000, 1_001),
            ("12.5", 12_500, 1_000), ("59.94", 60_000, 1_001),
        ] as [(String, UInt32, UInt32)]
    )
    func `a frame rate is read`(_ text: String, numerator: UInt32, denominator: UInt32) {
        let rate = FrameRateArgument(argument: text)?.rate
        #expect(rate == Track.Rate(numerator: numerator, denominator: denominator))
    }

    @Test(arguments: ["", "0", "-25", "1001", "30/0", "0/1", "nan", "30/1/1", "4294967295/1"])
    func `what is not a frame rate is refused`(_ text: String) {
        #expect(FrameRateArgument(argument: text) == nil)
    }

    @Test(arguments: [
        ("video", TrackChoice.kind(.video)), ("audio", .kind(.audio)), ("3", .number(TrackID(3) ?? .zero)),
    ])
    func `a track is read`(_ text: String, choice: TrackChoice) {
        #expect(TrackChoice(argument: text) == choice)
        #expect(choice.description == text)
    }

    @Test(arguments: [(.any, 1), (.kind(.audio), 0), (.number(TrackID(2) ?? .zero), 2)] as [(TrackChoice, UInt16)])
    func `the track with the lowest number is chosen`(_ choice: TrackChoice, number: UInt16) throws {
        let tracks = [3, 2, 1, 0].compactMap { TrackID($0) }.map { id in
            Track(id: id, kind: id.rawValue.isMultiple(of: 3) ? .audio : .video, codec: .h264)
        }
        #expect(try choice.choose(from: TrackTable(epoch: 1, tracks: tracks))?.id.rawValue == number)
    }

    @Test func `tracks whose codec is not known are ignored`() throws {
        func tracks(_ codecs: FourCC...) throws -> TrackTable {
            try TrackTable(
                epoch: 1,
                tracks: zip(0..., codecs).compactMap { number, codec in
                    TrackID(number).map { Track(id: $0, kind: codec == .aac ? .audio : .video, codec: codec) }
                }
            )
        }
        let unknown = FourCC(rawValue: 0x786E_6577)
        #expect(try TrackChoice.any.choose(from: tracks(unknown, .h264))?.id.rawValue == 1)
        #expect(try TrackChoice.kind(.video).choose(from: tracks(unknown, .h264))?.id.rawValue == 1)
        #expect(try TrackChoice.any.choose(from: tracks(unknown, .aac))?.id.rawValue == 1)
        #expect(try TrackChoice.any.choose(from: tracks(unknown))?.codec == unknown, "the error names it")
    }

    @Test(arguments: ["", "16", "-1", "sound"])
    func `what is not a track is refused`(_ text: String) {
        #expect(TrackChoice(argument: text) == nil)
    }
}
