import Platform

/// What a case expects next. Pings are answered, and prefaces and messages of unknown types are passed over.
extension Peer {
    /// The next message that is no ping and has a known type.
    ///
    /// - Throws: ``Finding`` if the connection ends before, or nothing comes in time.
    package func message(_ time: Duration = patience) async throws -> Message {
        guard let message = try await pollMessage(time) else { throw Finding("Nothing came within \(time).") }
        return message
    }

    /// The same; `nil` if nothing comes in time.
    package func pollMessage(_ time: Duration = patience) async throws -> Message? {
        let deadline = ContinuousClock().now + time
        while true {
            switch try await poll(max(.zero, deadline - ContinuousClock().now)) {
            case nil: return nil
            case .preface: continue
            case .message(let message) where message.type == .ping || !message.type.isKnown: continue
            case .message(let message) where message.type == .arrivals && skipsArrivals: continue
            case .message(let message): return message
            case .end(let end): throw Finding("The connection ended (\(end)), and a message was expected.")
            }
        }
    }

    /// The next message, which must have this type. Types to ignore may come before.
    @discardableResult
    package func expect(
        _ type: MessageNumber,
        ignoring: Set<MessageNumber> = [],
        within time: Duration = patience
    ) async throws -> Message {
        let deadline = ContinuousClock().now + time
        while true {
            guard let message = try await pollMessage(max(.zero, deadline - ContinuousClock().now)) else {
                throw Finding("A message '\(type)' was expected, and none came within \(time).")
            }
            if message.type == type { return message }
            guard ignoring.contains(message.type) else {
                throw Finding("A message '\(type)' was expected, and \(Self.words(for: message)) came.")
            }
        }
    }

    static func words(for message: Message) -> String {
        guard message.type == .error || message.type == .goodbye, let ending = try? EndingFields(message) else {
            return "'\(message.type)'"
        }
        return "'\(message.type)' with \(EndingCode.name(ending.code))" + words(for: ending)
    }

    /// The reason in brackets, if there is one.
    private static func words(for ending: EndingFields) -> String {
        ending.reason.isEmpty ? "" : " (\(ending.reason))"
    }

    /// The preface, which must be the first that comes, and offer version 1.
    package func expectPreface() async throws {
        guard case .preface(let lowest, let highest) = try await next() else {
            throw Finding("No preface came.", Clause("Preface and version"))
        }
        guard lowest <= 1, highest >= 1 else {
            throw Finding("The preface has the versions \(lowest) to \(highest).", Clause("Preface and version"))
        }
    }

    /// The welcome, which must be the first message.
    @discardableResult
    package func expectWelcome() async throws -> Welcome { try Welcome(await expect(.welcome)) }

    /// An error or goodbye with this code, and the end of the connection behind it. Other messages may come before.
    @discardableResult
    package func expectEnding(_ names: String..., within time: Duration = patience) async throws -> EndingFields {
        let ending = try await ending(within: time)
        guard names.contains(EndingCode.name(ending.code)) else {
            throw Finding(
                "The connection ended with \(EndingCode.name(ending.code))\(Self.words(for: ending)), not with "
                    + names.joined(separator: " or ") + "."
            )
        }
        try await expectNothingBehind()
        return ending
    }

    /// The next error or goodbye, whatever comes before.
    package func ending(within time: Duration = patience) async throws -> EndingFields {
        let deadline = ContinuousClock().now + time
        while true {
            switch try await poll(max(.zero, deadline - ContinuousClock().now)) {
            case nil: throw Finding("Neither an error nor a goodbye came within \(time).")
            case .message(let message) where message.type == .error || message.type == .goodbye:
                return try EndingFields(message)
            case .preface, .message: continue
            case .end(let end):
                throw Finding("The connection ended (\(end)) without an error or a goodbye.", Clause("Closing"))
            }
        }
    }

    /// The other side must close its sending direction now, and send nothing before that.
    package func expectNothingBehind() async throws {
        switch try await poll() {
        case .end(.reset): throw Finding("The connection was reset after its last message.", Clause("Closing"))
        case .end(.truncated) where carrier == .tls:
            throw Finding("The connection ended without close_notify.", Clause("TLS"))
        case .end(.truncated) where carrier.isWebSocket:
            throw Finding("The connection ended without a close frame.", Clause("WebSocket"))
        case .end: return
        case .message(let message): throw Finding("\(Self.words(for: message)) came after the end.", Clause("Closing"))
        case .preface: return
        case nil:
            throw Finding("The connection stayed open for \(Self.patience) after its last message.", Clause("Closing"))
        }
    }

    /// The connection must end without an error and without a goodbye.
    package func expectClose(within time: Duration = patience) async throws {
        let deadline = ContinuousClock().now + time
        while true {
            switch try await poll(max(.zero, deadline - ContinuousClock().now)) {
            case nil: throw Finding("The connection stayed open for \(time).")
            case .end: return
            case .message(let message) where message.type == .error || message.type == .goodbye:
                throw Finding("\(Self.words(for: message)) came, and only the end was expected.")
            case .preface, .message: continue
            }
        }
    }

    /// No message of a known type but pings may come for a while.
    package func expectSilence(_ time: Duration = silence, ignoring: Set<MessageNumber> = []) async throws {
        let deadline = ContinuousClock().now + time
        while let message = try await pollMessage(max(.zero, deadline - ContinuousClock().now)) {
            guard ignoring.contains(message.type) else {
                throw Finding("\(Self.words(for: message)) came, and nothing was expected.")
            }
        }
    }

    /// The other side must still be there: it answers a ping. Other messages may come before.
    @discardableResult
    package func expectAlive() async throws -> Pong {
        let sent = SystemClock.wallTime
        await send(Wire.ping(sent))
        let deadline = ContinuousClock().now + Self.patience
        while let message = try await pollMessage(max(.zero, deadline - ContinuousClock().now)) {
            if message.type == .pong, try Pong(message).sent == sent { return try Pong(message) }
            guard message.type != .error, message.type != .goodbye else {
                throw Finding("\(Self.words(for: message)) came, and a pong was expected.")
            }
        }
        throw Finding("A ping was not answered within \(Self.patience).", Clause("Ping and pong"))
    }
}
