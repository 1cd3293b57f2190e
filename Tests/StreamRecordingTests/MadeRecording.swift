import Containers
import MadeStreams
import NIOCore
import StreamProtocol
import TestSupport

@testable import StreamRecording

/// A stream of made frames, as a relay sends it.
struct MadeSource {
    static let group = 25
    let video = TrackID.zero
    let audio = TrackID(1) ?? .zero
    var instance: UInt64 = 7
    var epoch: UInt32 = 1
    /// The next sequence numbers.
    var sequences: [TrackID: UInt64] = [:]
    /// The media clock, in microseconds.
    var clock: Int64 = 5_000_000
    var now = Moment(monotonic: 1_000_000_000, wall: 1_795_357_800_000_000)
    var width = 2
    var pps = 0
    private var picture = 0

    init(instance: UInt64 = 7) { self.instance = instance }

    var table: TrackTable {
        get throws {
            var picture = Track(id: video, kind: .video, codec: .h264)
            picture.frameRate = Track.Rate(perSecond: 25)
            var sound = Track(id: audio, kind: .audio, codec: .aac)
            sound.configuration = [0x11, 0x90]
            return try TrackTable(epoch: epoch, tracks: [picture, sound])
        }
    }

    /// The beginning of a connection.
    var opening: [RecordingInput] {
        get throws { [.instance(instance), .tracks(try table)] }
    }

    private mutating func number(_ track: TrackID) -> UInt64 {
        defer { sequences[track, default: 0] += 1 }
        return sequences[track, default: 0]
    }

    /// The next picture, 40 ms later, and the sound until then.
    mutating func next() -> [RecordingInput] {
        let isStart = picture % Self.group == 0
        let units =
            isStart
            ? [MadeStream.sps(widthInMbs: width), MadeStream.makePPS(pps), MadeStream.idr(picture / Self.group % 2)]
            : [MadeStream.p(picture % Self.group % 16, pps: pps)]
        picture += 1
        let frame = make(video, MadeStream.annexB(units), isStart ? .randomAccess : [])
        var inputs = [RecordingInput.frame(frame, now)]
        for step in 0..<2 {
            let sound = make(audio, [1, 2, 3, UInt8(truncatingIfNeeded: picture)], .randomAccess, Int64(step) * 20_000)
            inputs.append(.frame(sound, now))
        }
        pass(40_000)
        return inputs
    }

    mutating func pass(_ time: Int64) {
        clock += time
        now.monotonic += time
        now.wall += time
    }

    private mutating func make(
        _ track: TrackID,
        _ payload: [UInt8],
        _ flags: FrameHeader.Flags,
        _ delay: Int64 = 0
    ) -> Frame {
        let header = FrameHeader(
            track: track,
            flags: flags,
            epoch: epoch,
            sequence: number(track),
            decodeTime: clock + delay,
            presentationTime: clock + delay,
            captureTime: now.wall + delay
        )
        return Frame(header, payload: payload)
    }

    /// Frames that the relay leaves out.
    mutating func skip(_ count: UInt64, of track: TrackID) -> RecordingInput {
        let first = sequences[track, default: 0]
        sequences[track] = first + count
        if track == video { picture += Int(count) }
        return .gap(Gap(track: track, reason: .latency, epoch: epoch, first: first, count: count))
    }

    /// A publisher that comes back.
    mutating func beginEpoch() throws -> [RecordingInput] {
        epoch += 1
        sequences = [:]
        picture = 0
        clock = 1_000_000
        return [.tracks(try table)]
    }

    /// A relay that was started again.
    mutating func beginInstance() throws -> [RecordingInput] {
        instance += 1
        epoch = 1
        sequences = [:]
        picture = 0
        clock = 1_000_000
        return try opening
    }

    /// The next picture begins a group.
    mutating func restartGroup() { picture = (picture + Self.group - 1) / Self.group * Self.group }
}

/// A disk that takes what a segmenter writes, and fails where a test says.
struct MadeDisk {
    struct File {
        var start: SegmentStart
        var bytes: [UInt8] = []
        var isPublished = false
        var report: SegmentReport?
    }

    var segmenter: Segmenter
    var files: [File] = []
    var missed: [MissedFrames] = []
    /// Decides whether an action fails.
    var fails: (RecordingAction) -> Bool = { _ in false }
    /// What a failure leaves of a write.
    var random = SeededGenerator(seed: 1)
    var removesFilesOnFailure = false

    init(_ segmenter: Segmenter) { self.segmenter = segmenter }

    mutating func take(_ inputs: [RecordingInput], at now: Moment) throws {
        for input in inputs { segmenter.take(input) }
        try settle(at: now)
    }

    mutating func settle(at now: Moment) throws {
        while let action = segmenter.next(at: now) {
            guard !fails(action) else {
                tear(action)
                segmenter.failed(at: now, fileIsGone: removesFilesOnFailure)
                if segmenter.segment == nil, let last = files.last, last.report == nil { files.removeLast() }
                continue
            }
            try perform(action)
        }
    }

    private mutating func perform(_ action: RecordingAction) throws {
        switch action {
        case .create(let start): files.append(File(start: start))
        case .write(let write): apply(write.steps)
        case .finished(let report): files[files.count - 1].report = report
        case .missed(let frames): missed.append(frames)
        case .repair(let length):
            var file = files[files.count - 1]
            file.bytes.removeLast(max(0, file.bytes.count - Int(length)))
            files[files.count - 1] = file
            let outcome = try HybridMP4Repair.examine(size: UInt64(file.bytes.count)) { offset, count in
                Array(file.bytes[Int(offset)..<Int(offset) + count])
            }
            guard case .repair(let repair) = outcome else {
                files.removeLast()
                segmenter.succeeded()
                return
            }
            apply(repair.steps)
            let parts = try self.parts(of: files[files.count - 1])
            let bytes = UInt64(files[files.count - 1].bytes.count)
            segmenter.succeeded(repaired: RepairedSegment(bytes: bytes, parts: parts))
            return
        }
        segmenter.succeeded()
    }

    /// A part of the write may have happened.
    private mutating func tear(_ action: RecordingAction) {
        guard case .write(let write) = action, !removesFilesOnFailure else { return }
        apply(
            Array(write.steps.prefix(Int.random(in: 0...write.steps.count, using: &random))).filter { $0 != .publish }
        )
    }

    private mutating func apply(_ steps: [FileStep]) {
        var file = files[files.count - 1]
        for step in steps {
            switch step {
            case .write(let new, let offset):
                let end = Int(offset) + new.count
                if file.bytes.count < end { file.bytes += [UInt8](repeating: 0, count: end - file.bytes.count) }
                file.bytes.replaceSubrange(Int(offset)..<end, with: new)
            case .truncate(let length): file.bytes.removeLast(max(0, file.bytes.count - Int(length)))
            case .synchronizeData, .synchronize: break
            case .publish: file.isPublished = true
            }
        }
        files[files.count - 1] = file
    }

    func parts(of file: File) throws -> [HybridMP4Writer.Part] {
        try HybridMP4Parts(size: UInt64(file.bytes.count)) { offset, count in
            Array(file.bytes[Int(offset)..<Int(offset) + count])
        }.parts
    }

    func index(of file: File) throws -> MP4Index {
        try MP4Index(size: UInt64(file.bytes.count)) { offset, count in
            Array(file.bytes[Int(offset)..<Int(offset) + count])
        }
    }

    /// Everything that the files and the journal account for.
    func ledger() -> [(instance: UInt64, span: FrameSpan)] {
        files.flatMap { file in
            (file.report?.spans ?? []).map { (file.start.streamInstance, $0) }
        } + missed.flatMap { frames in frames.spans.map { (frames.streamInstance, $0) } }
    }

    /// What is wrong with the account: spans of a track and epoch that overlap, or frames that no span has.
    ///
    /// - Parameter sent: How many frames were sent of each track, by instance and epoch.
    func faults(sent: [SentKey: UInt64]) -> [String] {
        var faults: [String] = []
        for (key, count) in sent where count > 0 {
            let spans = ledger()
                .filter { $0.instance == key.instance && $0.span.epoch == key.epoch && $0.span.track == key.track }
                .map(\.span).sorted { $0.first < $1.first }
            var next: UInt64 = 0
            for span in spans {
                if span.first != next { faults.append("\(key): \(span.first) follows \(next)") }
                next = span.next
            }
            if next != count { faults.append("\(key): \(next) of \(count) frames") }
        }
        return faults
    }
}

struct SentKey: Hashable {
    var instance: UInt64
    var epoch: UInt32
    var track: UInt16
}
