import NIOCore
import Platform
import StreamProtocol

/// Streams that another relay sends.
extension Stream {
    /// The relay from which a stream comes.
    struct Source: Sendable {
        /// As operators know it.
        var origin: String
        /// The relays that the stream passes before this one; `nil` if the relay upstream does not say.
        var path: RelayPath?
        /// Bytes of payload that a frame may have.
        let frameLength: UInt32
        /// What the relay upstream has said last.
        var state: StreamState
        var isConnected = true
        /// When the relay upstream welcomed this one.
        var connection = NIODeadline.now()
        /// The delays between the relays before this one, the last hop first; empty while none is known.
        var hops: [Arrivals.Hop] = []
    }

    /// Takes the right to append for good. The epochs are those of the relay upstream.
    func beginPulling(_ pull: any PublisherConnection) -> Grant {
        state.withLock { state in
            state.meter.beginEpoch()
            return state.publisher.takeForUpstream(pull)
        }
    }

    /// Whether the stream comes from another relay.
    var isPulled: Bool { state.withLock { $0.source != nil } }

    /// Whether ``beginPulling(_:)`` was called, and its pull has not ended.
    var isPulling: Bool { state.withLock { $0.source != nil && !$0.publisher.isFree } }

    /// Whether any client of this relay watches.
    var hasViewers: Bool { state.withLock { $0.viewers > 0 } }

    /// The relays that the stream passes before this one.
    var upstreamPath: RelayPath? { state.withLock { $0.source?.path } }

    func changePath(_ path: RelayPath?) { state.withLock { $0.source?.path = path } }

    func changeOrigin(to origin: String) { state.withLock { $0.source?.origin = origin } }

    /// Bytes of payload that the frames of another relay may have; `nil` for a stream of this relay.
    var upstreamFrameLength: UInt32? { state.withLock { $0.source?.frameLength } }

    /// Whether a publisher of this name is refused: the stream has one at the relay upstream. While the connection to it is
    /// lost, a stream that has had one counts as one that has.
    var isTakenUpstream: Bool {
        state.withLock { state in
            guard let source = state.source else { return false }
            return source.isConnected ? source.state == .live : source.state != .waiting
        }
    }

    /// Whether the stream of another relay gives way to a publisher that comes to this one.
    ///
    /// - Parameters:
    ///   - claim: What is known of the publisher.
    ///   - isOriginFixed: Whether the stream comes from there whatever the claim says.
    func givesWay(to claim: PublicationClaim, isOriginFixed: Bool) -> Bool {
        switch claim {
        case .moves where !isOriginFixed: true
        // That relay may be the only one that does not reach the directory. While the directory is away, a publisher is
        // accepted unless the other one is seen.
        case .free where !isOriginFixed, .unknown where !isOriginFixed: !isLiveUpstream
        case .unknown, .free, .moves, .taken: !isTakenUpstream
        }
    }

    /// Whether the relay upstream sends the stream of a publisher at this moment.
    var isLiveUpstream: Bool {
        state.withLock { state in state.source.map { $0.isConnected && $0.state == .live } ?? false }
    }

    /// Whether the viewers of a stream without a publisher here are better served by another relay's.
    func isBetterTaken(from presence: () -> UpstreamPresence, at now: NIODeadline) -> Bool {
        guard !isPulled, !isPublished else { return false }
        return switch presence() {
        case .none: false
        case .possible: hasOnlyWaitingViewers(at: now)
        case .certain: true
        }
    }

    /// The relay upstream has welcomed this relay again, with the stream in this state. Viewers learn it with what is new.
    func reconnected(_ upstream: StreamState, by grant: Grant) {
        state.withLock { state in
            guard state.publisher.isHeld(by: grant) else { return }
            state.source?.state = upstream
            state.source?.isConnected = true
            state.source?.connection = .now()
        }
    }

    /// The state at the relay upstream has changed.
    func setState(_ new: StreamState, by grant: Grant, at now: NIODeadline) {
        state.withLock { state in
            guard state.publisher.isHeld(by: grant) else { return }
            state.source?.state = new
            change(to: new, at: now, &state)
        }
    }

    /// The connection to the relay upstream is lost.
    func disconnected(by grant: Grant, at now: NIODeadline) {
        state.withLock { state in
            guard state.publisher.isHeld(by: grant) else { return }
            state.source?.isConnected = false
            state.source?.hops = []
            if state.state == .live { change(to: .interrupted, at: now, &state) }
        }
    }

    /// The relay upstream has said when frames came to it.
    ///
    /// - Parameters:
    ///   - errorBound: The times in `arrivals`, which are those of the local wall clock, are right to within this many
    ///     microseconds.
    ///   - wallTime: The local wall clock at `now`, in microseconds since 1970-01-01 UTC.
    func measureHop(
        after arrivals: Arrivals,
        errorBound: Int64,
        by grant: Grant,
        at now: NIODeadline,
        wallTime: Int64
    ) {
        state.withLock { state in
            guard state.publisher.isHeld(by: grant), let source = state.source else { return }
            let hop = state.log.hop(
                after: arrivals,
                since: wallTime - (now - source.connection).nanoseconds / 1_000,
                errorBound: errorBound,
                at: now,
                wallTime: wallTime
            )
            guard let hop = hop ?? source.hops.first else { return }
            state.source?.hops = [hop] + arrivals.hops.prefix(RelayPath.maximumCount - 1)
        }
    }

    /// The delays between the relays before this one and to it, the last hop first; empty if the stream comes from no
    /// other relay.
    var hops: [Arrivals.Hop] {
        state.withLock { state in
            guard let source = state.source else { return [] }
            return source.hops.isEmpty ? [Arrivals.Hop(delay: 0, errorBound: Arrivals.Hop.unknown)] : source.hops
        }
    }

    private func change(to new: StreamState, at now: NIODeadline, _ state: inout State) {
        guard state.state != new else { return }
        state.state = new
        var entry = stateEntry(new, epoch: state.publisher.epoch, at: now)
        entry.charge = MemoryCharge(entry.cost, in: memory)
        appendLater(entry, to: &state)
    }
}
