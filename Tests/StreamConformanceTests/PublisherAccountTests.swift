import Testing

@testable import StreamConformance

/// What a publisher sends, and how it may break a rule.
struct PublisherAccountTests {
    private static let table = Wire.tracks(epoch: 1, [Wire.track(0)])
    private static let delta: [UInt8] = [0, 0, 0, 1, 0x41, 0x9A, 0x20]

    private static func key(_ number: UInt64, epoch: UInt32 = 1, track: UInt16 = 0) -> [UInt8] {
        FrameFields(number, epoch: epoch, track: track, payload: MarkedPicture.key(1)).bytes
    }

    private static func frame(
        _ number: UInt64,
        flags: UInt16 = 0,
        time: Int64? = nil,
        _ payload: [UInt8] = delta
    ) -> [UInt8] {
        FrameFields(number, flags: flags, decodeTime: time, payload: payload).bytes
    }

    /// Takes whole messages, as they came in.
    private static func account(_ messages: [[UInt8]]) throws -> PublisherAccount {
        var account = PublisherAccount(Welcome(epoch: 1, maximumFrameLength: 200))
        for bytes in messages {
            let number = { (place: Int) in UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) }
            try account.receive(
                Message(type: MessageNumber(rawValue: number(4)), flags: number(6), body: Array(bytes.dropFirst(8)))
            )
        }
        return account
    }

    @Test func `a right stream is counted`() throws {
        let next = Wire.tracks(epoch: 2, [Wire.track(0), Wire.track(3)])
        let account = try Self.account([
            Self.table, Self.key(0), Self.frame(1), Wire.gap(first: 2, count: 3), Self.key(5), Self.frame(6), next,
            Self.key(0, epoch: 2), Self.key(0, epoch: 2, track: 3), Wire.message(.unknown, [1]),
        ])
        #expect(account.frames.count == 6 && account.gaps.count == 1 && account.unnamed == 0 && account.tables == 2)
    }

    @Test func `numbers without a gap are counted`() throws {
        #expect(try Self.account([Self.table, Self.key(0), Self.key(9)]).unnamed == 8)
    }

    @Test(arguments: [
        ("a frame before the table", [key(0)]),
        ("another epoch", [Wire.tracks(epoch: 3, [Wire.track(0)])]),
        ("a frame of another epoch", [table, key(0, epoch: 2)]),
        ("an unknown track", [table, key(0, track: 1)]),
        ("a number twice", [table, key(0), key(0)]),
        ("no start frame first", [table, frame(0)]),
        ("no start frame after a gap", [table, key(0), Wire.gap(first: 1, count: 1), frame(2)]),
        ("AAC without a configuration", [Wire.tracks(epoch: 1, [Wire.track(0, kind: 2, codec: "mp4a")])]),
        ("a gap of what was sent", [table, key(0), key(1), Wire.gap(first: 1, count: 1)]),
        ("decode times that go back", [table, key(0), frame(1, time: -1)]),
        (
            "a frame that is too long",
            [table, frame(0, flags: 1, MarkedPicture.key(1) + [UInt8](repeating: 7, count: 200))]
        ),
        ("a flag without a reason", [table, frame(0, flags: 1)]),
        ("an IDR picture without its flag", [table, key(0), frame(1, MarkedPicture.key(1))]),
        ("no parameter sets", [table, frame(0, flags: 1, [0, 0, 1, 0x65, 0x88])]),
        ("two access units", [table, frame(0, flags: 1, MarkedPicture.key(1) + MarkedPicture.key(2))]),
        ("no start code", [table, frame(0, flags: 1, [0x65, 0x88])]),
        ("a reference that is discardable", [table, key(0), frame(1, flags: 2)]),
        ("another kind", [table, Wire.tracks(epoch: 1, [Wire.track(0, kind: 2)])]),
        ("a generation that stays", [table, Wire.tracks(epoch: 1, [Wire.track(0, configuration: [1])])]),
        ("a message of a relay", [Wire.viewerCount(1)]),
    ])
    func `a broken rule is found`(what: String, messages: [[UInt8]]) {
        #expect(throws: Finding.self, "\(what)") { _ = try Self.account(messages) }
    }

    @Test func `marks are found in any file`() {
        let pictures = MarkedPicture.key(12) + MarkedPicture.delta(7) + MarkedPicture.key(999_999)
        #expect(MarkedPicture.marks(in: [1, 2] + pictures + [3]) == [12, 7, 999_999])
        #expect(MarkedPicture.marks(in: Array(pictures.dropLast(40))) == [12, 7])
    }
}
