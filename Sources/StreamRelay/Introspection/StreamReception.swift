import NIOCore
import StreamProtocol

/// What the viewers of a stream report about their reception (`Protocol.md`, Receiver report). Nothing of it is checked.
public struct StreamReception: Hashable, Sendable {
    /// How long a report counts. Viewers send one every 5 seconds, and less often in a hidden tab of a browser.
    static let lifetime = TimeAmount.seconds(15)

    /// Viewers that report.
    public private(set) var viewers = 0
    /// Frames that these viewers have received since they joined.
    public private(set) var framesReceived: UInt64 = 0
    /// Frames that gaps named to these viewers since they joined.
    public private(set) var framesMissed: UInt64 = 0
    /// The median latencies of the viewers that know theirs, in microseconds.
    private var medians: [UInt32] = []
    private var highest: UInt32 = 0

    /// The latency from capture to reception of half the viewers is at most so long; `nil` if none knows its own.
    public var latency: TimeAmount? {
        medians.isEmpty ? nil : .microseconds(Int64(medians.sorted()[(medians.count - 1) / 2]))
    }

    /// The highest latency that 95 % of the frames of a viewer do not exceed; `nil` if no viewer knows its own.
    public var worstLatency: TimeAmount? { highest == 0 ? nil : .microseconds(Int64(highest)) }

    /// No reports.
    public init() {}

    /// Adds the report of another viewer.
    public mutating func add(_ report: ReceiverReport) {
        viewers += 1
        // The counts come from the network: wrong ones must not trap.
        framesReceived &+= report.framesReceived
        framesMissed &+= report.framesMissed
        if report.medianLatency > 0 { medians.append(report.medianLatency) }
        highest = max(highest, report.highLatency)
    }

    /// Adds the reports of other viewers.
    public mutating func add(_ other: StreamReception) {
        viewers += other.viewers
        framesReceived &+= other.framesReceived
        framesMissed &+= other.framesMissed
        medians += other.medians
        highest = max(highest, other.highest)
    }
}

extension RelayControl {
    /// What viewers report, by stream. Streams without reports are left out.
    public func receptions() async -> [StreamName: StreamReception] {
        let parts = await onEachLoop { loop in
            let now = NIODeadline.now()
            var receptions: [StreamName: StreamReception] = [:]
            for connection in loop.connections.values {
                guard let viewer = connection.session?.viewer, let reception = viewer.reception(at: now) else {
                    continue
                }
                receptions[viewer.stream.name, default: StreamReception()].add(reception.report)
            }
            return receptions
        }
        return parts.reduce(into: [:]) { all, part in
            all.merge(part) { first, second in
                var both = first
                both.add(second)
                return both
            }
        }
    }
}
