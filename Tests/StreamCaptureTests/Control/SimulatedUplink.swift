import StreamCapture
import TestSupport

/// A simulation of an encoder with a rate controller and of the uplink.
struct SimulatedUplink {
    /// The parameters of the simulation.
    struct Setup {
        var maximum = 6_000_000
        var roundTrip = 0.02
        /// The size of a key frame, in P frames.
        var keyFrameWeight = 8.0
        /// The variation of frame sizes: 0.3 is ±30 %.
        var noise = 0.3
        var seed: UInt64 = 1
        /// The uplink's bits per second at a time in seconds.
        var bandwidth: (Double) -> Double
    }

    /// The result of a simulation.
    struct Outcome {
        /// The initial rate.
        let maximum: Int
        /// From capture to the relay, in seconds, with the time of capture.
        var delays: [(time: Double, delay: Double)] = []
        var changes: [(time: Double, bitRate: Int)] = []

        func longestDelay(from start: Double = 0, to end: Double = .infinity) -> Double {
            delays.filter { $0.time >= start && $0.time < end }.map(\.delay).max() ?? 0
        }

        func bitRate(at time: Double) -> Int {
            changes.last { $0.time <= time }?.bitRate ?? maximum
        }

        func changes(from start: Double = 0, to end: Double = .infinity) -> Int {
            changes.count { $0.time >= start && $0.time < end }
        }
    }

    private struct Waiting {
        let captured: Double
        /// The offered bytes at the end of this frame.
        let end: Double
    }

    static let framesPerSecond = 30
    static let group = 60
    private static let step = 0.005

    /// Runs the simulation for some seconds.
    static func run(_ setup: Setup, seconds: Double) -> Outcome {
        var outcome = Outcome(maximum: setup.maximum)
        var controller = RateController(maximum: setup.maximum)
        var generator = SeededGenerator(seed: setup.seed)
        let start = ContinuousClock.now
        var offered = 0.0
        var sent = 0.0
        var waiting: [Waiting] = []
        /// Arrived bytes by time, for acknowledgements that take half a round trip.
        var arrivals: [(time: Double, bytes: Double)] = []
        var acknowledged = 0.0
        var unconfirmed: [Waiting] = []
        var frame = 0
        for tick in 0..<Int(seconds / step) {
            let now = Double(tick) * step
            while Double(frame) / Double(framesPerSecond) <= now {
                let isKey = frame.isMultiple(of: group)
                let unit =
                    Double(controller.bitRate) / 8 * Double(group) / Double(framesPerSecond)
                    / (Double(group - 1) + setup.keyFrameWeight)
                let factor = 1 + setup.noise * Double.random(in: -1...1, using: &generator)
                offered += unit * factor * (isKey ? setup.keyFrameWeight : 1)
                waiting.append(Waiting(captured: now, end: offered))
                unconfirmed.append(Waiting(captured: now, end: offered))
                frame += 1
            }
            sent = min(offered, sent + setup.bandwidth(now) / 8 * step)
            while let first = waiting.first, first.end <= sent + 0.001 {
                outcome.delays.append((first.captured, now + step + setup.roundTrip / 2 - first.captured))
                waiting.removeFirst()
            }
            arrivals.append((now, sent))
            while let first = arrivals.first, first.time + setup.roundTrip <= now {
                acknowledged = first.bytes
                arrivals.removeFirst()
            }
            while let first = unconfirmed.first, first.end <= acknowledged + 0.001 { unconfirmed.removeFirst() }
            guard tick.isMultiple(of: 20) else { continue }
            let observation = RateController.Observation(
                acknowledgedBytes: UInt64(acknowledged),
                backlogBytes: Int(offered - acknowledged),
                age: .seconds(unconfirmed.first.map { now - $0.captured } ?? 0),
                roundTrip: .seconds(setup.roundTrip)
            )
            if let rate = controller.update(observation, at: start + .seconds(now)) {
                outcome.changes.append((now, rate))
            }
        }
        // Frames that have not arrived have waited for at least this long.
        for frame in waiting { outcome.delays.append((frame.captured, seconds - frame.captured)) }
        return outcome
    }
}
