/// Checks everything that a publisher sends on one connection, in its order.
struct PublisherAccount {
    private struct Track {
        var kind: UInt8
        var next: UInt64 = 0
        var hasFrame = false
        /// Whether frames were left out since the last one.
        var isBroken = false
        var decodeTime: Int64?
    }

    private let welcome: Welcome
    private(set) var table: TrackTableFields?
    private var tracks: [UInt16: Track] = [:]
    private var usesDiscardable = false

    /// All frames, in their order, without their payloads.
    private(set) var frames: [FrameFields] = []
    /// Bytes of their payloads.
    private(set) var lengths: [Int] = []
    private(set) var gaps: [GapFields] = []
    private(set) var offsets: [ClockOffsetFields] = []
    /// Frames that have a number, were not sent and were not named in a gap.
    private(set) var unnamed: UInt64 = 0
    private(set) var tables = 0
    private(set) var types: [MessageNumber] = []

    private static let allowed: Set<MessageNumber> = [
        .tracks, .frame, .gap, .clockOffset, .ping, .pong, .error, .goodbye,
    ]

    init(_ welcome: Welcome) { self.welcome = welcome }

    mutating func receive(_ message: Message) throws {
        guard message.type.isKnown else { return }
        guard Self.allowed.contains(message.type) else {
            throw Finding("A publisher sent '\(message.type)'.", Clause("Rules for a publisher"))
        }
        types.append(message.type)
        switch message.type {
        case .tracks: try receive(try TrackTableFields(message))
        case .frame: try receive(try FrameFields(message))
        case .gap: try receive(try GapFields(message))
        case .clockOffset: offsets.append(try ClockOffsetFields(message))
        default: return
        }
    }

    private mutating func receive(_ new: TrackTableFields) throws {
        let before = table?.epoch ?? welcome.epoch
        guard new.epoch == before || new.epoch == before &+ 1 else {
            throw Finding("A table has the epoch \(new.epoch) after \(before).", Clause("Rules for a publisher"))
        }
        let isNew = new.epoch != table?.epoch
        if isNew { tracks = [:] }
        for track in new.tracks {
            if let known = tracks[track.number], known.kind != track.kind {
                throw Finding("Track \(track.number) changes its kind in an epoch.", Clause("Epochs"))
            }
            if !isNew, let old = table?.tracks.first(where: { $0.number == track.number }) {
                let steps: UInt16 = old.configuration == track.configuration ? 0 : 1
                guard track.generation == old.generation &+ steps else {
                    throw Finding(
                        "The generation goes from \(old.generation) to \(track.generation).",
                        Clause("Tracks")
                    )
                }
            }
            if track.codec == Array("mp4a".utf8), track.configuration.isEmpty {
                throw Finding("A track of AAC has no configuration.", Clause("Codecs"))
            }
            if tracks[track.number] == nil { tracks[track.number] = Track(kind: track.kind) }
        }
        table = new
        tables += 1
    }

    private func entry(_ number: UInt16, _ epoch: UInt32, _ what: String) throws -> (TrackTableFields.Track, Track) {
        guard let table else {
            throw Finding("A \(what) came before the first table.", Clause("Rules for a publisher"))
        }
        guard epoch == table.epoch else {
            throw Finding("A \(what) has the epoch \(epoch), and the table \(table.epoch).", Clause("Epochs"))
        }
        guard let fields = table.tracks.first(where: { $0.number == number }), let track = tracks[number] else {
            throw Finding(
                "A \(what) has track \(number), which the table does not have.",
                Clause("Rules for a publisher")
            )
        }
        return (fields, track)
    }

    private mutating func receive(_ gap: GapFields) throws {
        var (_, track) = try entry(gap.track, gap.epoch, "gap")
        guard gap.first >= track.next else {
            throw Finding("A gap begins with \(gap.first), and \(track.next) is next.", Clause("Rules for a publisher"))
        }
        unnamed &+= gap.first &- track.next
        track.next = gap.first &+ gap.count
        track.isBroken = true
        tracks[gap.track] = track
        gaps.append(gap)
    }

    private mutating func receive(_ frame: FrameFields) throws {
        var (fields, track) = try entry(frame.track, frame.epoch, "frame")
        guard frame.sequence >= track.next else {
            throw Finding("Frame \(frame.sequence) came, and \(track.next) is next.", Clause("Rules for a publisher"))
        }
        let isStart = frame.flags & (FrameFields.randomAccess | FrameFields.gradual) != 0
        if frame.sequence > track.next {
            unnamed &+= frame.sequence &- track.next
            track.isBroken = true
        }
        if !track.hasFrame, !isStart {
            throw Finding("Track \(frame.track) does not begin with a start frame.", Clause("Epochs"))
        }
        if frame.flags & FrameFields.discardable != 0 { usesDiscardable = true }
        if track.isBroken, !isStart, !usesDiscardable {
            throw Finding(
                "Frame \(frame.sequence) needs frames that were left out before it.",
                Clause("Rules for a publisher")
            )
        }
        if let time = track.decodeTime, frame.decodeTime < time, frame.flags & FrameFields.discontinuity == 0 {
            throw Finding("The decode time goes from \(time) to \(frame.decodeTime).", Clause("Frame"))
        }
        guard frame.generation == fields.generation else {
            throw Finding(
                "A frame has the generation \(frame.generation), and the table \(fields.generation).",
                Clause("Frame")
            )
        }
        guard frame.payload.count <= Int(welcome.maximumFrameLength) else {
            throw Finding("A frame has \(frame.payload.count) bytes of payload.", Clause("Limits"))
        }
        if fields.codec == Array("H264".utf8) { try PictureCheck.check(frame) }
        if fields.codec == Array("mp4a".utf8), !isStart {
            throw Finding("A frame of AAC is no random access point.", Clause("Codecs"))
        }
        track.next = frame.sequence &+ 1
        track.hasFrame = true
        track.isBroken = false
        track.decodeTime = frame.decodeTime
        tracks[frame.track] = track
        lengths.append(frame.payload.count)
        var frame = frame
        frame.payload = []
        frames.append(frame)
    }
}
