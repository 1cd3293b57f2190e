import NIOCore
import StreamProtocol

/// The place of a stream's publisher. One publisher's connection holds the grant at a time, and each grant begins an
/// epoch.
///
/// The value does no I/O and reads no clock.
struct PublisherSlot {
    private struct Holder {
        let grant: Stream.Grant
        /// `nil` for a relay upstream: no publisher is known to be the same.
        let instance: InstanceID?
        let connection: any Stream.PublisherConnection
    }

    private var holder: Holder?
    private var lastGrant: UInt64 = 0
    /// The current epoch; 0 before the first publisher. A publisher may choose later ones itself.
    var epoch: UInt32 = 0
    /// When the last publisher released its grant; `nil` while another holds one, and before the first.
    private var freeSince: NIODeadline?
    /// Whether the last publisher ended the stream.
    private var hasEnded = false

    var isFree: Bool { holder == nil }

    /// The publisher's connection, if there is one.
    var connection: (any Stream.PublisherConnection)? { holder?.connection }

    func isHeld(by grant: Stream.Grant) -> Bool { holder?.grant == grant }

    /// Gives a grant to a publisher, also in place of its own connection that was lost without notice.
    ///
    /// - Parameters:
    ///   - stream: The stream's name, for the error.
    ///   - silenceLimit: How long the current publisher may be silent before the relay tells another one to try again
    ///     instead of to go away. A device that lost its power returns with a new instance id.
    /// - Returns: Also the connection that held the grant.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/streamTaken`` while another client publishes.
    mutating func take(
        _ stream: StreamName,
        as instance: InstanceID,
        connection: any Stream.PublisherConnection,
        silenceLimit: TimeAmount,
        now: NIODeadline
    ) throws(ProtocolError) -> (grant: Stream.Grant, replaced: (any Stream.PublisherConnection)?) {
        if let holder, holder.instance != instance {
            let isSilent = now - holder.connection.lastActivity > silenceLimit
            throw ProtocolError(
                .streamTaken,
                "Another client publishes '\(stream)'; choose another name or stop the other publisher.",
                retryAfter: isSilent ? UInt32(clamping: silenceLimit.nanoseconds / 1_000_000) : nil
            )
        }
        let replaced = holder?.connection
        // A publisher can choose the epoch itself, so the number may wrap around.
        epoch = epoch == .max ? 1 : epoch + 1
        lastGrant += 1
        let grant = Stream.Grant(number: lastGrant, epoch: epoch)
        holder = Holder(grant: grant, instance: instance, connection: connection)
        freeSince = nil
        return (grant, replaced)
    }

    /// Gives a grant to a relay upstream, which keeps the epochs of its own publishers.
    mutating func takeForUpstream(_ connection: any Stream.PublisherConnection) -> Stream.Grant {
        lastGrant += 1
        let grant = Stream.Grant(number: lastGrant, epoch: epoch)
        holder = Holder(grant: grant, instance: nil, connection: connection)
        freeSince = nil
        return grant
    }

    /// The publisher's connection has ended.
    ///
    /// - Returns: Whether the grant was held.
    mutating func release(_ grant: Stream.Grant, endsStream: Bool, at now: NIODeadline) -> Bool {
        guard isHeld(by: grant) else { return false }
        holder = nil
        freeSince = now
        hasEnded = endsStream
        return true
    }

    /// Whether the publisher released its grant longer than `time` ago.
    func isAbandoned(for time: TimeAmount, at now: NIODeadline) -> Bool { freeSince.map { now - $0 > time } ?? false }

    /// Whether no publisher continues the stream: it has ended, had none, or was abandoned for longer than `time`.
    func isOver(after time: TimeAmount, at now: NIODeadline) -> Bool {
        isFree && (hasEnded || freeSince == nil || isAbandoned(for: time, at: now))
    }
}
