import NIOCore

/// The relay's state on every event loop of its group.
struct RelayLoops: Sendable {
    private let loops: [ObjectIdentifier: NIOLoopBound<RelayLoop>]
    let eventLoops: [any EventLoop]

    /// - Throws: ``RelayError`` if this system does not support the configured fan-out.
    static func start(on group: any EventLoopGroup, core: RelayCore) async throws -> RelayLoops {
        var loops: [ObjectIdentifier: NIOLoopBound<RelayLoop>] = [:]
        for eventLoop in group.makeIterator() {
            // All loops choose the same, so only the first logs it.
            let logger = loops.isEmpty ? core.logger : nil
            loops[ObjectIdentifier(eventLoop)] = try await eventLoop.submit {
                let writer = try core.configuration.fanOut.makeWriter(logger: logger)
                let loop = RelayLoop(eventLoop: eventLoop, core: core, writer: writer)
                loop.start()
                return NIOLoopBound(loop, eventLoop: eventLoop)
            }.get()
        }
        return RelayLoops(loops: loops, eventLoops: Array(group.makeIterator()))
    }

    /// Stops the timers, and reports the traffic since they last fired.
    func stop() async throws {
        for eventLoop in eventLoops {
            try await eventLoop.submit { self[eventLoop]?.stop() }.get()
        }
    }

    /// Says goodbye on every connection.
    ///
    /// - Parameter handsOver: Whether other relays take the streams over, one after the other; see ``Handover``.
    /// - Returns: A future on `eventLoop` that is fulfilled when all of them are closed.
    func drain(on eventLoop: any EventLoop, handsOver: Bool) -> EventLoopFuture<Void> {
        // All event loops count from one moment.
        let handover = handsOver ? NIODeadline.now() : nil
        let drains = eventLoops.map { eventLoop in
            eventLoop.flatSubmit { self[eventLoop]?.drain(handover: handover) ?? eventLoop.makeSucceededVoidFuture() }
        }
        return .andAllComplete(drains, on: eventLoop)
    }

    /// Runs `ask` on every event loop, all at the same time.
    func each<Result: Sendable>(_ ask: @escaping @Sendable (RelayLoop) -> Result) async -> [Result] {
        let answers = eventLoops.map { eventLoop in
            eventLoop.submit { self[eventLoop].map(ask) }
        }
        var results: [Result] = []
        for answer in answers {
            // An event loop that was shut down returns nothing.
            if let result = try? await answer.get() { results.append(result) }
        }
        return results
    }

    /// The state of this event loop. To be called on it.
    subscript(eventLoop: any EventLoop) -> RelayLoop? {
        loops[ObjectIdentifier(eventLoop)]?.value
    }
}
