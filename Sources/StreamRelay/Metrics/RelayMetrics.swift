import CoreMetrics
import NIOCore
import StreamProtocol

/// What a relay reports to swift-metrics; ``RelayMetric`` says what each of them means.
///
/// Every series is made at the start, so that it is there with 0 before anything happens. Whatever may happen for every
/// frame is not counted here but in the loop's ``Traffic``.
struct RelayMetrics: Sendable {
    /// The most frames that count of one gap: a year of any stream. Publishers number their frames as they like, and no
    /// number of theirs is to make a counter run over.
    static let longestGap: UInt64 = 1 << 32

    private let connections: Meter
    private let acceptedConnections: Counter
    private let acceptFailures: Counter
    private let publishers: Meter
    private let viewers: Series<TrafficCarrier, Meter>
    private let streams: Series<StreamState, Meter>
    private let errors: Series<ErrorCode, Counter>
    /// Errors that an admission made up.
    private let otherErrors: Counter
    private let troubles: Series<ConnectionTrouble, Counter>
    private let receivedFrames: Counter
    private let receivedBytes: Counter
    private let sentFrames: Series<TrafficCarrier, Counter>
    private let sentBytes: Series<TrafficCarrier, Counter>
    private let skippedFrames: Series<Gap.Reason, Counter>
    private let gaps: Series<Gap.Reason, Counter>
    private let keyFrameRequests: Counter
    private let logBytes: Meter
    private let logLimit: Meter
    private let memory: Series<MemoryOwner, Meter>
    private let memoryLimit: Meter
    private let joins: Series<Hello.Start, Counter>
    private let firstFrames: Series<Hello.Start, Timer>
    private let viewerLag: Timer
    private let eventLoopDelay: Timer

    init(_ backend: any MetricsFactory) {
        let counter = { (metric: RelayMetric, labels: [(String, String)]) in
            Counter(label: metric.name, dimensions: labels, factory: backend)
        }
        let meter = { (metric: RelayMetric, labels: [(String, String)]) in
            Meter(label: metric.name, dimensions: labels, factory: backend)
        }
        let timer = { (metric: RelayMetric, labels: [(String, String)]) in
            Timer(label: metric.name, dimensions: labels, factory: backend)
        }
        connections = meter(.connections, [])
        acceptedConnections = counter(.acceptedConnections, [])
        acceptFailures = counter(.acceptFailures, [])
        publishers = meter(.publishers, [])
        viewers = Series(.viewers, "carrier", TrafficCarrier.allCases, meter)
        streams = Series(.streams, "state", StreamState.known, meter)
        errors = Series(.endings, "reason", ErrorCode.failures, counter)
        otherErrors = counter(.endings, [("reason", "other")])
        troubles = Series(.endings, "reason", ConnectionTrouble.allCases, counter)
        receivedFrames = counter(.receivedFrames, [])
        receivedBytes = counter(.receivedBytes, [])
        sentFrames = Series(.sentFrames, "carrier", TrafficCarrier.allCases, counter)
        sentBytes = Series(.sentBytes, "carrier", TrafficCarrier.allCases, counter)
        skippedFrames = Series(.skippedFrames, "reason", Gap.Reason.sent, counter)
        gaps = Series(.gaps, "reason", Gap.Reason.sent, counter)
        keyFrameRequests = counter(.keyFrameRequests, [])
        logBytes = meter(.logBytes, [])
        logLimit = meter(.logLimit, [])
        memory = Series(.memory, "owner", MemoryOwner.allCases, meter)
        memoryLimit = meter(.memoryLimit, [])
        joins = Series(.joins, "start", Hello.Start.known, counter)
        firstFrames = Series(.timeToFirstFrame, "start", Hello.Start.known, timer)
        viewerLag = timer(.viewerLag, [])
        eventLoopDelay = timer(.eventLoopDelay, [])
    }

    func connectionOpened() {
        acceptedConnections.increment()
        connections.increment()
    }

    func connectionClosed() {
        connections.decrement()
    }

    /// Connections could not be accepted for want of descriptors or memory.
    func acceptFailed(_ times: Int) {
        acceptFailures.increment(by: times)
    }

    /// A connection was accepted with a reserved descriptor, and refused.
    func refusedWithoutDescriptor() {
        acceptedConnections.increment()
        ended(.overloaded)
    }

    func publisherCame() {
        publishers.increment()
    }

    func publisherLeft() {
        publishers.decrement()
    }

    func viewerCame(by carrier: TrafficCarrier, beginning start: Hello.Start) {
        viewers[carrier]?.increment()
        joins[start]?.increment()
    }

    func viewerLeft(by carrier: TrafficCarrier) {
        viewers[carrier]?.decrement()
    }

    /// A viewer of a live stream has its first frame, this long after it was let in.
    func firstFrame(after time: TimeAmount, beginning start: Hello.Start) {
        firstFrames[start]?.recordNanoseconds(time.nanoseconds)
    }

    /// A viewer was told of frames that it will not get.
    func skipped(_ gap: Gap) {
        skippedFrames[gap.reason]?.increment(by: Int64(clamping: min(gap.count, Self.longestGap)))
        gaps[gap.reason]?.increment()
    }

    func received(_ flow: Traffic.Flow) {
        receivedFrames.increment(by: flow.frames)
        receivedBytes.increment(by: flow.bytes)
    }

    func sent(_ flow: Traffic.Flow, by carrier: TrafficCarrier) {
        sentFrames[carrier]?.increment(by: flow.frames)
        sentBytes[carrier]?.increment(by: flow.bytes)
    }

    /// A connection was refused or ended with an error.
    func ended(_ code: ErrorCode) {
        (errors[code] ?? otherErrors).increment()
    }

    func ended(_ trouble: ConnectionTrouble) {
        troubles[trouble]?.increment()
    }

    /// A publisher was asked for a key frame.
    func askedForKeyFrame() {
        keyFrameRequests.increment()
    }

    /// A viewer is this far behind at a moment when all are looked at.
    /// So many viewers are this far behind.
    func sawLag(_ lag: TimeAmount, of viewers: Int) {
        for _ in 0..<viewers { viewerLag.recordNanoseconds(lag.nanoseconds) }
    }

    /// An event loop came this late to its tick.
    func loopWasLate(by delay: TimeAmount) {
        eventLoopDelay.recordNanoseconds(delay.nanoseconds)
    }

    func counted(_ budget: MemoryBudget) {
        for owner in MemoryOwner.allCases { memory[owner]?.set(budget.used(by: owner)) }
        memoryLimit.set(budget.limit)
    }

    func counted(_ census: StreamRegistry.Census) {
        for state in StreamState.known { streams[state]?.set(census.streams[state] ?? 0) }
        logBytes.set(census.logBytes)
        logLimit.set(census.logLimit)
    }
}

/// One metric's series, by the values of its label.
private struct Series<Key: Hashable & Sendable & MetricLabelValue, Metric: Sendable>: Sendable {
    private let metrics: [Key: Metric]

    init(_ metric: RelayMetric, _ label: String, _ keys: [Key], _ make: (RelayMetric, [(String, String)]) -> Metric) {
        metrics = Dictionary(uniqueKeysWithValues: keys.map { ($0, make(metric, [(label, $0.labelValue)])) })
    }

    subscript(key: Key) -> Metric? { metrics[key] }
}
