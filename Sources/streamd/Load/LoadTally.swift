import StreamProtocol

/// What viewers together have received, and what not.
struct LoadTally: Sendable {
    /// Viewers who are connected and welcome.
    var watching = 0
    var joined = 0
    /// Connections that ended before they were told to, or were refused, by reason.
    var ended: [String: Int] = [:]
    var frames = 0
    /// Of whole messages.
    var bytes = 0
    /// Frames left out as gaps told, by reason.
    var missed: [String: UInt64] = [:]
    /// Frames that neither came nor were told of: a fault of the relay.
    var unaccounted: UInt64 = 0
    /// From the connection to the first frame.
    var firstFrames = LatencyHistogram()
    /// From capture to reception.
    var latencies = LatencyHistogram()

    mutating func missed(_ gap: Gap) {
        missed[gap.reason.description, default: 0] &+= gap.count
    }

    mutating func add(_ other: LoadTally) {
        watching += other.watching
        joined += other.joined
        frames += other.frames
        bytes += other.bytes
        unaccounted &+= other.unaccounted
        ended.merge(other.ended, uniquingKeysWith: +)
        missed.merge(other.missed, uniquingKeysWith: &+)
        firstFrames.add(other.firstFrames)
        latencies.add(other.latencies)
    }

    /// What came after `before`; who is there and who has gone is told as it stands.
    func since(_ before: LoadTally) -> LoadTally {
        var difference = self
        difference.frames -= before.frames
        difference.bytes -= before.bytes
        difference.unaccounted &-= before.unaccounted
        difference.missed.merge(before.missed, uniquingKeysWith: &-)
        difference.missed = difference.missed.filter { $0.value != 0 }
        difference.firstFrames.subtract(before.firstFrames)
        difference.latencies.subtract(before.latencies)
        return difference
    }
}
