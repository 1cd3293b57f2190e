import Testing

@testable import StreamConformance

/// What a viewer of the kit gets from a relay, and how the relay may break a rule.
struct ViewerLedgerTests {
    private static let table = Wire.tracks(epoch: 1, [Wire.track(0)])
    private static let next = Wire.tracks(epoch: 2, [Wire.track(0)])
    private static let sound = Wire.tracks(epoch: 1, [Wire.track(0), Wire.track(1, kind: 2, codec: "mp4a")])

    private static func frame(
        _ number: UInt64,
        epoch: UInt32 = 1,
        track: UInt16 = 0,
        flags: UInt16 = FrameFields.randomAccess
    ) -> [UInt8] {
        FrameFields(number, epoch: epoch, track: track, flags: flags).bytes
    }

    private static func gap(_ first: UInt64, _ count: UInt64, epoch: UInt32 = 1, reason: UInt8 = 3) -> [UInt8] {
        Wire.gap(reason: reason, epoch: epoch, first: first, count: count)
    }

    /// Takes whole messages, as they came in.
    private static func enter(_ messages: [[UInt8]], in ledger: ViewerLedger = ViewerLedger()) throws {
        var ledger = ledger
        for bytes in messages {
            let number = { (place: Int) in UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) }
            let type = MessageNumber(rawValue: number(4))
            try ledger.enter(Message(type: type, flags: number(6), body: Array(bytes.dropFirst(8))))
        }
    }

    @Test(arguments: [
        ("frames and gaps", [table, frame(7), frame(8, flags: 0), gap(9, 1), gap(10, 2), frame(12, flags: 0)]),
        ("other messages", [table, frame(0), Wire.streamState(2), Wire.message(.unknown, [1]), frame(1)]),
        ("a gap before the first frame", [table, gap(0, 5), frame(9)]),
        ("a start frame after what the relay left out", [table, frame(0), gap(1, 1, reason: 1), frame(2, flags: 8)]),
        ("a track that begins later", [sound, frame(0), frame(1, flags: 0), frame(40, track: 1)]),
        ("a new epoch", [table, frame(5), next, frame(0, epoch: 2), frame(1, epoch: 2, flags: 0)]),
        ("a new epoch behind gaps", [table, frame(5), next, gap(0, 2, epoch: 2, reason: 2), frame(2, epoch: 2)]),
        ("a gap at the end of the old epoch", [table, frame(5), next, gap(6, 3), gap(9, 1), frame(0, epoch: 2)]),
        (
            "a gap of an epoch without frames",
            [
                table, frame(5), next, Wire.tracks(epoch: 3, [Wire.track(0)]), gap(0, 2, epoch: 2), frame(0, epoch: 3),
            ]
        ),
        ("the highest numbers", [table, frame(.max - 2), gap(.max - 1, 1)]),
        (
            "another kind in the next epoch",
            [
                table, frame(0), Wire.tracks(epoch: 2, [Wire.track(0, kind: 2)]), frame(0, epoch: 2),
            ]
        ),
    ])
    func `a right stream passes`(what: String, messages: [[UInt8]]) {
        #expect(throws: Never.self, "\(what)") { try Self.enter(messages) }
    }

    @Test(arguments: [
        ("a frame without a table", [frame(0)]),
        ("a frame of another epoch", [table, frame(0, epoch: 2)]),
        ("a frame of an older epoch", [table, frame(0), next, frame(1)]),
        ("an unknown track", [table, frame(0, track: 1)]),
        ("no start frame first", [table, frame(0, flags: 0)]),
        ("a number twice", [table, frame(0), frame(0)]),
        ("a number without a gap", [table, frame(0), frame(2)]),
        ("a gap of what came", [table, frame(0), frame(1), gap(1, 1)]),
        ("a gap that begins late", [table, frame(0), gap(2, 1)]),
        ("no start frame after what the relay left out", [table, frame(0), gap(1, 1, reason: 1), frame(2, flags: 0)]),
        ("a new epoch that does not begin with 0", [table, frame(5), next, frame(6, epoch: 2)]),
        ("a new epoch without a start frame", [table, frame(5), next, frame(0, epoch: 2, flags: 0)]),
        ("a gap of the old epoch that begins late", [table, frame(5), next, gap(7, 1)]),
        ("a gap of the old epoch twice", [table, frame(5), next, gap(6, 1), gap(6, 1)]),
        ("a gap of the old epoch behind a frame", [table, frame(5), next, frame(0, epoch: 2), gap(6, 1)]),
        ("a gap of an epoch to come", [table, frame(0), gap(0, 1, epoch: 2)]),
        ("a gap before the table", [gap(0, 1)]),
        ("an older table", [next, table]),
        ("epoch 0", [Wire.tracks(epoch: 0, [Wire.track(0)])]),
        ("another kind", [table, Wire.tracks(epoch: 1, [Wire.track(0, kind: 2)])]),
        (
            "another kind after a table without the track",
            [
                table, Wire.tracks(epoch: 1, [Wire.track(3)]), Wire.tracks(epoch: 1, [Wire.track(0, kind: 3)]),
            ]
        ),
    ])
    func `a broken rule is found`(what: String, messages: [[UInt8]]) {
        #expect(throws: Finding.self, "\(what)") { try Self.enter(messages) }
    }

    @Test func `what a viewer asked for counts`() throws {
        let video = ViewerLedger(kinds: 1)
        #expect(throws: Finding.self) { try Self.enter([Self.sound, Self.frame(0, track: 1)], in: video) }
        let thinned = ViewerLedger(isThinned: true)
        try Self.enter([Self.table, Self.frame(0), Self.gap(1, 3, reason: 4), Self.frame(4)], in: thinned)
        #expect(throws: Finding.self) { try Self.enter([Self.table, Self.frame(0, flags: 8)], in: thinned) }
        let live = ViewerLedger(startsLive: true)
        try Self.enter([Self.table, Self.frame(3, flags: 0), Self.frame(4, flags: 0)], in: live)
        #expect(throws: Finding.self) { try Self.enter([Self.table, Self.frame(3), Self.frame(5)], in: live) }
    }
}
