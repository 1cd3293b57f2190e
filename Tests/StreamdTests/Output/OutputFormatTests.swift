import Platform
import StreamProtocol
import TestSupport
import Testing

@testable import streamd

@Suite struct OutputFormatTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        arguments: [
            ("out.mp4", .mp4), ("a/b.c/out.TS", .ts), ("./x.y.h264", .h264), (".aac", .aac), ("-", nil), (nil, nil),
            ("/dev/null", nil),
        ] as [(String?, OutputFormat?)]
    )
    func `the name says the format`(_ path: String?, _ format: OutputFormat?) throws {
        #expect(try OutputFormat(path: path) == format)
    }

    @Test(arguments: ["out.avi", "out", "folder.ts/out", "out.", "mp4"])
    func `another name is refused with the names that are known`(_ path: String) throws {
        let failure = #expect(throws: Failure.self) { try OutputFormat(path: path) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("use .mp4, .ts, .mkv, .h264 or .aac") == true)
    }

    @Test func `a file that exists is refused, and stays`() throws {
        let path = try folder.write("film", to: "out.mp4")
        let failure = #expect(throws: Failure.self) { try OutputTarget(path, overwrites: false) }
        #expect(failure?.message == "\(path) exists; choose another name, or overwrite it with --force.")
        let target = try OutputTarget(path, overwrites: true)
        #expect(try folder.bytes(of: "out.mp4") == Array("film".utf8))
        close(try target.open())
        #expect(try folder.bytes(of: "out.mp4") == [])
    }

    @Test func `a file is created when it is opened, and not over another one`() throws {
        let path = folder.path("new.mp4")
        let target = try OutputTarget(path, overwrites: false)
        #expect(target.isFile)
        #expect(FileStatus(path: path) == nil)
        close(try target.open())
        #expect(FileStatus(path: path)?.isRegular == true)
        #expect(throws: Failure.self) { try target.open() }
        // A link that leads nowhere is a file too.
        let link = folder.path("link.mp4")
        #expect(symlink(folder.path("elsewhere"), link) == 0)
        #expect(throws: Failure.self) { try OutputTarget(link, overwrites: false).open() }
    }

    @Test func `pipes and devices are written as they are`() throws {
        let pipe = folder.path("pipe.ts")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try OutputFormat(path: pipe) == .ts)
        #expect(try !OutputTarget(pipe, overwrites: false).isFile)
        #expect(try !OutputTarget("/dev/null", overwrites: false).isFile)
        #expect(try !OutputTarget("-", overwrites: false).isFile)
    }

    @Test func `a folder, and a file in none, are refused at once`() {
        #expect(throws: Failure.self) { try OutputTarget(folder.path, overwrites: true) }
        #expect(throws: Failure.self) { try OutputTarget(folder.path("none/out.mp4"), overwrites: false) }
    }
}

@Suite struct DurationLimitTests {
    private static let sound = TrackID(1) ?? .zero

    private func header(_ track: TrackID = .zero, _ time: Int64, epoch: UInt32 = 1) -> FrameHeader {
        FrameHeader(track: track, epoch: epoch, decodeTime: time, presentationTime: time)
    }

    @Test func `an output ends when all tracks have reached the end`() {
        var limit = DurationLimit(microseconds: 1_000_000)
        #expect(limit.decide(header(.zero, 9_000_000), arrival: 0) == .write)
        #expect(limit.decide(header(Self.sound, 8_990_000), arrival: 0) == .write)
        #expect(limit.decide(header(.zero, 10_000_000), arrival: 0) == .skip)
        #expect(limit.decide(header(Self.sound, 9_999_999), arrival: 0) == .write)
        #expect(limit.decide(header(Self.sound, 10_010_000), arrival: 0) == .end)
    }

    @Test func `the first frame is written, however short the time is`() {
        var limit = DurationLimit(microseconds: 0)
        #expect(limit.isEmpty)
        #expect(limit.decide(header(.zero, 9_000_000), arrival: 0) == .write)
        #expect(!limit.isEmpty)
        #expect(limit.decide(header(.zero, 9_040_000), arrival: 0) == .end)
        #expect(limit.reached == 40_000)
    }

    @Test func `a track that stops does not keep the output from its end`() {
        var limit = DurationLimit(microseconds: 1_000_000)
        #expect(limit.decide(header(Self.sound, 9_000_000), arrival: 0) == .write)
        #expect(limit.decide(header(.zero, 9_000_000), arrival: 0) == .write)
        #expect(limit.decide(header(.zero, 10_500_000), arrival: 0) == .skip)
        #expect(limit.decide(header(.zero, 11_000_000), arrival: 0) == .end)
    }

    @Test func `the time goes on while the publisher is away`() {
        var limit = DurationLimit(microseconds: 10_000_000)
        #expect(limit.decide(header(.zero, 0), arrival: 50_000_000) == .write)
        #expect(limit.decide(header(.zero, 0, epoch: 2), arrival: 58_000_000) == .write)
        #expect(limit.decide(header(.zero, 2_000_000, epoch: 2), arrival: 60_000_000) == .end)
    }
}
