import StreamClient
import StreamProtocol

/// A viewer of a load test. It counts what arrives, in statistics that many viewers share.
///
/// The value does no I/O and reads no clock. Each event returns the action that the handler performs.
struct LoadViewerStateMachine {
    enum Action: Equatable {
        case nothing
        case send(Pong)
        /// Close the channel.
        case close
    }

    /// The time of the welcome; `nil` before it.
    private var joinedAt: Int64?
    private var hasFrame = false
    private var hasEnded = false
    /// The tracks of the newest table that are sound.
    private var soundTracks: Set<TrackID> = []
    /// The epoch and the next frame number of each track.
    private var expected: [TrackID: (epoch: UInt32, next: UInt64)] = [:]

    /// A message arrived.
    ///
    /// - Parameters:
    ///   - now: By the wall clock, in microseconds.
    ///   - elapsed: Microseconds since the viewer began to connect.
    ///   - clock: The estimate of the relay's clock, if there is one.
    mutating func received(
        _ event: MessageScanner.Event,
        at now: Int64,
        elapsed: @autoclosure () -> Int64,
        clock: ClockEstimate?,
        into statistics: inout LoadStatistics
    ) -> Action {
        switch event {
        case .frame(let header, let length):
            if !hasFrame { statistics.firstFrames.add(elapsed()) }
            hasFrame = true
            let kind = Self.kind(isSound: soundTracks.contains(header.track))
            statistics[keyPath: kind].received += 1
            statistics.bytes += length
            account(header.track, epoch: header.epoch, first: header.sequence, count: 1, into: &statistics)
            if let joinedAt, let latency = clock?.captureToReceive(captureTime: header.captureTime, now: now),
                // Frames captured before the viewer joined are old because it requested them.
                latency.microseconds <= now - joinedAt
            {
                statistics[keyPath: kind].latencies.add(latency.microseconds)
            }
            return .nothing
        case .message(.welcome):
            joinedAt = now
            statistics.watching += 1
            statistics.joined += 1
            return .nothing
        case .message(.tracks(let table)):
            soundTracks = Set(table.tracks.filter { $0.kind == .audio }.map(\.id))
            return .nothing
        case .message(.gap(let gap)):
            statistics[keyPath: Self.kind(isSound: soundTracks.contains(gap.track))].missed(gap)
            account(gap.track, epoch: gap.epoch, first: gap.first, count: gap.count, into: &statistics)
            return .nothing
        case .message(.ping(let ping)): return .send(Pong(answering: ping, at: now))
        case .message(.error(let ending)), .message(.goodbye(let ending)):
            end(because: "\(ending.code)", into: &statistics)
            return .close
        case .preface, .message: return .nothing
        }
    }

    /// The connection failed, or the relay violated the protocol.
    mutating func failed(because reason: String, into statistics: inout LoadStatistics) -> Action {
        end(because: reason, into: &statistics)
        return .close
    }

    /// The channel closed.
    mutating func channelInactive(into statistics: inout LoadStatistics) {
        end(because: "closed", into: &statistics)
        if joinedAt != nil { statistics.watching -= 1 }
    }

    private static func kind(isSound: Bool) -> WritableKeyPath<LoadStatistics, LoadStatistics.Frames> {
        isSound ? \.sound : \.pictures
    }

    /// Received frames and gaps together must cover every frame number.
    private mutating func account(
        _ track: TrackID,
        epoch: UInt32,
        first: UInt64,
        count: UInt64,
        into statistics: inout LoadStatistics
    ) {
        if let (expectedEpoch, next) = expected[track], expectedEpoch == epoch, first != next {
            statistics.unaccounted &+= first > next ? first - next : next - first
        }
        expected[track] = (epoch, first &+ count)
    }

    private mutating func end(because reason: String, into statistics: inout LoadStatistics) {
        guard !hasEnded else { return }
        hasEnded = true
        statistics.ended[reason, default: 0] += 1
    }
}
