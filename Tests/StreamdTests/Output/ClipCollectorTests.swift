import Containers
import StreamProtocol
import Testing

@testable import streamd

@Suite struct ClipCollectorTests {
    private static func index(_ clip: ClipCollector) async throws -> MP4Index {
        var bytes: [UInt8] = []
        try await #require(clip.finished()).write { bytes += $0 }
        return try MP4Index(size: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
    }

    private static func counts(_ clip: ClipCollector) async throws -> [Int] {
        try await index(clip).tracks.map { $0.samples.count }
    }

    @Test func `a clip ends when its history does`() async throws {
        var clip = ClipCollector(.any, history: 500_000)
        try clip.follow(MadeFrames.table())
        #expect(clip.isEmpty)
        var ends = 0
        for frame in MadeFrames.all where clip.take(frame, arrival: 0) == .isComplete { ends += 1 }
        #expect(ends > 0)
        #expect(clip.missingTime == 0)
        #expect(try await Self.index(clip).isComplete)
        #expect(try await Self.counts(clip) == [13, 24])
    }

    @Test func `a clip begins where the size of the pictures changed last`() async throws {
        var clip = ClipCollector(.any, history: 5_000_000)
        try clip.follow(MadeFrames.table())
        for frame in MadeFrames.all { #expect(clip.take(frame, arrival: 0) == .goesOn) }
        #expect(!clip.beginsAtChange)
        let other = MadeFrames.frame(.zero, 6_000_000, 0, MadeFrames.picture(0, widthInMbs: 4))
        #expect(clip.take(other, arrival: 0) == .goesOn)
        #expect(clip.beginsAtChange)
        #expect(try await Self.counts(clip) == [1, 0])
    }

    @Test func `a clip has at least one frame`() async throws {
        var clip = ClipCollector(.kind(.audio), history: 0)
        try clip.follow(MadeFrames.table())
        let sound = MadeFrames.all.filter { $0.header.track == MadeFrames.sound }
        #expect(clip.take(sound[0], arrival: 0) == .goesOn)
        #expect(clip.take(sound[1], arrival: 0) == .isComplete)
        #expect(try await Self.counts(clip) == [1])
        #expect(ClipReport(clip, try #require(clip.finished()), asked: 1, .complete).text == "0.0 s.")
    }

    @Test func `frames that the stream has not sent are reported as missing`() throws {
        var clip = ClipCollector(.any, history: 4_000_000)
        try clip.follow(MadeFrames.table())
        for frame in MadeFrames.all { #expect(clip.take(frame, arrival: 0) == .goesOn) }
        #expect(clip.missingTime == 4_000_000 - 46 * 21_333)
        let finished = try #require(clip.finished())
        let report = ClipReport(clip, finished, asked: 4_000_000, .silent)
        #expect(report.text == "0.9 s; no frames came for its last 3.0 s.")
        #expect(report.failure == nil)
    }

    @Test func `a clip that is too large says so, and fails`() throws {
        var clip = ClipCollector(.any, history: 4_000_000)
        try clip.follow(MadeFrames.table())
        for frame in MadeFrames.all { _ = clip.take(frame, arrival: 0) }
        let report = ClipReport(clip, try #require(clip.finished()), asked: 9_000_000, .full)
        #expect(report.text == "0.9 s, all that the relay has.")
        #expect(report.failure?.message.contains("lacks its last 3.0 s") == true)
    }

    @Test func `a stream without frames gives no clip`() throws {
        var clip = ClipCollector(.any, history: 4_000_000)
        try clip.follow(MadeFrames.table())
        #expect(clip.finished() == nil)
        #expect(throws: Failure.self) {
            try clip.follow(MadeFrames.table(codec: FourCC(rawValue: 0x6176_3031), soundConfiguration: []))
        }
    }
}
