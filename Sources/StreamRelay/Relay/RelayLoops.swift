import NIOCore

/// The relay's state on every event loop of its group, made and ended together.
struct RelayLoops: Sendable {
    private let loops: [ObjectIdentifier: NIOLoopBound<RelayLoop>]
    let eventLoops: [any EventLoop]

    /// - Throws: ``RelayError`` where frames cannot be fanned out as the configuration says.
    static func start(on group: any EventLoopGroup, core: RelayCore) async throws -> RelayLoops {
        var loops: [ObjectIdentifier: NIOLoopBound<RelayLoop>] = [:]
        for eventLoop in group.makeIterator() {
            // They all choose the same, and it is told once.
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

    /// Stops the timers, and reports what was moved since they last ran.
    func stop() async throws {
        for eventLoop in eventLoops {
            try await eventLoop.submit { self[eventLoop]?.stop() }.get()
        }
    }

    /// Says goodbye on every connection.
    ///
    /// - Returns: What is fulfilled on `eventLoop` once all of them are closed.
    func drain(on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
        let farewells = eventLoops.map { eventLoop in
            eventLoop.flatSubmit { self[eventLoop]?.drain() ?? eventLoop.makeSucceededVoidFuture() }
        }
        return .andAllComplete(farewells, on: eventLoop)
    }

    /// Asks every loop for something, all at the same time.
    func each<Result: Sendable>(_ ask: @escaping @Sendable (RelayLoop) -> Result) async -> [Result] {
        let answers = eventLoops.map { eventLoop in
            eventLoop.submit { self[eventLoop].map(ask) }
        }
        var results: [Result] = []
        for answer in answers {
            // A loop that has been shut down has nothing to tell.
            if let result = try? await answer.get() { results.append(result) }
        }
        return results
    }

    /// The state of this loop; to be called on it.
    subscript(eventLoop: any EventLoop) -> RelayLoop? {
        loops[ObjectIdentifier(eventLoop)]?.value
    }
}
