/// Whether the frames and gaps of each track cover all numbers once and in order.
struct ViewerLedger {
    let kinds: UInt8
    let startsLive: Bool
    let isThinned: Bool
    private var table: TrackTableFields?
    /// The kinds of all tracks that a table of this epoch had.
    private var kindsOfEpoch: [UInt16: UInt8] = [:]
    private var next: [Place: UInt64] = [:]
    /// The epoch of each track's first frame: in later epochs the track counts from 0.
    private var countedSince: [UInt16: UInt32] = [:]
    /// Tracks that go on with a start frame: the relay has left out frames, or an epoch has begun.
    private var broken: Set<UInt16> = []
    private var hasFrameOfEpoch = false

    private struct Place: Hashable {
        let epoch: UInt32
        let track: UInt16
    }

    init(kinds: UInt8 = 7, startsLive: Bool = false, isThinned: Bool = false) {
        self.kinds = kinds
        self.startsLive = startsLive
        self.isThinned = isThinned
    }

    mutating func enter(_ message: Message) throws {
        switch message.type {
        case .tracks: try enter(TrackTableFields(message))
        case .frame: try enter(FrameFields(message))
        case .gap: try enter(GapFields(message))
        default: break
        }
    }

    private mutating func enter(_ new: TrackTableFields) throws {
        let old = table?.epoch ?? 1
        try require(new.epoch >= old, "A table has epoch \(new.epoch), which is below \(old).", "Epochs")
        if new.epoch != table?.epoch {
            hasFrameOfEpoch = false
            kindsOfEpoch = [:]
            if !startsLive { broken.formUnion(countedSince.keys) }
        }
        for track in new.tracks {
            let kind = kindsOfEpoch.updateValue(track.kind, forKey: track.number) ?? track.kind
            try require(kind == track.kind, "Track \(track.number) has another kind than before.", "Tracks")
        }
        table = new
    }

    private mutating func enter(_ frame: FrameFields) throws {
        guard let table, let track = table.tracks.first(where: { $0.number == frame.track }),
            frame.epoch == table.epoch
        else {
            throw Finding(
                "A frame of track \(frame.track), epoch \(frame.epoch), came without a table that has it.",
                Clause("Tracks")
            )
        }
        try require(kinds & 1 << (track.kind - 1) != 0, "A frame of a kind came that was not asked for.", "Hello")
        let isStart = frame.flags & (FrameFields.randomAccess | FrameFields.gradual) != 0
        try require(
            !isThinned || frame.flags & FrameFields.randomAccess != 0,
            "A frame without the flag random access came.",
            "Thinning"
        )
        if let expected = expected(frame.track, epoch: frame.epoch) {
            try require(
                frame.sequence == expected,
                "Frame \(frame.sequence) of track \(frame.track) came, and \(expected) is next.",
                "Gap"
            )
        } else {
            try require(
                isStart || startsLive,
                "The first frame of track \(frame.track) is no start frame.",
                "Rules for a viewer"
            )
        }
        try require(
            isStart || !broken.contains(frame.track),
            "Frame \(frame.sequence) of track \(frame.track) needs frames that did not come.",
            "Rules for a viewer"
        )
        broken.remove(frame.track)
        countedSince[frame.track] = countedSince[frame.track] ?? frame.epoch
        next[Place(epoch: frame.epoch, track: frame.track)] = frame.sequence &+ 1
        hasFrameOfEpoch = true
    }

    private mutating func enter(_ gap: GapFields) throws {
        guard let table, gap.epoch <= table.epoch else {
            throw Finding("A gap of epoch \(gap.epoch) came before the table.", Clause("Tracks"))
        }
        try require(
            gap.epoch == table.epoch || !hasFrameOfEpoch,
            "A gap of epoch \(gap.epoch) came after a frame of epoch \(table.epoch).",
            "Epochs"
        )
        // Where the relay leaves frames out, and not the publisher, a decoder needs a start frame.
        if gap.reason == 1 || gap.reason == 2 { broken.insert(gap.track) }
        guard let expected = expected(gap.track, epoch: gap.epoch) else { return }
        try require(
            gap.first == expected,
            "A gap of track \(gap.track), epoch \(gap.epoch), begins with \(gap.first), and \(expected) is next.",
            "Gap"
        )
        next[Place(epoch: gap.epoch, track: gap.track)] = gap.first &+ gap.count
    }

    /// The number that comes next; `nil` if the track does not count yet.
    private func expected(_ track: UInt16, epoch: UInt32) -> UInt64? {
        if let number = next[Place(epoch: epoch, track: track)] { return number }
        guard let since = countedSince[track], epoch > since else { return nil }
        return 0
    }

    private func require(_ condition: Bool, _ words: @autoclosure () -> String, _ section: String) throws {
        guard condition else { throw Finding(words(), Clause(section)) }
    }
}
