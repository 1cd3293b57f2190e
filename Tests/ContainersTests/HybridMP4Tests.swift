import Containers
import Testing
import TestSupport

/// Recordings: whole, cut anywhere, and repaired.
struct HybridMP4Tests {
    /// All steps of a recording, and how many of them were done when each of its parts was on the disk.
    struct Recording {
        var stream: TestStream
        var writer: HybridMP4Writer
        var steps: [FileStep] = []
        /// Frames that are on the disk after so many steps.
        var durable: [(steps: Int, frames: Int)] = []
        var parts: [HybridMP4Writer.Part] = []

        init(_ stream: TestStream, gaps: Bool = false, finishing: Bool = true) throws {
            self.stream = stream
            writer = try HybridMP4Writer(tracks: stream.tracks, captureTime: 1_760_000_000_000_000)
            steps = writer.start()
            for (index, frame) in stream.frames.enumerated() {
                if gaps, index % 50 == 49 {
                    let hasRoom = writer.addGap(track: 1, epoch: 2, first: UInt64(index) * 100, count: 3, reason: 1)
                    #expect(hasRoom)
                }
                let outcome = writer.append(
                    frame.info,
                    frame.payload.span.bytes,
                    epoch: frame.epoch,
                    sequence: frame.sequence
                )
                guard case .added(let written) = outcome else {
                    Issue.record("frame \(index): \(outcome)")
                    return
                }
                note(written, frames: index)
            }
            if finishing { note(writer.finish(), frames: stream.frames.count) }
        }

        private mutating func note(_ written: HybridMP4Writer.Written, frames: Int) {
            steps += written.steps
            if let part = written.part { parts.append(part) }
            if !written.steps.isEmpty { durable.append((steps.count, frames)) }
        }

        var file: MemoryFile {
            var file = MemoryFile()
            file.perform(steps)
            return file
        }
    }

    static let shapes: [TestStream.Shape] = [
        TestStream.Shape(),
        TestStream.Shape(reorders: true),
        TestStream.Shape(soundTracks: 0, reorders: true),
        TestStream.Shape(videoTracks: 0),
        TestStream.Shape(soundTracks: 2, seconds: 2, jitter: 3_000),
        TestStream.Shape(videoTracks: 2, soundTracks: 6, seconds: 1),
        TestStream.Shape(start: 0, loss: 20),
        // 2³² and 2³³ ticks of 90 kHz, 2³² ticks of 48 kHz.
        TestStream.Shape(start: 47_720_858_000, reorders: true),
        TestStream.Shape(start: 95_442_717_000, reorders: true),
        TestStream.Shape(start: 89_477_485_000),
        // Any order of the tracks.
        TestStream.Shape(soundTracks: 2, lateness: 180_000),
        TestStream.Shape(videoTracks: 2, soundTracks: 2, reorders: true, lateness: 180_000),
        TestStream.Shape(hasFields: true),
        TestStream.Shape(soundTracks: 0, start: 95_442_717_000, hasFields: true),
    ]

    @Test(arguments: shapes.indices)
    func `a finished recording holds every frame`(_ shape: Int) throws {
        let recording = try Recording(try TestStream(Self.shapes[shape], seed: UInt64(shape)))
        let file = recording.file
        #expect(file.isPublished)
        let index = try file.index()
        #expect(index.isComplete)
        #expect(index.tracks.map(\.track.id) == recording.stream.tracks.map(\.id))
        #expect(index.tracks.map(\.track.description) == recording.stream.tracks.map(\.description))
        for (track, source) in zip(index.tracks, recording.stream.tracks) {
            let expected = recording.stream.samples(of: source)
            let found = file.samples(track)
            #expect(found.count == expected.count)
            #expect(found.areFirst(of: expected))
        }
        #expect(index.account == recording.writer.account)
    }

    @Test(arguments: shapes.indices)
    func `an unfinished recording has the same index`(_ shape: Int) throws {
        var recording = try Recording(try TestStream(Self.shapes[shape], seed: 3), gaps: true, finishing: false)
        var file = recording.file
        file.perform(recording.writer.flush().steps)
        let unfinished = try file.index()
        #expect(!unfinished.isComplete && unfinished.length == UInt64(file.bytes.count))
        let before = unfinished.tracks.map { file.samples($0) }
        file.perform(recording.writer.finish().steps)
        let finished = try file.index()
        #expect(finished.isComplete)
        #expect(finished.tracks.map { file.samples($0) } == before)
        #expect(finished.account == unfinished.account)
    }

    @Test func `frames and gaps are accounted for`() throws {
        let recording = try Recording(try TestStream(), gaps: true)
        let account = try recording.file.index().account
        #expect(account == recording.writer.account)
        for track in recording.stream.tracks {
            let frames = account.runs.filter { $0.track == track.id && $0.gapReason == nil }
            #expect(frames.reduce(0) { $0 + Int($1.count) } == recording.stream.samples(of: track).count)
        }
        let gaps = account.runs.filter { $0.gapReason == 1 }
        #expect(gaps.reduce(0) { $0 + Int($1.count) } == recording.stream.frames.count / 50 * 3)
        #expect(account.anchors == [RecordingAccount.Anchor(mediaTime: 5_000_000, wallClock: 1_760_000_005_000_000)])
    }

    @Test func `a wall clock that is set is another anchor, and moves nothing`() throws {
        var stream = try TestStream(TestStream.Shape(soundTracks: 0))
        for index in stream.frames.indices where index >= 30 { stream.frames[index].info.captureTime -= 86_400_000_000 }
        let recording = try Recording(stream)
        let index = try recording.file.index()
        #expect(index.account.anchors.count == 2)
        #expect(recording.file.samples(index.tracks[0]).areFirst(of: stream.samples(of: stream.tracks[0])))
    }

    @Test func `parts are at most a second long and lie at their stated positions`() throws {
        let recording = try Recording(try TestStream(TestStream.Shape(seconds: 5)))
        let file = recording.file
        #expect(recording.parts.count == 5)
        for part in recording.parts {
            #expect(part.lastDecodeTime - part.decodeTime < HybridMP4Writer.partDuration)
            #expect(part.isIndependent)
            #expect(
                Array(file.bytes[Int(part.range.lowerBound) + 4..<Int(part.range.lowerBound) + 8]) == Array("moof".utf8)
            )
        }
        // With the initialization segment of its own, the parts are a fragmented file.
        let ranges = recording.parts.flatMap { file.bytes[Int($0.range.lowerBound)..<Int($0.range.upperBound)] }
        let fragmented = MemoryFile(recording.writer.initializationSegment + ranges)
        let index = try fragmented.index()
        let whole = try file.index()
        #expect(index.tracks.map { fragmented.samples($0) } == whole.tracks.map { file.samples($0) })
    }

    @Test func `the edit list shows the pictures that are shown last, after the last one was decoded`() throws {
        let file = try Recording(try TestStream(TestStream.Shape(soundTracks: 0, reorders: true))).file
        let type = Array("elst".utf8)
        let place = try #require(file.bytes.indices.last { file.bytes[$0...].starts(with: type) })
        // Version 1, one edit: 75 pictures of 40 ms, from the first one's composition offset of 40 ms on.
        let expected = [UInt8](hex: "01000000 00000001 0000000000041EB0 0000000000000E10 00010000")
        #expect(file.read(UInt64(place) + 4, 28) == expected)
    }

    @Test func `a jump that no duration can say, and a full account, need another file`() throws {
        let stream = try TestStream(TestStream.Shape(soundTracks: 0, seconds: 1))
        var writer = try HybridMP4Writer(tracks: stream.tracks)
        _ = writer.start()
        var frame = stream.frames[0]
        var outcome = writer.append(frame.info, frame.payload.span.bytes, epoch: 1, sequence: 0)
        guard case .added = outcome else {
            Issue.record("not added")
            return
        }
        // 2³² ticks of 90 kHz are 47,721.86 s.
        frame.info.decodeTime += 47_722_000_000
        outcome = writer.append(frame.info, frame.payload.span.bytes, epoch: 1, sequence: 1)
        #expect(outcome == .isFull)
        var runs = 1
        while writer.addGap(track: 1, epoch: 1, first: UInt64(runs) * 2, count: 1, reason: 1) { runs += 1 }
        #expect(runs == ContainerLimits.runs)
        outcome = writer.append(stream.frames[1].info, frame.payload.span.bytes, epoch: 1, sequence: 1)
        #expect(outcome == .isFull)
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func `a recording that is interrupted anywhere loses at most what was not on the disk`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shape = Self.shapes[Int(seed) % Self.shapes.count]
        let recording = try Recording(try TestStream(shape, seed: seed), gaps: seed % 2 == 0)
        for _ in 0..<6 {
            let count = Int.random(in: 1...recording.steps.count, using: &random)
            var file = recording.steps.interrupted(after: count, using: &random)
            let durable = recording.durable.last { $0.steps <= count }?.frames ?? 0
            try Self.checkRepair(&file, of: recording, durable: durable, using: &random)
        }
    }

    @Test func `a file cut at every length is repaired`() throws {
        let recording = try Recording(try TestStream(TestStream.Shape(seconds: 2), seed: 9))
        let whole = recording.file.bytes
        var random = SeededGenerator(seed: 1)
        for length in stride(from: 0, to: whole.count, by: 97) {
            var file = MemoryFile(Array(whole.prefix(length)))
            try Self.checkRepair(&file, of: recording, durable: 0, using: &random)
        }
    }

    /// Repairs a file, also with interruptions, and checks that it holds the first frames of the recording.
    static func checkRepair(
        _ file: inout MemoryFile,
        of recording: Recording,
        durable: Int,
        using random: inout SeededGenerator
    ) throws {
        let outcome = try HybridMP4Repair.examine(size: UInt64(file.bytes.count)) { [file] in file.read($0, $1) }
        switch outcome {
        case .isFinished: break
        case .isEmpty:
            #expect(durable == 0)
            return
        case .repair(let repair):
            // The repair itself may be interrupted at any step.
            file.perform(Array(repair.steps.prefix(.random(in: 0...repair.steps.count, using: &random))))
            _ = try file.repair()
        }
        let index = try file.index()
        #expect(index.isComplete && index.length == UInt64(file.bytes.count))
        var count = 0
        for (track, source) in zip(index.tracks, recording.stream.tracks) {
            let found = file.samples(track)
            #expect(found.areFirst(of: recording.stream.samples(of: source)))
            let frames = index.account.runs.filter { $0.track == source.id && $0.gapReason == nil }
            #expect(frames.reduce(0) { $0 + Int($1.count) } == found.count)
            count += found.count
        }
        #expect(count >= durable)
    }
}
