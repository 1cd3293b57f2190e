import NIOCore
import Platform
import StreamProtocol

/// The newest part of a stream's log, with the track table in force before it.
///
/// The messages are those of the log, not copies. Their memory counts for the relay's budget for as long as the excerpt
/// exists: once the log drops a message, it counts for the viewers.
package struct StreamExcerpt: Sendable {
    /// A message of the log.
    package struct Element: Sendable {
        /// The whole message.
        package let message: ByteBuffer
        /// When the relay received it.
        package let arrival: NIODeadline
        private let charge: MemoryCharge?

        fileprivate init(_ entry: LogEntry) {
            (message, arrival, charge) = (entry.message, entry.arrival, entry.charge)
        }
    }

    /// Track tables, gaps and frames, in the order of the log.
    package let elements: [Element]
    /// Bytes of the messages.
    package let byteCount: Int

    /// - Returns: `nil` if there is no frame at which decoding can begin.
    fileprivate init?(of log: FrameLog, aged age: TimeAmount, at now: NIODeadline) {
        guard let first = log.randomAccess(for: .all, aged: age, at: now) else { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(log.end - first + 1)
        if let tables = log.retainedEntry(.tracks, before: first) { elements.append(Element(tables)) }
        for position in first..<log.end where log[position].isMedia { elements.append(Element(log[position])) }
        self.elements = elements
        byteCount = elements.reduce(0) { $0 + $1.message.readableBytes }
    }
}

extension Stream {
    /// The frames from the newest random access point on that is at least so old, or from the oldest one in the log.
    ///
    /// The entries are collected outside the lock, from a copy of the log that shares its storage.
    func excerpt(aged age: TimeAmount, at now: NIODeadline) -> StreamExcerpt? {
        StreamExcerpt(of: state.withLock(\.log), aged: age, at: now)
    }

    /// About how many bytes an excerpt has that is so long, by the usual bytes of the log in this time.
    func excerptLength(aged age: TimeAmount) -> Int {
        let log = state.withLock { $0.log.status }
        guard log.duration > age else { return log.bytes }
        return Int(Double(log.bytes) * Double(age.nanoseconds) / Double(log.duration.nanoseconds))
    }
}

extension RelayControl {
    /// Takes the newest part of a stream out of its log; see ``StreamExcerpt``. Costs time in proportion to the number
    /// of messages, and takes the stream's lock for a moment only.
    ///
    /// - Parameter age: How old the first frame should at least be.
    /// - Returns: `nil` if there is no such stream, or its log has no frame at which decoding can begin.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/overloaded`` while the relay is short of memory, or its viewers hold
    ///   more than their share.
    package func excerpt(of name: StreamName, aged age: TimeAmount) throws(ProtocolError) -> StreamExcerpt? {
        try core.checkMemory()
        if core.memory.viewersExceedShare { throw .outOfMemory }
        return core.registry.stream(name)?.excerpt(aged: age, at: .now())
    }

    /// About how many bytes an excerpt of a stream has; 0 if there is no such stream.
    package func excerptLength(of name: StreamName, aged age: TimeAmount) -> Int {
        core.registry.stream(name)?.excerptLength(aged: age) ?? 0
    }
}
