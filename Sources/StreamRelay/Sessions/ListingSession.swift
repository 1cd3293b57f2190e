import NIOCore
import StreamProtocol

/// The relay's side of a client that lists streams. Belongs to its event loop.
///
/// The session pays for its work from an allowance of its own. A list of many streams takes longer then, and never ends
/// the connection.
final class ListingSession {
    /// The most messages of a turn: what NIO holds for a client that does not read.
    static let messagesPerTurn = 16

    private let connection: Connection
    private let token: AccessToken?
    private var cursor: ListCursor
    private var allowance: TokenBucket
    private var nextTokenCheck: NIODeadline
    private var isCheckingToken = false
    private var unsentMessages = UnsentMessages()
    /// The bytes that the channel held at the last look, and when their number last changed.
    private var unsent: (bytes: Int, since: NIODeadline)

    private var core: RelayCore { connection.loop.core }

    private init(_ hello: Hello, _ permissions: Permissions, _ connection: Connection) {
        self.connection = connection
        token = hello.token
        cursor = ListCursor(hello.stream, visibleBy: permissions.watch)
        allowance = TokenBucket(burst: Connection.controlTrafficBurst, now: .now())
        nextTokenCheck = .now() + connection.loop.core.setting { $0.pingInterval }
        unsent = (0, .now())
    }

    /// Admits a client to the list.
    ///
    /// - Throws: ``ProtocolError`` where memory is short, or the client has asked for too much.
    static func begin(
        _ hello: Hello,
        _ permissions: Permissions,
        _ connection: Connection
    ) throws(ProtocolError) -> (ListingSession, Welcome) {
        let core = connection.loop.core
        try core.checkMemory()
        try connection.charge(WorkCost.join, at: .now())
        return (ListingSession(hello, permissions, connection), core.welcomeToList())
    }

    /// The messages that the client is sent now; none while it has not read the earlier ones.
    ///
    /// - Parameter unsent: Bytes that the channel holds.
    func takeTurn(unsent: Int, at now: NIODeadline) -> [StreamList] {
        guard unsent == 0 else { return [] }
        let directory = core.streamDirectory(at: now)
        var messages: [StreamList] = []
        var changes = ListCursor.changesPerTurn
        while changes > 0, messages.count < Self.messagesPerTurn, !cursor.isCurrent(in: directory) {
            let (rate, burst) = (Connection.controlTrafficPerSecond, Connection.controlTrafficBurst)
            guard allowance.hasTokens(rate: rate, burst: burst, now: now) else { break }
            let (message, count) = cursor.next(in: directory, atMost: changes)
            changes -= count
            allowance.takeUnconditionally(cost(of: message, count), rate: rate)
            if let message { messages.append(message) }
        }
        return messages
    }

    private func cost(of message: StreamList?, _ changes: Int) -> Int {
        let bytes = message?.entries.reduce(0) { $0 + $1.length } ?? 0
        let comparisons = changes * max(1, cursor.patterns.count)
        return comparisons * WorkCost.comparedName + bytes / WorkCost.contentBytesPerByte + WorkCost.message
    }

    // MARK: Memory

    /// The channel holds this many bytes now.
    func updateUnsent(_ bytes: Int, at now: NIODeadline) {
        unsentMessages.update(bytes, in: core.memory)
        if bytes != unsent.bytes { unsent = (bytes, now) }
    }

    /// Bytes that wait in this process, and how long the client has taken none of them.
    func backlog(at now: NIODeadline) -> (bytes: Int, idle: TimeAmount) {
        (unsentMessages.bytes, unsent.bytes == 0 ? .zero : now - unsent.since)
    }

    /// The session has ended.
    ///
    /// - Returns: The messages that the channel still holds.
    func close() -> UnsentMessages { unsentMessages }

    // MARK: The token

    /// Checks the token again, if that is due: the rules may have changed, and the token may have expired. A relay that
    /// cannot check it now does so later.
    ///
    /// - Parameter end: Is called on the event loop if the client may list streams no longer.
    func checkToken(at now: NIODeadline, _ end: @escaping (ProtocolError) -> Void) {
        guard !isCheckingToken, now >= nextTokenCheck else { return }
        isCheckingToken = true
        nextTokenCheck = now + core.setting { $0.pingInterval }
        connection.admit(token).assumeIsolated().whenComplete { [self] result in
            if let error = tokenChecked(result) { end(error) }
        }
    }

    /// - Returns: Why the client may list streams no longer; `nil` if it may, or if that is not known now.
    private func tokenChecked(_ result: Result<Permissions, any Error>) -> ProtocolError? {
        isCheckingToken = false
        do {
            let permissions = try result.get()
            try permissions.check(.list, .empty)
            cursor.apply(permissions.watch)
            return nil
        } catch let error as ProtocolError {
            return error.code == .overloaded ? nil : error
        } catch {
            return nil
        }
    }
}

extension ListingSession: Equatable {
    static func == (a: ListingSession, b: ListingSession) -> Bool { a === b }
}
