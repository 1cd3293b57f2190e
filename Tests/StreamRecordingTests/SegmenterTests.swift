import Containers
import H264
import MadeStreams
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRecording

@Suite struct SegmenterTests {
    private static let second: Int64 = 1_000_000

    private func recording(
        _ source: inout MadeSource,
        segment: Int64 = 10,
        pictures: Int
    ) throws -> MadeDisk {
        var disk = MadeDisk(Segmenter(segmentDuration: segment * Self.second, line: 3))
        try disk.take(source.opening, at: source.now)
        for _ in 0..<pictures { try disk.take(source.next(), at: source.now) }
        return disk
    }

    private func sent(_ source: MadeSource) -> [SentKey: UInt64] {
        source.sequences.reduce(into: [:]) { sent, entry in
            sent[SentKey(instance: source.instance, epoch: source.epoch, track: entry.key.rawValue)] = entry.value
        }
    }

    @Test func `files end at the first random access point after their time`() throws {
        var source = MadeSource()
        var disk = try recording(&source, segment: 2, pictures: 25 * 7)
        try disk.take([.end], at: source.now)
        #expect(disk.files.count == 4)
        for file in disk.files {
            #expect(file.isPublished)
            let index = try disk.index(of: file)
            #expect(index.isComplete)
            let pictures = try #require(index.tracks.first)
            #expect(pictures.samples.first { _ in true }?.isSync == true)
        }
        let counts = try disk.files.map { try disk.index(of: $0).tracks.first?.samples.count }
        #expect(counts == [50, 50, 50, 25])
        #expect(disk.faults(sent: sent(source)) == [])
        #expect(disk.segmenter.isSettled)
    }

    @Test func `a report has the wall clock, the length, and the place on the time line`() throws {
        var source = MadeSource()
        let start = source.now.wall
        var disk = try recording(&source, segment: 2, pictures: 100)
        try disk.take([.end], at: source.now)
        let reports = disk.files.compactMap(\.report)
        #expect(reports.map(\.start) == [start, start + 2 * Self.second])
        #expect(reports.map(\.duration) == [1_980_000, 1_980_000])
        #expect(reports.map(\.bytes) == disk.files.map { UInt64($0.bytes.count) })
        #expect(reports.map(\.line) == [3, 3])
        // The second file's times go on from those of the first one.
        #expect(reports.compactMap(\.parts.first?.decodeTime) == [5_000_000, 7_000_000])
        for (file, report) in zip(disk.files, reports) { #expect(try disk.parts(of: file) == report.parts) }
    }

    @Test func `frames before the first random access point are accounted for`() throws {
        var source = MadeSource()
        var disk = MadeDisk(Segmenter(segmentDuration: 10 * Self.second))
        try disk.take(source.opening, at: source.now)
        try disk.take([source.skip(3, of: source.video)], at: source.now)
        for _ in 0..<50 { try disk.take(source.next(), at: source.now) }
        try disk.take([.end], at: source.now)
        #expect(disk.faults(sent: sent(source)) == [])
        let report = try #require(disk.files.first?.report)
        let pictures = try #require(report.spans.first { $0.track == 0 })
        // Three that the relay left out, and 22 that need them.
        #expect(pictures.missing == 25)
        #expect(pictures.recorded == 28)
    }

    @Test func `other parameter sets begin another file`() throws {
        var source = MadeSource()
        var disk = try recording(&source, pictures: 30)
        source.restartGroup()
        source.width = 3
        for _ in 0..<30 { try disk.take(source.next(), at: source.now) }
        try disk.take([.end], at: source.now)
        #expect(disk.files.count == 2)
        #expect(disk.faults(sent: sent(source)) == [])
        let sizes = try disk.files.map { file -> Int? in
            guard case .h264(let description) = try disk.index(of: file).tracks.first?.track.description else {
                return nil
            }
            return description.sps.codedSize.width
        }
        #expect(sizes == [32, 48])
    }

    @Test func `a stream that changes its parameter sets all the time does not make a file for each`() throws {
        var source = MadeSource()
        var disk = try recording(&source, segment: 60, pictures: 25)
        for number in 0..<20 {
            source.pps = number % 3
            for _ in 0..<25 { try disk.take(source.next(), at: source.now) }
        }
        try disk.take([.end], at: source.now)
        #expect(disk.files.count == 2)
        #expect(disk.faults(sent: sent(source)) == [])
    }

    @Test func `a publisher that comes back goes on in the same file, and a relay that was restarted in another one`()
        throws
    {
        var source = MadeSource()
        var disk = try recording(&source, segment: 600, pictures: 40)
        var sent = self.sent(source)
        try disk.take(source.beginEpoch(), at: source.now)
        for _ in 0..<40 { try disk.take(source.next(), at: source.now) }
        sent.merge(self.sent(source)) { $1 }
        #expect(disk.files.count == 1)
        try disk.take(source.beginInstance(), at: source.now)
        for _ in 0..<40 { try disk.take(source.next(), at: source.now) }
        sent.merge(self.sent(source)) { $1 }
        try disk.take([.end], at: source.now)
        #expect(disk.files.count == 2)
        #expect(disk.faults(sent: sent) == [])
        #expect(try disk.index(of: disk.files[0]).tracks.first?.samples.count == 80)
    }

    @Test func `a recording that goes on takes no frame twice, and accounts for those that it missed`() throws {
        var source = MadeSource()
        var first = try recording(&source, pictures: 60)
        let early = source
        try first.take([.end], at: source.now)
        // The relay's history begins before the end of the recording, or after it.
        for lead in [0, 30] {
            var source = MadeSource()
            var second = MadeDisk(
                Segmenter(segmentDuration: 10 * Self.second, resume: [first.segmenter.position].compactMap(\.self))
            )
            try second.take(source.opening, at: source.now)
            if lead > 0 {
                source = early
                for _ in 0..<lead { _ = source.next() }
                source.restartGroup()
            }
            for _ in 0..<100 { try second.take(source.next(), at: source.now) }
            try second.take([.end], at: source.now)
            second.files = first.files + second.files
            #expect(second.faults(sent: sent(source)) == [], "\(lead)")
            let missing = second.files.compactMap(\.report).reduce(0) { $0 + $1.missing }
            #expect((missing == 0) == (lead == 0))
        }
    }

    @Test func `a recording that goes on begins with the pictures that its first one needs, and shows them no more`()
        throws
    {
        var source = MadeSource()
        source.clock = 0
        var first = try recording(&source, pictures: 30)
        try first.take([.end], at: source.now)
        // Sound of the new part comes before its first picture.
        var again = MadeSource()
        again.clock = 0
        var inputs: [RecordingInput] = []
        for _ in 0..<80 {
            let next = again.next()
            inputs += next.dropFirst() + next.prefix(1)
        }
        var second = MadeDisk(
            Segmenter(segmentDuration: 10 * Self.second, resume: [first.segmenter.position].compactMap(\.self))
        )
        try second.take(again.opening, at: again.now)
        try second.take(inputs, at: again.now)
        try second.take([.end], at: again.now)
        #expect(second.files.count == 1)
        let index = try second.index(of: second.files[0])
        // The second group begins with picture 25.
        #expect(index.tracks.map { index.prerollCount(of: $0) } == [5, 0])
        #expect(index.tracks.first?.samples.count == 55)
        #expect(second.segmenter.ledger.missing == 0)
        second.files = first.files + second.files
        #expect(second.faults(sent: sent(again)) == [])
        #expect(second.files[1].report?.start == MadeSource().now.wall + 30 * 40_000)
        #expect(second.files[1].report?.preroll == 200_000)
    }

    @Test func `a part is written when its time is over, also without another frame`() throws {
        var source = MadeSource()
        var disk = try recording(&source, pictures: 10)
        let length = disk.files[0].bytes.count
        let deadline = try #require(disk.segmenter.deadline)
        // The second frame of sound, which came with the picture, is of 20 ms later.
        #expect(deadline == MadeSource().now.monotonic + Segmenter.flushTime - 20_000)
        try disk.settle(at: Moment(monotonic: deadline - 1, wall: 0))
        #expect(disk.files[0].bytes.count == length)
        try disk.settle(at: Moment(monotonic: deadline, wall: 0))
        #expect(try disk.parts(of: disk.files[0]).count == 1)
        // A minute later the file ends.
        let idle = try #require(disk.segmenter.deadline)
        try disk.settle(at: Moment(monotonic: idle, wall: 0))
        #expect(disk.files[0].isPublished)
        #expect(disk.segmenter.isSettled)
    }

    @Test func `a frame is on the disk 0.7 s after it came: a crash costs less than a second`() throws {
        var source = MadeSource()
        var disk = try recording(&source, pictures: 20)
        for _ in 0..<100 {
            try disk.take(source.next(), at: source.now)
            let last = try #require(disk.parts(of: disk.files[0]).last).lastDecodeTime
            #expect(source.clock - last <= 700_000)
        }
    }

    @Test func `frames of a history, which come at once, wait only for what is missing of a part`() throws {
        var source = MadeSource()
        var disk = try recording(&source, pictures: 26)
        let arrival = source.now
        for count in 1...100 {
            let inputs = source.next()
            source.now = arrival
            try disk.take(inputs, at: arrival)
            let last = try #require(disk.parts(of: disk.files[0]).last).lastDecodeTime
            #expect(source.clock - last <= Segmenter.flushTime + 40_000)
            // The part has 9 pictures; the last sound begins 340 ms after the first one.
            if count == 8 { #expect(disk.segmenter.deadline == arrival.monotonic + Segmenter.flushTime - 340_000) }
        }
    }

    @Test func `sound alone is recorded after the hold time, if the camera sends nothing`() throws {
        var source = MadeSource()
        var disk = MadeDisk(Segmenter(segmentDuration: 10 * Self.second))
        try disk.take(source.opening, at: source.now)
        for _ in 0..<60 {
            let inputs = source.next().filter { input in
                if case .frame(let frame, _) = input { frame.header.track == source.audio } else { true }
            }
            try disk.take(inputs, at: source.now)
        }
        #expect(disk.files.count == 1)
        #expect(try disk.index(of: disk.files[0]).tracks.map(\.track.isVideo) == [false])
        // The camera begins: so does another file.
        source.sequences[source.video] = 0
        source.restartGroup()
        for _ in 0..<30 { try disk.take(source.next(), at: source.now) }
        try disk.take([.end], at: source.now)
        #expect(disk.files.count == 2)
        #expect(try disk.index(of: disk.files[1]).tracks.map(\.track.isVideo) == [true, false])
        #expect(disk.faults(sent: sent(source)) == [])
    }

    @Test func `a capture time that cannot be does not name the file`() throws {
        var source = MadeSource()
        source.now.wall = 0
        let frames = source.next()
        source = MadeSource()
        var disk = MadeDisk(Segmenter(segmentDuration: 10 * Self.second))
        for case .frame(let frame, let moment) in frames {
            let moved = Moment(monotonic: moment.monotonic, wall: source.now.wall)
            try disk.take(source.opening + [.frame(frame, moved)], at: source.now)
        }
        #expect(disk.files.first?.start.time == source.now.wall)
    }

    @Test(arguments: UInt64(1)...60)
    func `whatever happens, each frame is recorded once or is a part of a gap`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var source = MadeSource()
        var disk = MadeDisk(Segmenter(segmentDuration: .random(in: 1...4, using: &random) * Self.second))
        disk.random = SeededGenerator(seed: seed &+ 1_000)
        var sent: [SentKey: UInt64] = [:]
        try disk.take(source.opening, at: source.now)
        for _ in 0..<400 {
            switch Int.random(in: 0..<60, using: &random) {
            case 0:
                let track = Bool.random(using: &random) ? source.video : source.audio
                try disk.take([source.skip(.random(in: 1...9, using: &random), of: track)], at: source.now)
            case 1: try disk.take(source.beginEpoch(), at: source.now)
            case 2: try disk.take(source.beginInstance(), at: source.now)
            case 3:
                source.restartGroup()
                source.width = .random(in: 1...4, using: &random)
            case 4: source.pps = .random(in: 0...3, using: &random)
            case 5:
                // The disk fails for a while, with or without its files.
                disk.removesFilesOnFailure = Bool.random(using: &random)
                var left = Int.random(in: 1...3, using: &random)
                disk.fails = { _ in
                    left -= 1
                    return left >= 0
                }
            case 6: source.pass(.random(in: 0...3 * Self.second, using: &random))
            case 7: try disk.take(source.opening, at: source.now)
            default: try disk.take(source.next(), at: source.now)
            }
            sent.merge(self.sent(source)) { $1 }
        }
        disk.fails = { _ in false }
        try disk.take([.end], at: Moment(monotonic: .max, wall: source.now.wall))
        #expect(disk.segmenter.isSettled)
        #expect(disk.faults(sent: sent) == [])
        for file in disk.files {
            let index = try disk.index(of: file)
            #expect(index.isComplete)
            // What the file says of itself is what its report says.
            #expect(index.account.spans == file.report?.spans)
            for track in index.tracks {
                let recorded = index.account.runs.filter { $0.track == track.track.id && $0.gapReason == nil }
                #expect(UInt64(track.samples.count) == recorded.reduce(0) { $0 + $1.count })
            }
        }
    }
}
