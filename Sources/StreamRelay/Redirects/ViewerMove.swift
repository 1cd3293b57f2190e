import NIOCore
import StreamProtocol

/// How many viewers of a stream an operator has sent to another relay.
public struct MovedViewers: Hashable, Sendable {
    /// Viewers that were sent to the other relay.
    public var moved = 0
    /// Viewers that stay, because they cannot follow: players over HTTP, relays, pages without a token, and viewers
    /// over TLS where the address is one without.
    public var left = 0

    mutating func add(_ other: MovedViewers) {
        moved += other.moved
        left += other.left
    }
}

extension RelayControl {
    /// Goodbyes that an event loop sends before it looks at its sockets again. An estimate: at 30 µs each they take the
    /// 2 ms that all viewers which catch up have together (``TurnBudget``).
    static let goodbyesPerTurn = 64

    /// Sends the viewers of a stream to another relay. The publisher stays, and so do viewers that cannot follow a
    /// redirect. Clients that come later are served here.
    ///
    /// - Returns: `nil` if there is no such stream.
    public func moveViewers(of name: StreamName, to target: RedirectTarget) async -> MovedViewers? {
        guard let stream = core.registry.stream(name), let loops = core.loops else { return nil }
        return await withTaskGroup(of: MovedViewers.self) { group in
            for eventLoop in loops.eventLoops {
                group.addTask { await Self.move(stream, to: target, on: eventLoop, of: loops) }
            }
            return await group.reduce(into: MovedViewers()) { $0.add($1) }
        }
    }

    /// Each step is a task of its own, so that the event loop serves its sockets between them.
    private static func move(
        _ stream: Stream,
        to target: RedirectTarget,
        on eventLoop: any EventLoop,
        of loops: RelayLoops
    ) async -> MovedViewers {
        var total = MovedViewers()
        // An event loop that was shut down has no viewers.
        guard let viewers = try? await eventLoop.submit({ loops[eventLoop]?.viewers(of: stream) ?? [] }).get() else {
            return total
        }
        for start in stride(from: 0, to: viewers.count, by: goodbyesPerTurn) {
            let next = viewers[start..<min(start + goodbyesPerTurn, viewers.count)]
            let step = eventLoop.submit { loops[eventLoop]?.move(next, of: stream, to: target) ?? MovedViewers() }
            guard let part = try? await step.get() else { break }
            total.add(part)
        }
        return total
    }
}

extension RelayLoop {
    /// The numbers of the connections with viewers of a stream.
    fileprivate func viewers(of stream: Stream) -> [UInt64] {
        connections.values.filter { $0.session?.watches(stream) == true }.map(\.id)
    }

    /// Sends those of the viewers that are still there to another relay.
    fileprivate func move(
        _ viewers: ArraySlice<UInt64>,
        of stream: Stream,
        to target: RedirectTarget
    ) -> MovedViewers {
        var result = MovedViewers()
        for id in viewers {
            guard let connection = connections[id], let session = connection.session, session.watches(stream) else {
                continue
            }
            let ending = target.ending(
                isEncrypted: connection.isEncrypted,
                reason: "The operator has moved the viewers of '\(stream.name)' to another relay; connect to that one."
            )
            if let ending, session.viewer?.isRelay == false, connection.mayBeRedirected(over: session.channel.carrier) {
                session.end(with: ending)
                core.metrics.redirected()
                result.moved += 1
            } else {
                result.left += 1
            }
        }
        return result
    }
}
