import StreamProtocol
import Synchronization

/// The memory that a relay may take for its peers, and what it has taken of it. Used from any thread, without a lock.
///
/// Nothing is reserved ahead: bytes count from when they are there until they are given back. What may grow by much at
/// once asks first (``mayReceive(_:holding:)``, ``logShare(of:)``), and the rest is small: what a connection takes is
/// counted when it opens, and a viewer is given at most one message more than it has room for.
final class MemoryBudget: Sendable {
    /// Percent of the budget that logs may take, and while the relay is short of memory. The parts of logs, viewers and
    /// publishers together leave enough that none of them alone makes the relay refuse newcomers.
    static let logsPercent = 50
    static let shortLogsPercent = 25
    /// Percent that viewers may hold.
    static let viewersPercent = 15
    /// Percent that messages of publishers may take that are not whole yet.
    static let publishersPercent = 15
    /// Bytes that a log may always have, so that a thin stream keeps a second or two in any case.
    static let leastLog = 64 * 1024
    /// Bytes that a publisher may always have for a message that is not whole: most key frames.
    static let leastReception = 128 * 1024
    /// Bytes of a connection without TLS: the channel, its handlers, a hello or the head of a request that comes in
    /// pieces. Measured: 2.6 KB for a viewer (docs/operating.md), and 8 KB at the most for the rest.
    static let perConnection = 8 * 1024
    /// What TLS adds. Measured: 47 to 51 KB for a viewer.
    static let perEncryption = 48 * 1024
    /// The buffer that a publisher's bytes are read into, at the most that NIO makes it.
    static let perPublisher = 64 * 1024

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

    /// Bytes. May change at any time.
    var limit: Int {
        get { bound.load(ordering: .relaxed) }
        set { bound.store(max(1, newValue), ordering: .relaxed) }
    }

    /// Bytes that all owners have.
    var used: Int { used(by: .logs) + used(by: .viewers) + used(by: .publishers) + used(by: .connections) }

    func used(by owner: MemoryOwner) -> Int {
        switch owner {
        case .logs: logs.load(ordering: .relaxed)
        case .viewers: viewers.load(ordering: .relaxed)
        case .publishers: publishers.load(ordering: .relaxed)
        case .connections: connections.load(ordering: .relaxed)
        }
    }

    var pressure: MemoryPressure { MemoryPressure(used: used, limit: limit) }

    /// Counts `bytes`, which are negative where they are given back.
    func add(_ bytes: Int, to owner: MemoryOwner) {
        switch owner {
        case .logs: logs.add(bytes, ordering: .relaxed)
        case .viewers: viewers.add(bytes, ordering: .relaxed)
        case .publishers: publishers.add(bytes, ordering: .relaxed)
        case .connections: connections.add(bytes, ordering: .relaxed)
        }
    }

    /// Counts streams in, and out again with a negative number.
    func addStreams(_ count: Int) { streamCount.add(count, ordering: .relaxed) }

    /// Counts publishers in, and out again with a negative number.
    func addPublishers(_ count: Int) {
        publisherCount.add(count, ordering: .relaxed)
        add(count * Self.perPublisher, to: .publishers)
    }

    // MARK: Who asks first

    /// Bytes that a log may have that is set to have `configured` at the most: fewer while all logs together have more
    /// than their part, and then an equal part of that.
    func logShare(of configured: Int) -> Int {
        let isShort = pressure >= .shortening
        let all = limit / 100 * (isShort ? Self.shortLogsPercent : Self.logsPercent)
        guard used(by: .logs) > all else { return configured }
        return min(configured, max(Self.leastLog, all / max(1, streamCount.load(ordering: .relaxed))))
    }

    /// Bytes that a publisher may have for a message that is not whole, once all of them have more than their part.
    var receptionShare: Int {
        let all = limit / 100 * Self.publishersPercent
        return max(Self.leastReception, all / max(1, publisherCount.load(ordering: .relaxed)))
    }

    /// Whether a publisher may take `bytes` more for a message that is not whole and has `held` bytes already.
    func mayReceive(_ bytes: Int, holding held: Int) -> Bool {
        let all = limit / 100 * Self.publishersPercent
        return used(by: .publishers) + bytes <= all || held + bytes <= receptionShare
    }
}

extension ProtocolError {
    /// The relay takes no more until it has memory again.
    static let outOfMemory = ProtocolError(
        .overloaded,
        "The relay has no memory for more work now; come back in a moment, or raise its --memory.",
        retryAfter: 5_000
    )
    /// A publisher has more on its way than its part.
    static let receivingTooMuch = ProtocolError(
        .overloaded,
        "The relay has no memory for a frame this long now; send shorter frames, or raise its --memory.",
        retryAfter: 5_000
    )
    /// A viewer was ended to get memory back.
    static let evicted = ProtocolError(
        .overloaded,
        "The relay needs the memory that this viewer does not read; come back in a moment.",
        retryAfter: 5_000
    )
}
