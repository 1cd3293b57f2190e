import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRelay

/// Ten thousand random events against a log: a viewer always gets frames in rising order, and a gap for each frame that
/// it does not get.
@Suite struct CursorModelTests {
    /// The kinds that viewers choose.
    private static let choices: [TrackKinds] = [
        .all, .all, TrackKinds(.video), TrackKinds(.audio), [TrackKinds(.video), TrackKinds(.data)],
    ]
    /// The tracks of the frames that come.
    private static let tracks: [TrackID] = [.zero, .zero, .one, .one, TrackID(2) ?? .zero]

    /// What was published.
    private struct Published {
        /// The kind of each track, by epoch.
        var kinds: [UInt32: [TrackKind]] = [:]
        /// Frames of each track.
        var frames: [PublishedStream.Run: UInt64] = [:]
        var randomAccess: Set<String> = []

        func kind(of track: TrackID, in epoch: UInt32) -> TrackKinds {
            kinds[epoch].map { TrackKinds($0[Int(track.rawValue)]) } ?? []
        }
    }

    /// The messages of one viewer, checked as they come.
    private struct Account {
        var cursor: Cursor
        let hasHistory: Bool
        private var expected: [TrackID: (epoch: UInt32, sequence: UInt64)] = [:]
        private var toldEpoch: UInt32 = 0
        private var decodable: Set<TrackID> = []

        init(_ cursor: Cursor) {
            self.cursor = cursor
            hasHistory = cursor.history > .zero
        }

        mutating func take(_ given: Given, of published: Published) {
            switch given {
            case .tracks(let epoch):
                if epoch != toldEpoch { decodable = [] }
                toldEpoch = epoch
            case .gap(let track, let epoch, let first, let count):
                move(track, epoch: epoch, from: first, to: first + count, of: published)
                decodable.remove(track)
            case .frame(let track, let epoch, let sequence):
                #expect(epoch == toldEpoch, "frames come after their track table")
                let isRandomAccess = published.randomAccess.contains(given.description)
                #expect(isRandomAccess || !cursor.wantsOnlyRandomAccess, "\(given) was not requested")
                #expect(isRandomAccess || decodable.contains(track), "\(given) cannot be decoded")
                decodable.insert(track)
                move(track, epoch: epoch, from: sequence, to: sequence + 1, of: published)
            case .other, .ended: break
            }
        }

        private mutating func move(
            _ track: TrackID,
            epoch: UInt32,
            from first: UInt64,
            to next: UInt64,
            of published: Published
        ) {
            let kind = published.kind(of: track, in: epoch)
            #expect(cursor.kinds.isSuperset(of: kind), "track \(track) of epoch \(epoch) is not wanted")
            if let (lastEpoch, lastNext) = expected[track] {
                let due = epoch == lastEpoch ? lastNext : 0
                #expect(epoch >= lastEpoch)
                #expect(first == due, "track \(track) epoch \(epoch): \(first) came where \(due) was due")
                if epoch > lastEpoch { checkAllCame(of: track, before: epoch, of: published) }
            }
            expected[track] = (epoch, next)
        }

        /// Nothing of a track is missing that the viewer wants, up to an epoch.
        func checkAllCame(of track: TrackID, before epoch: UInt32, of published: Published) {
            guard let (last, next) = expected[track] else { return }
            let used = published.frames[PublishedStream.Run(track: track, epoch: last)]
            #expect(next == used, "track \(track) epoch \(last): \(next) and what follows never came")
            for (missed, kinds) in published.kinds where last < missed && missed < epoch {
                let isWanted = cursor.kinds.contains(TrackKinds(kinds[Int(track.rawValue)]))
                let used = published.frames[PublishedStream.Run(track: track, epoch: missed)]
                #expect(!isWanted || used == nil, "track \(track) epoch \(missed) never came")
            }
        }

        /// The viewer has been given everything.
        func checkEnd(of published: Published) {
            for track in expected.keys { checkAllCame(of: track, before: .max, of: published) }
        }
    }

    /// Tracks whose kinds change from epoch to epoch, viewers of some kinds, and a log that is always short.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func `received frames and gaps add up to all`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var entries = EntryFactory()
        var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(3), bytes: 4_000))
        var viewers: [Account] = []
        var published = Published()
        var epoch: UInt32 = 0
        var (ended, complete, histories, thinned) = (0, 0, 0, 0)
        func beginEpoch() throws {
            epoch += 1
            let kinds = [TrackKind.video, .audio, .data].shuffled(using: &random)
            published.kinds[epoch] = kinds
            log.append(try entries.tracks(kinds, epoch: epoch))
        }
        try beginEpoch()
        for _ in 0..<10_000 {
            entries.now = entries.now + .milliseconds(Int64.random(in: 0...60, using: &random))
            switch Int.random(in: 0..<100, using: &random) {
            case 0 where epoch < 40: try beginEpoch()
            case 1...4 where viewers.count < 20:
                let start = [Hello.Start.randomAccessPoint, .next].randomElement(using: &random) ?? .next
                let kinds = Self.choices.randomElement(using: &random) ?? .all
                let history = TimeAmount.milliseconds([0, 0, 1, 1_000, 9_000].randomElement(using: &random) ?? 0)
                let cursor = Cursor(
                    joining: log,
                    at: start,
                    history: history,
                    kinds: kinds,
                    wantsOnlyRandomAccess: Int.random(in: 0..<4, using: &random) == 0,
                    now: entries.now
                )
                thinned += cursor.wantsOnlyRandomAccess ? 1 : 0
                viewers.append(Account(cursor))
                histories += cursor.history > .zero ? 1 : 0
            case 5...6 where !viewers.isEmpty:
                viewers.remove(at: Int.random(in: viewers.indices, using: &random))
            case 7...60:
                let track = Self.tracks.randomElement(using: &random) ?? .zero
                let isSound = published.kind(of: track, in: epoch) == TrackKinds(.audio)
                let isRandomAccess = isSound || Int.random(in: 0..<15, using: &random) == 0
                let entry = try entries.frame(track, randomAccess: isRandomAccess)
                if isRandomAccess { published.randomAccess.insert(Given(entry.message).description) }
                published.frames[PublishedStream.Run(track: track, epoch: epoch), default: 0] += 1
                log.append(entry)
                let kept = log.firstKept(at: entries.now)
                for index in viewers.indices {
                    let hasHistory = viewers[index].hasHistory
                    viewers[index].cursor.skipDroppedEntries(before: kept, in: log, keepingHistory: hasHistory)
                }
                log.drop(before: kept)
                // Such viewers get the error too-slow.
                let count = viewers.count
                viewers.removeAll { $0.cursor.gapLedgerOverflowed }
                ended += count - viewers.count
            default:
                guard let index = viewers.indices.randomElement(using: &random) else { continue }
                let bound = TimeAmount.seconds(viewers[index].hasHistory ? 3 : 1)
                _ = viewers[index].cursor.catchUp(in: log, bound: bound, now: entries.now)
                let budget = Int.random(in: 0...12, using: &random)
                for given in viewers[index].cursor.drain(log, atMost: budget) {
                    viewers[index].take(given, of: published)
                }
            }
        }
        // Frames left out at the end are reported at the end.
        log.append(LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: entries.now))
        for var viewer in viewers where !viewer.cursor.gapLedgerOverflowed {
            for given in viewer.cursor.drain(log) { viewer.take(given, of: published) }
            viewer.checkEnd(of: published)
            complete += 1
        }
        #expect(histories > 3 && thinned > 10, "\(histories) viewers had a history, \(thinned) wanted fewer frames")
        #expect(complete > 0 && ended < 100, "\(complete) viewers have everything, \(ended) were too slow")
    }
}
