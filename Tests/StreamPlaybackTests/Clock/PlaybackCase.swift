import Foundation
import Testing

/// A case of `Tests/Fixtures/playback-clock.json`, which the tests of the browser player run too.
struct PlaybackCase: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let target: Int64?
    let steps: [Step]

    var testDescription: String { name }

    /// What happens, or what is expected then. Each has only some of the fields.
    struct Step: Decodable, Sendable {
        enum Action: String, Decodable {
            case began, frames, received, heard, playSound, soundStopped, advance, restart
            case join, arrived, offer, played, playWhole
        }

        enum Expectation: String, Decodable {
            case due, wanted, showAt, isOvertaken, soundIsClock, canBeHeard, jumps
            case next, counts, mayDecode, margin, interruptions
        }

        let `do`: Action?
        let expect: Expectation?
        let media: Int64?
        let at: Int64?
        let now: Int64?
        let age: Int64?
        let rewind: Bool?
        // Frames.
        let first: Int64?
        let count: Int64?
        let late: Pattern?
        let together: Bool?
        let burst: Bool?
        /// Microseconds; -1 never.
        let decoding: Int64?
        let soundLag: Int64?
        let ahead: Pattern?
        let track: UInt8?
        let decode: Int64?
        let isDiscontinuity: Bool?
        let isJump: Bool?
        // Sound.
        let from: Int64?
        let seconds: Double?
        let partsPerMillion: Double?
        let stretch: Double?
        let jump: Double?
        let isWhole: Bool?
        let plays: Bool?
        // Expectations.
        let `is`: Value?
        let within: Double?
        let newest: Int64?
        let arrivedAt: Int64?
        let shownAt: Int64?
        let isJoining: Bool?
        let shown: Int64?
        let discarded: [Int64]?
        let wakeAt: Int64?
        let dropped: Int?
    }

    /// One time, or one for each frame in turn.
    enum Pattern: Decodable, Sendable {
        case one(Int64)
        case several([Int64])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Int64.self) {
                self = .one(value)
            } else {
                self = .several(try container.decode([Int64].self))
            }
        }

        subscript(_ index: Int64) -> Int64 {
            switch self {
            case .one(let value): value
            case .several(let values): values[Int(index) % values.count]
            }
        }
    }

    /// A number or a truth value; `null` is `nil`.
    enum Value: Decodable, Sendable {
        case number(Double)
        case truth(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let truth = try? container.decode(Bool.self) {
                self = .truth(truth)
            } else {
                self = .number(try container.decode(Double.self))
            }
        }

        var number: Double? { if case .number(let number) = self { number } else { nil } }
        var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
    }

    private struct Table: Decodable {
        let clock: [PlaybackCase]
        let pictures: [PlaybackCase]
        let sound: [PlaybackCase]
    }

    static func ofClock() throws -> [PlaybackCase] { try table().clock }
    static func ofPictures() throws -> [PlaybackCase] { try table().pictures }
    static func ofSound() throws -> [PlaybackCase] { try table().sound }

    private static func table() throws -> Table {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/playback-clock.json")
        return try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
    }

    /// When the first frame arrives, by the local clock.
    static let start: Int64 = 1_000_000_000_000
    /// Microseconds from one picture to the next.
    static let interval: Int64 = 33_333
    /// How long a picture is decoded.
    static let decoding: Int64 = 2_000
    /// How often the sound is measured.
    static let measuring: Int64 = 20_000
}
