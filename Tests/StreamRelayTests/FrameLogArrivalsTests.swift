import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

/// The times at which frames came, of which relays compute the delay of a hop.
@Suite struct FrameLogArrivalsTests {
    /// A log with a frame each 40 ms, from the time 1 s on, whose frames have the numbers from 0 on.
    private func log(frames: Int) throws -> FrameLog {
        var log = FrameLog(bounds: FrameLog.Bounds(duration: .minutes(10), bytes: .max))
        var factory = EntryFactory(now: .uptimeNanoseconds(1_000_000_000))
        log.append(try factory.tracks())
        for number in 0..<frames {
            factory.now = .uptimeNanoseconds(1_000_000_000) + .milliseconds(Int64(40 * number))
            log.append(try factory.frame(randomAccess: number == 0))
        }
        return log
    }

    /// One second after the first frame.
    private let now = NIODeadline.uptimeNanoseconds(2_000_000_000)
    private let wallTime: Int64 = 500_000_000

    private func arrivals(_ times: [UInt64: Int64], epoch: UInt32 = 1) -> Arrivals {
        let frames = times.map { Arrivals.Arrival(track: .zero, sequence: $0.key, time: $0.value) }
        return Arrivals(epoch: epoch, hops: [], frames: frames)
    }

    @Test func `the newest frames are named with their times by the wall clock`() throws {
        let hop = Arrivals.Hop(delay: 3, errorBound: 4)
        let arrivals = try #require(try log(frames: 3).arrivals(behind: [hop], at: now, wallTime: wallTime))
        #expect(arrivals.epoch == 1)
        #expect(arrivals.hops == [hop])
        #expect(arrivals.frames.map(\.sequence) == [2, 1, 0])
        #expect(arrivals.frames.map(\.time) == [499_080_000, 499_040_000, 499_000_000])
    }

    @Test func `a message has room for some of many frames`() throws {
        let hops = [Arrivals.Hop](repeating: Arrivals.Hop(delay: 0, errorBound: 0), count: 9)
        let arrivals = try #require(try log(frames: 100).arrivals(behind: hops, at: now, wallTime: wallTime))
        #expect(arrivals.frames.map(\.sequence) == Array((36..<100).reversed()))
        #expect(arrivals.hops.count == RelayPath.maximumCount)
        #expect(FrameLog(bounds: .init(duration: .zero, bytes: 0)).arrivals(behind: [], at: now, wallTime: 0) == nil)
    }

    @Test func `a hop takes the median of the frames that both relays have`() throws {
        // They came upstream 500 µs, 900 µs and 100 ms before, and one of them has not come here.
        let upstream: [UInt64: Int64] = [0: 498_999_500, 1: 499_039_100, 2: 498_980_000, 9: 499_500_000]
        let hop = try log(frames: 3).hop(after: arrivals(upstream), errorBound: 100, at: now, wallTime: wallTime)
        // The oldest of them came a second ago.
        #expect(hop == Arrivals.Hop(delay: 900, errorBound: 100 + 200 + 2))
    }

    @Test func `frames that have waited upstream for the connection do not count`() throws {
        let upstream: [UInt64: Int64] = [0: 400_000_000, 1: 410_000_000, 2: 499_079_000]
        let log = try log(frames: 3)
        let hop = log.hop(
            after: arrivals(upstream),
            since: 499_000_000,
            errorBound: 0,
            at: now,
            wallTime: wallTime
        )
        #expect(hop?.delay == 1_000)
    }

    @Test func `no hop is known without a frame that both relays have`() throws {
        let log = try log(frames: 3)
        #expect(log.hop(after: arrivals([7: 0]), errorBound: 1, at: now, wallTime: wallTime) == nil)
        #expect(log.hop(after: arrivals([1: 0], epoch: 2), errorBound: 1, at: now, wallTime: wallTime) == nil)
    }

    @Test func `no number of another machine traps`() throws {
        let log = try log(frames: 3)
        for time in [Int64.min, .max] {
            let hop = log.hop(after: arrivals([0: time, 1: time]), errorBound: .max, at: now, wallTime: wallTime)
            #expect(hop?.errorBound == Arrivals.Hop.unknown)
        }
        let twice = [Arrivals.Arrival](repeating: Arrivals.Arrival(track: .zero, sequence: 0, time: 0), count: 2)
        let repeated = Arrivals(epoch: 1, hops: [], frames: twice)
        #expect(log.hop(after: repeated, errorBound: 0, at: now, wallTime: wallTime) != nil)
    }
}
