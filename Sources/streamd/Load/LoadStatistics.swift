import StreamProtocol

/// The sum of what viewers received and missed.
struct LoadStatistics: Sendable {
    /// Connected viewers that the relay has accepted.
    var watching = 0
    var joined = 0
    /// Connections that the relay refused or that ended early, by reason.
    var ended: [String: Int] = [:]
    /// Frames of pictures, and of all else that is not sound.
    var pictures = Frames()
    var sound = Frames()
    /// Bytes of whole messages.
    var bytes = 0
    /// Frames that were neither received nor reported by a gap: a defect of the relay.
    var unaccounted: UInt64 = 0
    /// From the connection to the first frame.
    var firstFrames = LatencyHistogram()

    /// The frames of one kind of track.
    struct Frames: Sendable {
        var received = 0
        /// Frames that gaps reported, by reason.
        var missed: [String: UInt64] = [:]
        /// From capture to reception.
        var latencies = LatencyHistogram()

        mutating func missed(_ gap: Gap) {
            missed[gap.reason.description, default: 0] &+= gap.count
        }

        mutating func add(_ other: Frames) {
            received += other.received
            missed.merge(other.missed, uniquingKeysWith: &+)
            latencies.add(other.latencies)
        }

        func since(_ before: Frames) -> Frames {
            var difference = self
            difference.received -= before.received
            difference.missed.merge(before.missed, uniquingKeysWith: &-)
            difference.missed = difference.missed.filter { $0.value != 0 }
            difference.latencies = latencies.since(before.latencies)
            return difference
        }
    }

    mutating func add(_ other: LoadStatistics) {
        watching += other.watching
        joined += other.joined
        pictures.add(other.pictures)
        sound.add(other.sound)
        bytes += other.bytes
        unaccounted &+= other.unaccounted
        ended.merge(other.ended, uniquingKeysWith: +)
        firstFrames.add(other.firstFrames)
    }

    /// The difference to `before`. The current counts of viewers and ended connections stay as they are.
    func since(_ before: LoadStatistics) -> LoadStatistics {
        var difference = self
        difference.pictures = pictures.since(before.pictures)
        difference.sound = sound.since(before.sound)
        difference.bytes -= before.bytes
        difference.unaccounted &-= before.unaccounted
        difference.firstFrames = firstFrames.since(before.firstFrames)
        return difference
    }
}
