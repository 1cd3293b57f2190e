/// The continuity counters of the packet identifiers of a transport stream (ISO/IEC 13818-1 2.4.3.3).
///
/// They belong to the stream, so that packets are made once for all readers. A reader that misses some of them gets
/// ``discontinuityPackets()`` before the next ones.
public struct ContinuityCounters: Hashable, Sendable {
    private struct Counter: Hashable, Sendable {
        let pid: UInt16
        /// The counter of the next packet with a payload.
        var next: UInt8
    }

    private var counters: [Counter] = []

    init() {}

    /// Starts a counter at 0, unless there is one.
    mutating func add(_ pid: UInt16) {
        if !counters.contains(where: { $0.pid == pid }) { counters.append(Counter(pid: pid, next: 0)) }
    }

    /// The counter of the next packet with a payload.
    mutating func next(_ pid: UInt16) -> UInt8 {
        guard let index = counters.firstIndex(where: { $0.pid == pid }) else { return 0 }
        defer { counters[index].next = (counters[index].next + 1) & 15 }
        return counters[index].next
    }

    /// The counter of the last packet with a payload; packets without one repeat it.
    func last(_ pid: UInt16) -> UInt8 {
        guard let counter = counters.first(where: { $0.pid == pid }) else { return 0 }
        return (counter.next &+ 15) & 15
    }

    /// A packet for each identifier, with `discontinuity_indicator`: the counter that follows it is right, whatever was
    /// before (2.4.3.5). 188 bytes each.
    public func discontinuityPackets() -> [UInt8] {
        var packets = PacketWriter()
        for counter in counters {
            packets.writeAdaptation(
                AdaptationField(isDiscontinuous: true),
                pid: counter.pid,
                counter: last(counter.pid)
            )
        }
        return packets.bytes
    }
}
