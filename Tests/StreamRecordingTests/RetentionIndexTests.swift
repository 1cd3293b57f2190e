import TestSupport
import Testing

@testable import StreamRecording

/// A folder in memory that a retention index works on.
private struct MadeFolder {
    var index: RetentionIndex
    var files: [RetentionIndex.Segment] = []
    var lists = 0
    var removed: [RetentionIndex.Segment] = []

    init(_ policy: RetentionPolicy) { index = RetentionIndex(policy) }

    mutating func finish(_ stream: String, at time: Int64, bytes: UInt64 = 10) {
        var name = SegmentName(at: time)
        while files.contains(where: { $0.stream == stream && $0.name == name }) { name = name.next ?? name }
        files.append(RetentionIndex.Segment(stream: stream, name: name, bytes: bytes))
        index.add(stream: stream, day: name.day, bytes: bytes, segment: name)
    }

    mutating func apply(_ use: DiskUse) {
        while let action = index.next(use) {
            switch action {
            case .list(let stream, let day):
                lists += 1
                index.listed(stream, files.filter { $0.stream == stream && $0.name.day == day })
            case .remove(let segment):
                removed.append(segment)
                files.removeAll { $0 == segment }
                index.removed(segment)
            case .removeDay(let stream, let day):
                #expect(!files.contains { $0.stream == stream && $0.name.day == day })
                index.removedDay(stream: stream, day: day)
            }
        }
    }
}

@Suite struct RetentionIndexTests {
    private static let hour: Int64 = 3_600_000_000
    private static let start: Int64 = 1_795_219_200_000_000

    @Test func `without a limit, everything is kept`() {
        var folder = MadeFolder(RetentionPolicy())
        for hour in 0..<100 { folder.finish("a", at: Self.start + Int64(hour) * Self.hour) }
        folder.apply(DiskUse(now: .max / 2, growing: 1 << 40, free: 0))
        #expect(folder.files.count == 100)
        #expect(folder.lists == 0)
    }

    @Test func `segments that are too old are removed, and no other`() {
        var folder = MadeFolder(RetentionPolicy(age: 30 * Self.hour))
        for hour in 0..<100 {
            for stream in ["a", "b"] { folder.finish(stream, at: Self.start + Int64(hour) * Self.hour) }
        }
        let now = Self.start + 99 * Self.hour
        folder.apply(DiskUse(now: now, growing: 0, free: nil))
        #expect(folder.files.map(\.name.time).min() == now - 30 * Self.hour)
        #expect(folder.files.count == 62)
        // Three whole days, and the beginning of the fourth.
        #expect(folder.lists == 6)
        #expect(folder.index.total == 620)
    }

    @Test func `the oldest of all streams go first when there are too many bytes`() {
        var folder = MadeFolder(RetentionPolicy(bytes: 500))
        for hour in 0..<40 {
            folder.finish("a", at: Self.start + Int64(hour) * Self.hour)
            folder.finish("b", at: Self.start + Int64(hour) * Self.hour + 1_000_000)
        }
        folder.apply(DiskUse(now: Self.start, growing: 100, free: nil))
        #expect(folder.index.total == 400)
        #expect(folder.removed.map(\.name.time) == folder.removed.map(\.name.time).sorted())
        let oldest = folder.files.map(\.name.time).min() ?? 0
        #expect(folder.removed.allSatisfy { $0.name.time <= oldest })
    }

    @Test func `a full disk is freed until enough is free, or nothing is left`() {
        var folder = MadeFolder(RetentionPolicy(free: 100))
        for hour in 0..<40 { folder.finish("a", at: Self.start + Int64(hour) * Self.hour) }
        let now = Self.start + 40 * Self.hour
        folder.apply(DiskUse(now: now, growing: 0, free: 100))
        #expect(folder.files.count == 40)
        folder.apply(DiskUse(now: now, growing: 0, free: nil))
        #expect(folder.files.count == 40)
        folder.apply(DiskUse(now: now, growing: 0, free: 99))
        #expect(folder.files.isEmpty)
        #expect(folder.index.total == 0)
    }

    @Test(arguments: UInt64(1)...40)
    func `whatever is added and removed, the bytes are right and the oldest goes first`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var folder = MadeFolder(RetentionPolicy(age: 200 * Self.hour, bytes: 2_000))
        var now = Self.start
        for _ in 0..<400 {
            // The clock is set back now and then.
            now += Int.random(in: 0..<30, using: &random) == 0 ? -30 * Self.hour : Self.hour / 2
            let stream = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            folder.finish(stream, at: now, bytes: .random(in: 1...100, using: &random))
            guard Bool.random(using: &random) else { continue }
            let before = folder.removed.count
            folder.apply(DiskUse(now: now, growing: .random(in: 0...300, using: &random), free: nil))
            let newest = folder.removed.dropFirst(before).map(\.name).max()
            if let newest { #expect(folder.files.allSatisfy { $0.name >= newest }) }
            #expect(folder.index.total == folder.files.reduce(0) { $0 + $1.bytes })
            #expect(folder.index.total <= 2_000)
        }
        #expect(!folder.removed.isEmpty)
    }

    @Test func `a million segments cost a list of one day`() {
        var folder = MadeFolder(RetentionPolicy(age: 1_000 * 24 * Self.hour))
        for day in 0..<1_000 {
            for stream in 0..<100 {
                folder.index.add(
                    stream: "\(stream)",
                    day: SegmentName(at: Self.start + Int64(day) * 24 * Self.hour).day,
                    bytes: 1_000
                )
            }
        }
        folder.finish("5", at: Self.start)
        folder.apply(DiskUse(now: Self.start + 1_000 * 24 * Self.hour + 1, growing: 0, free: nil))
        #expect(folder.removed.count == 1)
        #expect(folder.lists == 100)
    }
}
