import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// Ten thousand random events against a log: whatever happens, a viewer is given a rising run of frames, and what it
/// is not given it is told of.
@Suite struct CursorModelTests {
    /// A small generator with a seed, so that a failure can be had again (splitmix64).
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// What one viewer has got, checked as it comes.
    private struct Account {
        var cursor: Cursor
        var expected: [TrackID: (epoch: UInt32, sequence: UInt64)] = [:]
        var toldEpoch: UInt32 = 0
        var decodable: Set<TrackID> = []

        mutating func take(_ given: Given, randomAccess: Set<String>) {
            switch given {
            case .tracks(let epoch):
                if epoch != toldEpoch { decodable = [] }
                toldEpoch = epoch
            case .gap(let track, let epoch, let first, let count):
                move(track, epoch: epoch, from: first, to: first + count)
                decodable.remove(track)
            case .frame(let track, let epoch, let sequence):
                #expect(epoch == toldEpoch, "frames come after their track table")
                let isRandomAccess = randomAccess.contains(given.description)
                #expect(isRandomAccess || decodable.contains(track), "\(given) cannot be decoded")
                decodable.insert(track)
                move(track, epoch: epoch, from: sequence, to: sequence + 1)
            case .other, .ended: break
            }
        }

        private mutating func move(_ track: TrackID, epoch: UInt32, from first: UInt64, to next: UInt64) {
            if let (lastEpoch, lastNext) = expected[track] {
                let due = epoch == lastEpoch ? lastNext : 0
                #expect(epoch >= lastEpoch)
                #expect(first == due, "track \(track) epoch \(epoch): \(first) came where \(due) was due")
            }
            expected[track] = (epoch, next)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func receivedAndGapsAreAll(seed: UInt64) throws {
        var random = Seeded(state: seed)
        var entries = EntryFactory()
        var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(3), bytes: 4_000))
        var viewers: [Account] = []
        var randomAccess: Set<String> = []
        var epoch: UInt32 = 1
        log.append(try entries.tracks([.video, .audio]))
        for _ in 0..<10_000 {
            entries.now = entries.now + .milliseconds(Int64.random(in: 0...60, using: &random))
            switch Int.random(in: 0..<100, using: &random) {
            case 0 where epoch < 40:
                epoch += 1
                log.append(try entries.tracks([.video, .audio], epoch: epoch))
            case 1...4 where viewers.count < 20:
                let start = [Hello.Start.randomAccessPoint, .next].randomElement(using: &random) ?? .next
                viewers.append(Account(cursor: Cursor(joining: log, at: start, kinds: .all, now: entries.now)))
            case 5...6 where !viewers.isEmpty:
                viewers.remove(at: Int.random(in: viewers.indices, using: &random))
            case 7...60:
                let isVideo = Bool.random(using: &random)
                let isRandomAccess = !isVideo || Int.random(in: 0..<15, using: &random) == 0
                let entry = try entries.frame(isVideo ? .zero : .one, randomAccess: isRandomAccess)
                if isRandomAccess { randomAccess.insert(Given(entry.message).description) }
                log.append(entry)
                let kept = log.firstKept(at: entries.now)
                for index in viewers.indices { viewers[index].cursor.fallOut(before: kept, in: log) }
                log.drop(before: kept)
            default:
                guard let index = viewers.indices.randomElement(using: &random) else { continue }
                _ = viewers[index].cursor.catchUp(in: log, bound: .seconds(1), now: entries.now)
                let budget = Int.random(in: 0...12, using: &random)
                for given in viewers[index].cursor.drain(log, atMost: budget) {
                    viewers[index].take(given, randomAccess: randomAccess)
                }
            }
        }
    }
}
