import CoreMetrics
import NIOCore
import StreamProtocol

/// The metrics that a relay reports to swift-metrics. ``RelayMetric`` describes each of them.
///
/// All series are made at the start, so that they exist with 0 before anything happens. Events that may happen for
/// every frame are not counted here but in the loop's ``Traffic``.
struct RelayMetrics: Sendable {
    /// The most frames that are counted for one gap: a year of any stream. Publishers choose the numbers of their
    /// frames, and no number may make a counter overflow.
    static let maximumGap: UInt64 = 1 << 32

    private let connections: Meter
    private let acceptedConnections: Counter
    private let acceptFailures: Counter
    private let publishers: Meter
    private let upstreams: Meter
    private let upstreamConnections: Counter
    private let upstreamFailures: Counter
    private let redirects: Counter
    private let viewers: Series<TrafficCarrier, Meter>
    private let streams: Series<StreamState, Meter>
    private let errors: Series<ErrorCode, Counter>
    /// Errors with codes that an admission invented.
    private let otherErrors: Counter
    private let connectionFailures: Series<ConnectionFailure, Counter>
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
        upstreams = meter(.upstreams, [])
        upstreamConnections = counter(.upstreamConnections, [])
        upstreamFailures = counter(.upstreamFailures, [])
        redirects = counter(.redirects, [])
        viewers = Series(.viewers, "carrier", TrafficCarrier.allCases, meter)
        streams = Series(.streams, "state", StreamState.known, meter)
        errors = Series(.endings, "reason", ErrorCode.failures, counter)
        otherErrors = counter(.endings, [("reason", "other")])
        connectionFailures = Series(.endings, "reason", ConnectionFailure.allCases, counter)
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

    /// Connections could not be accepted for lack of descriptors or memory.
    func acceptFailed(_ times: Int) {
        acceptFailures.increment(by: times)
    }

    /// A connection was accepted with a reserved descriptor, and refused.
    func refusedWithoutDescriptor() {
        acceptedConnections.increment()
        connectionEnded(.overloaded)
    }

    func publisherStarted() {
        publishers.increment()
    }

    func publisherStopped() {
        publishers.decrement()
    }

    /// A relay upstream has welcomed this relay.
    func upstreamConnected() {
        upstreamConnections.increment()
    }

    /// A stream of another relay was given up.
    func upstreamFailed() {
        upstreamFailures.increment()
    }

    /// A client was sent to another relay.
    func redirected() {
        redirects.increment()
    }

    func viewerJoined(by carrier: TrafficCarrier, beginning start: Hello.Start) {
        viewers[carrier]?.increment()
        joins[start]?.increment()
    }

    func viewerLeft(by carrier: TrafficCarrier) {
        viewers[carrier]?.decrement()
    }

    /// A viewer of a live stream was written its first frame, this long after its admission.
    func firstFrame(after time: TimeAmount, beginning start: Hello.Start) {
        firstFrames[start]?.recordNanoseconds(time.nanoseconds)
    }

    /// A viewer was sent gaps for frames that it will not get.
    func recordGap(_ gap: Gap) {
        skippedFrames[gap.reason]?.increment(by: Int64(clamping: min(gap.count, Self.maximumGap)))
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
    func connectionEnded(_ code: ErrorCode) {
        (errors[code] ?? otherErrors).increment()
    }

    func connectionFailed(_ failure: ConnectionFailure) {
        connectionFailures[failure]?.increment()
    }

    /// A publisher was asked for a key frame.
    func recordKeyFrameRequest() {
        keyFrameRequests.increment()
    }

    /// This many viewers have this lag, at a moment when all viewers are measured.
    func recordLag(_ lag: TimeAmount, of viewers: Int) {
        for _ in 0..<viewers { viewerLag.recordNanoseconds(lag.nanoseconds) }
    }

    /// An event loop's tick was this late.
    func recordLoopDelay(_ delay: TimeAmount) {
        eventLoopDelay.recordNanoseconds(delay.nanoseconds)
    }

    func record(_ budget: MemoryBudget) {
        for owner in MemoryOwner.allCases { memory[owner]?.set(budget.used(by: owner)) }
        memoryLimit.set(budget.limit)
    }

    /// - Parameter pulls: How many streams are taken from other relays.
    func record(_ totals: StreamRegistry.Totals, pulls: Int) {
        upstreams.set(pulls)
        for state in StreamState.known { streams[state]?.set(totals.streams[state] ?? 0) }
        logBytes.set(totals.logBytes)
        logLimit.set(totals.logLimit)
    }
}

/// The series of one metric, by the values of its label.
private struct Series<Key: Hashable & Sendable & MetricLabelValue, Metric: Sendable>: Sendable {
    private let metrics: [Key: Metric]

    init(_ metric: RelayMetric, _ label: String, _ keys: [Key], _ make: (RelayMetric, [(String, String)]) -> Metric) {
        metrics = Dictionary(uniqueKeysWithValues: keys.map { ($0, make(metric, [(label, $0.labelValue)])) })
    }

    subscript(key: Key) -> Metric? { metrics[key] }
}
