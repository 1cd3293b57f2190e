import Platform
import StreamProtocol

/// The memory that a relay may take for its peers, and the memory that it has taken. May be used from any thread; takes
/// no lock.
///
/// Bytes count from their allocation to their release; nothing is reserved ahead. An owner that may grow by much at
/// once asks first (``mayReceive(_:holding:)``, ``logShare(of:)``). The others are small: a connection's memory is
/// counted when it opens, and a viewer is given at most one message more than it has room for.
final class MemoryBudget: Sendable {
    /// Percent of the budget that logs may take: usually, and while the relay is short of memory. The shares of logs,
    /// viewers and publishers leave enough that none of them alone makes the relay refuse new connections.
    static let logsPercent = 50
    static let shortLogsPercent = 25
    /// Percent of the budget that viewers may hold.
    static let viewersPercent = 15
    /// Percent of the budget for publishers' messages that have arrived in part.
    static let publishersPercent = 15
    /// Bytes that each log may always have: a second or two of a thin stream.
    static let minimumLog = 64 * 1024
    /// Bytes that each publisher may always have for a message that has arrived in part: most key frames.
    static let minimumReception = 128 * 1024
    /// Bytes of a connection without TLS: the channel, its handlers, and a hello or the head of a request that arrives
    /// in pieces. Measured: 2.6 KB for a viewer (docs/operating.md), and at most 8 KB for the rest.
    static let perConnection = 8 * 1024
    /// Bytes that TLS adds: by an ``EncryptingHandler``, measured 15 to 19 KB for a viewer, and by other handlers, 47 to
    /// 51 KB.
    static let perEncryption = 20 * 1024
    static let perOtherEncryption = 48 * 1024
    /// The buffers that NIO reads a publisher's bytes into: two of the largest, one of which holds a message that has
    /// arrived in part.
    static let perPublisher = 2 * PublisherReceiveAllocator.maximum

    private let bound: Atomic<Int>
    private let logs = Atomic(0)
    private let viewers = Atomic(0)
    private let publishers = Atomic(0)
    private let connections = Atomic(0)
    private let streamCount = Atomic(0)
    private let publisherCount = Atomic(0)

    /// - Parameter limit: Bytes.
    init(limit: Int) {
        bound = Atomic(max(1, limit))
    }

    /// The bytes that may be taken. May change at any time.
    var limit: Int {
        get { bound.load(ordering: .relaxed) }
        set { bound.store(max(1, newValue), ordering: .relaxed) }
    }

    /// The bytes that all owners have taken.
    var used: Int { used(by: .logs) + used(by: .viewers) + used(by: .publishers) + used(by: .connections) }

    func used(by owner: MemoryOwner) -> Int {
        switch owner {
        case .logs: logs.load(ordering: .relaxed)
        case .viewers: viewers.load(ordering: .relaxed)
        case .publishers: publishers.load(ordering: .relaxed)
        case .connections: connections.load(ordering: .relaxed)
        }
    }

    /// Whether ``pressure`` is ``MemoryPressure/exhausted``. Asked for every frame.
    var isExhausted: Bool { used >= limit }

    /// Whether so little is taken that frames do not exceed a share within a second: a gigabit a second is 12 % of a
    /// budget of a gigabyte. With a smaller one, publishers may have to wait for a second.
    var isMostlyFree: Bool { used < limit / 8 }

    var pressure: MemoryPressure { MemoryPressure(used: used, limit: limit) }

    /// Counts `bytes`; a negative number releases them.
    func add(_ bytes: Int, to owner: MemoryOwner) {
        switch owner {
        case .logs: logs.add(bytes, ordering: .relaxed)
        case .viewers: viewers.add(bytes, ordering: .relaxed)
        case .publishers: publishers.add(bytes, ordering: .relaxed)
        case .connections: connections.add(bytes, ordering: .relaxed)
        }
    }

    /// Counts streams; a negative number releases them.
    func addStreams(_ count: Int) { streamCount.add(count, ordering: .relaxed) }

    /// Counts publishers; a negative number releases them.
    func addPublishers(_ count: Int) {
        publisherCount.add(count, ordering: .relaxed)
        add(count * Self.perPublisher, to: .publishers)
    }

    // MARK: Requests

    /// Bytes that a log may have whose limit is `configured`. While all logs together have more than their share, each
    /// may have only an equal part of it.
    func logShare(of configured: Int) -> Int {
        let isShort = pressure >= .shrinkingLogs
        let all = limit / 100 * (isShort ? Self.shortLogsPercent : Self.logsPercent)
        guard used(by: .logs) > all else { return configured }
        return min(configured, max(Self.minimumLog, all / max(1, streamCount.load(ordering: .relaxed))))
    }

    /// Bytes that a publisher may have for a message that has arrived in part, once all publishers together have more
    /// than their share.
    var receptionShare: Int {
        let all = limit / 100 * Self.publishersPercent
        return max(Self.minimumReception, all / max(1, publisherCount.load(ordering: .relaxed)))
    }

    /// Whether a publisher that holds `held` bytes of an incomplete message may take `bytes` more.
    func mayReceive(_ bytes: Int, holding held: Int) -> Bool {
        let all = limit / 100 * Self.publishersPercent
        return used(by: .publishers) + bytes <= all || held + bytes <= receptionShare
    }
}

extension ProtocolError {
    /// The relay takes no new work until it has memory again.
    static let outOfMemory = ProtocolError(
        .overloaded,
        "The relay has no memory for more work now; come back in a moment, or raise its memory limit.",
        retryAfter: 5_000
    )
    /// A publisher's incomplete message exceeds its share.
    static let receptionExceedsMemory = ProtocolError(
        .overloaded,
        "The relay has no memory for a frame this long now; send shorter frames, or raise its memory limit.",
        retryAfter: 5_000
    )
    /// A viewer was ended to release memory.
    static let evicted = ProtocolError(
        .overloaded,
        "The relay needs the memory that this viewer does not read; come back in a moment.",
        retryAfter: 5_000
    )
}

/// How short of memory a relay is, and what it does about it. Each step includes the steps before it.
enum MemoryPressure: Int, Comparable, Sendable {
    case none
    /// The relay refuses new connections, publishers and viewers.
    case refusing
    /// The relay cuts logs to a smaller share of the budget.
    case shrinkingLogs
    /// The relay ends viewers that take none of their bytes, those with the most bytes first.
    case evictingViewers
    /// The relay ends publishers that hold more than their share.
    case evictingPublishers
    /// The relay reads nothing from publishers until it has memory again.
    case exhausted

    /// The steps begin at these percentages of the budget. The first step leaves a sixth for existing connections. The
    /// further steps are as far apart as a tick of 250 ms can fill: a gigabit a second of incoming frames is 32 MB, 4 %
    /// of a gigabyte.
    ///
    /// - Parameters:
    ///   - used: Bytes.
    ///   - limit: Bytes, more than 0.
    init(used: Int, limit: Int) {
        let (product, overflows) = used.multipliedReportingOverflow(by: 100)
        self =
            switch overflows ? 100 : product / max(1, limit) {
            case 100...: .exhausted
            case 96...: .evictingPublishers
            case 92...: .evictingViewers
            case 88...: .shrinkingLogs
            case 85...: .refusing
            default: .none
            }
    }

    static func < (a: MemoryPressure, b: MemoryPressure) -> Bool { a.rawValue < b.rawValue }
}

/// The owners of a relay's memory, as the budget and the metrics distinguish them.
enum MemoryOwner: Int, Hashable, Sendable, CaseIterable, MetricLabelValue {
    /// Frames and other messages in the logs of streams.
    case logs
    /// Bytes on their way to viewers: messages that the logs have dropped, and copies of a viewer's own, such as TLS
    /// records.
    case viewers
    /// Publishers' messages that have arrived in part, and the buffers that NIO reads into.
    case publishers
    /// The memory that every connection takes.
    case connections

    var labelValue: String {
        switch self {
        case .logs: "logs"
        case .viewers: "viewers"
        case .publishers: "publishers"
        case .connections: "connections"
        }
    }
}

/// The memory of one message. It counts from the message's entry in a log until the last holder releases it, which may
/// be a viewer that has not taken it yet.
final class MemoryCharge: Sendable {
    let bytes: Int
    private let budget: MemoryBudget
    private let isInLog = Atomic(true)

    /// Counts `bytes` for the logs.
    init(_ bytes: Int, in budget: MemoryBudget) {
        self.bytes = bytes
        self.budget = budget
        budget.add(bytes, to: .logs)
    }

    /// The log has dropped the message. If a viewer still holds it, it counts for the viewers.
    func leaveLog() {
        guard isInLog.exchange(false, ordering: .relaxed) else { return }
        budget.add(-bytes, to: .logs)
        budget.add(bytes, to: .viewers)
    }

    deinit {
        budget.add(-bytes, to: isInLog.load(ordering: .relaxed) ? .logs : .viewers)
    }
}
