import NIOCore
import StreamProtocol

/// A stream that this relay takes from another relay: who waits for it, what the welcomes of the relay upstream mean for
/// viewers, and when it is no longer needed (`Protocol.md`, Relays behind relays).
///
/// The value does no I/O and reads no clock. `Waiter` is a client whose hello waits for the welcome from upstream; each
/// joins once, and the machine only holds it.
///
/// ```
/// connecting → taking → over
/// ```
///
/// A connection that is lost changes no state: the stream is interrupted until the next welcome.
struct PullStateMachine<Waiter: Hashable & Sendable>: Sendable {
    /// How long the stream is kept without viewers: one that comes back, or the next of a playlist, gets a picture at
    /// once.
    static var lingerTime: TimeAmount { .seconds(10) }
    /// How long clients are refused after an end that another connection would not change. Viewers connect again after
    /// a moment, and each would make this relay connect upstream.
    static var refusalTime: TimeAmount { .seconds(5) }

    /// A client whose hello waits.
    struct Waiting: Sendable {
        let waiter: Waiter
        let isRelay: Bool
        /// The relays that wait for this one; `nil` for a viewer, and for a relay that names none.
        let path: RelayPath?
        let deadline: NIODeadline
        /// How many came before it.
        fileprivate let place: Int
    }

    /// The answer to a hello.
    enum Joining: Equatable {
        /// The stream is here.
        case ready
        /// The hello waits.
        case waits
        case refused(ProtocolError)
        /// The stream is over. Another pull may begin.
        case over
    }

    /// What follows a welcome from upstream.
    enum Welcoming: Equatable {
        /// The stream begins. If there was one before, it was another, and its viewers begin anew too.
        case begin(replacesEarlier: Bool)
        /// The stream goes on.
        case resume(pathHasChanged: Bool)
    }

    /// What of a stream lasts as long as its stream instance.
    private struct Identity: Equatable {
        let instance: UInt64
        let frameLength: UInt32
    }

    private enum State {
        case connecting
        case taking(Identity, RelayPath?, PulledPublication)
        case over(PullEnd, at: NIODeadline)
    }

    private let relay: RelayID
    private let welcomeTime: TimeAmount
    private var state = State.connecting
    private var waiting: [Waiter: Waiting] = [:]
    /// How many clients have waited.
    private var places = 0
    /// The path of a relay that waits, which the last hello upstream had; `nil` where it had none.
    private var sentPath: RelayPath?
    /// Whether the next hello upstream names this relay alone, because the path of another was refused.
    private var sendsNoPath = false
    /// Whether viewers find the stream.
    private var isListed = false
    private var idleSince: NIODeadline?

    /// - Parameters:
    ///   - relay: This relay on the paths of streams.
    ///   - welcomeTime: How long a hello waits; see ``RelayLimits/upstreamWelcome``.
    init(of relay: RelayID, welcomeTime: TimeAmount) {
        self.relay = relay
        self.welcomeTime = welcomeTime
    }

    /// Whether the stream is no longer taken.
    var isOver: Bool { if case .over = state { true } else { false } }

    // MARK: Clients

    /// A client asks for the stream.
    ///
    /// - Parameter path: The path of a relay's hello.
    mutating func join(_ waiter: Waiter, isRelay: Bool, path: RelayPath?, at now: NIODeadline) -> Joining {
        switch state {
        case .taking where isListed: return .ready
        case .over(let end, let time):
            return end.problem != nil && now - time < Self.refusalTime
                ? .refused(end.refusal(ofRelay: isRelay)) : .over
        case .connecting, .taking:
            // The path of this relay's own hello has one more.
            guard path.map({ $0.relays.count < RelayPath.maximumCount }) ?? true else { return .refused(.upstreamLoop) }
            let deadline = now + welcomeTime
            places += 1
            waiting[waiter] = Waiting(waiter: waiter, isRelay: isRelay, path: path, deadline: deadline, place: places)
            idleSince = nil
            return .waits
        }
    }

    /// The connection of a client has closed. Its path is not sent upstream any more.
    mutating func leave(_ waiter: Waiter) { waiting[waiter] = nil }

    /// Viewers find the stream from now on.
    ///
    /// - Returns: The clients whose hello can be answered now.
    mutating func list() -> [Waiting] {
        isListed = true
        return takeWaiting()
    }

    /// - Returns: In the order in which they came.
    private mutating func takeWaiting(where isDue: (Waiting) -> Bool = { _ in true }) -> [Waiting] {
        let due = waiting.values.filter(isDue)
        for client in due { waiting[client.waiter] = nil }
        return due.sorted { $0.place < $1.place }
    }

    /// Time has passed.
    ///
    /// - Parameter hasViewers: Whether the stream, if it has begun, has any.
    /// - Returns: The clients that have waited too long, and whether the stream has had no viewers for too long.
    mutating func tick(hasViewers: Bool, at now: NIODeadline) -> (expired: [Waiting], isIdle: Bool) {
        let expired = takeWaiting { $0.deadline <= now }
        guard !hasViewers, waiting.isEmpty, !isOver else {
            idleSince = nil
            return (expired, false)
        }
        let since = idleSince ?? now
        idleSince = since
        return (expired, now - since >= Self.lingerTime)
    }

    /// Whether clients are refused because of the end, or might be: another pull of this name does not begin yet.
    func isRemembered(at now: NIODeadline) -> Bool {
        guard case .over(let end, let time) = state else { return true }
        return end.problem != nil && now - time < Self.refusalTime
    }

    // MARK: Upstream

    /// The path of the hello that this relay sends upstream: that of a relay that waits for it, and this relay.
    mutating func path(using generator: inout some RandomNumberGenerator) -> RelayPath {
        let paths = sendsNoPath ? [] : waiting.values.compactMap(\.path)
        (sentPath, sendsNoPath) = (nil, false)
        guard let path = paths.randomElement(using: &generator), let longer = try? RelayPath(path.relays + [relay])
        else {
            return RelayPath(relay)
        }
        sentPath = path
        return longer
    }

    /// The relay upstream has refused the last hello with ``ErrorCode/relayLoop``. A client can invent its path, so only
    /// those with the path of that hello are refused, and the next hello has none: each invented path costs the others
    /// one attempt at most.
    ///
    /// - Returns: The clients to refuse; `nil` if the hello named this relay alone, so that no other helps.
    mutating func pathRefused() -> [Waiting]? {
        guard let path = sentPath, !isOver else { return nil }
        (sentPath, sendsNoPath) = (nil, true)
        return takeWaiting { $0.path == path }
    }

    /// The relay upstream has welcomed this relay.
    ///
    /// - Parameter frameLimit: Bytes of payload that this relay takes in a frame.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/relayLoop`` if the stream passes this relay already, and with
    ///   ``ErrorCode/messageTooLong`` if its frames may be too long.
    mutating func welcomed(_ welcome: Welcome, frameLimit: Int) throws(ProtocolError) -> Welcoming {
        guard welcome.path?.contains(relay) != true else { throw .upstreamLoop }
        guard Int(welcome.maximumFrameLength) <= frameLimit else {
            throw .upstreamFrameTooLong(welcome.maximumFrameLength, limit: frameLimit)
        }
        sentPath = nil
        let identity = Identity(instance: welcome.streamInstance, frameLength: welcome.maximumFrameLength)
        guard case .taking(let earlier, let path, var publication) = state else {
            guard !isOver else { return .resume(pathHasChanged: false) }
            state = .taking(identity, welcome.path, PulledPublication(welcome.state))
            return .begin(replacesEarlier: false)
        }
        guard earlier == identity else {
            state = .taking(identity, welcome.path, PulledPublication(welcome.state))
            return .begin(replacesEarlier: true)
        }
        publication.resume(welcome.state)
        state = .taking(identity, welcome.path, publication)
        return .resume(pathHasChanged: path != welcome.path)
    }

    /// A message of the stream arrived. Clock offsets are relative to this relay's clock already.
    ///
    /// - Throws: ``ProtocolError`` for a message that a relay must not send to this one.
    mutating func receive(
        _ message: ProtocolMessage,
        at now: NIODeadline,
        allocator: ByteBufferAllocator
    ) throws(ProtocolError) -> PulledPublication.Step {
        guard case .taking(let identity, let path, var publication) = state else { return PulledPublication.Step() }
        // Otherwise the value is copied with each frame.
        state = .connecting
        defer { state = .taking(identity, path, publication) }
        switch message {
        case .frame(let frame): return try publication.receive(frame, at: now, allocator: allocator)
        case .tracks(let table): return try publication.receive(table, at: now)
        case .gap(let gap): return try publication.receive(gap, at: now)
        case .streamState(let state): return publication.receive(state)
        case .clockOffset(let offset): return try publication.receive(offset, at: now)
        default: throw ProtocolError(.unexpectedMessage, "A \(message.type) message came to a relay downstream.")
        }
    }

    /// The stream is no longer taken.
    ///
    /// - Returns: The clients that wait; `nil` if the stream was over already.
    mutating func end(_ end: PullEnd, at now: NIODeadline) -> [Waiting]? {
        guard !isOver else { return nil }
        state = .over(end, at: now)
        return takeWaiting()
    }
}
