extension RelayCases {
    static let keepalive: [Case] = [
        Case(
            "keepalive/handshake",
            "Keepalive and timeouts",
            "A connection without a hello ends with handshake-timeout after 10 seconds.",
            deadline: .seconds(60)
        ) { trial in
            let hello = Wire.hello(.subscribe, trial.stream)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for bytes in [Wire.preface, Wire.preface + hello[..<30]] {
                    group.addTask {
                        try await trial.expectTimeout { peer in
                            await peer.send(bytes)
                            try await peer.expectEnding("handshake-timeout", within: .seconds(20))
                        }
                    }
                }
                try await group.waitForAll()
            }
        },
        Case(
            "keepalive/silent-publisher",
            "Keepalive and timeouts",
            "A publisher without activity for three ping intervals ends with silent.",
            deadline: .seconds(120)
        ) { trial in
            let began = ContinuousClock().now
            try await trial.expectSilent(try await trial.publisher().peer, since: began)
        },
        Case(
            "keepalive/silent-viewer",
            "Keepalive and timeouts",
            "Other messages of a viewer than pongs are no activity.",
            deadline: .seconds(120)
        ) { trial in
            let began = ContinuousClock().now
            try await trial.expectSilent(try await trial.viewer().peer, since: began) { peer in
                await peer.send(Wire.receiverReport(), Wire.ping(1), Wire.pong(7, received: 0, answered: 0))
            }
        },
        Case(
            "keepalive/pongs",
            "Keepalive and timeouts",
            "A viewer that answers pings stays, also without frames.",
            deadline: .seconds(120)
        ) { trial in
            let viewer = try await trial.viewer()
            let interval = try trial.interval(viewer.peer)
            try await viewer.expectSilence(interval * 5)
            guard viewer.peer.pings >= 3 else { throw Finding("Only \(viewer.peer.pings) pings came.") }
        },
        Case(
            "keepalive/every-byte",
            "Keepalive and timeouts",
            "Every byte of a publisher is activity, also within a message.",
            deadline: .seconds(120)
        ) { trial in
            let publisher = try await trial.publisher()
            publisher.peer.answersPings = false
            let interval = try trial.interval(publisher.peer)
            let frame = FrameFields(0, payload: [UInt8](repeating: 1, count: 20)).bytes
            await publisher.peer.send(Array(frame[..<40]))
            for byte in frame[40..<50] {
                try await Task.sleep(for: interval / 2)
                await publisher.peer.send([byte])
            }
            await publisher.peer.send(Array(frame[50...]))
            try await publisher.peer.expectAlive()
        },
    ]
}

extension RelayCases {
    /// Over WebSocket, the relay has received the opening at least.
    static let nothingReceived = Case(
        "keepalive/nothing-received",
        "Keepalive and timeouts",
        "A connection on which nothing was received is closed without an answer.",
        deadline: .seconds(60)
    ) { trial in
        try await trial.expectTimeout { peer in
            guard case .end? = try await peer.poll(.seconds(20)) else {
                throw Finding("The connection was not closed without an answer.")
            }
        }
    }
}

extension RelayTrial {
    /// The ping interval of a connection, if it is short enough for a test.
    func interval(_ peer: Peer) throws -> Duration {
        let interval = Duration.milliseconds(Int(peer.welcome?.pingInterval ?? 0))
        guard interval <= .seconds(10) else { throw NotApplicable("The ping interval is \(interval).") }
        return interval
    }

    /// The relay must end a connection that does not finish its handshake after 10 seconds.
    func expectTimeout(_ body: (Peer) async throws -> Void) async throws {
        let clock = ContinuousClock()
        let began = clock.now
        try await body(try await connect())
        let taken = clock.now - began
        guard taken >= .milliseconds(9500), taken < .seconds(15) else {
            throw Finding("The connection ended after \(taken), not after 10 seconds.")
        }
    }

    /// The relay must end a connection with `silent` in time; until then, `meanwhile` is done every half interval.
    ///
    /// - Parameter began: A time before the connection.
    func expectSilent(
        _ peer: Peer,
        since began: ContinuousClock.Instant,
        meanwhile: (Peer) async -> Void = { _ in }
    ) async throws {
        peer.answersPings = false
        let interval = try interval(peer)
        let clock = ContinuousClock()
        // It may notice this up to two ping intervals and four seconds later.
        let latest = clock.now + interval * 5 + .seconds(6)
        while clock.now < latest {
            await meanwhile(peer)
            let wake = clock.now + interval / 2
            while let received = try await peer.poll(max(.zero, wake - clock.now)) {
                switch received {
                case .message(let message) where message.type == .error:
                    let code = EndingCode.name(try EndingFields(message).code)
                    guard code == "silent" else { throw Finding("The connection ended with \(code), not silent.") }
                    guard clock.now - began >= interval * 3 else {
                        throw Finding("The connection ended with silent after \(clock.now - began) already.")
                    }
                    return
                case .end: throw Finding("The connection ended without silent.")
                default: continue
                }
            }
        }
        throw Finding("The connection stayed open for \(clock.now - began) without activity.")
    }
}
