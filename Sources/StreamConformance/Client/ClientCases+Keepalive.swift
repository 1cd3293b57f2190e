import Platform

extension ClientCases {
    static let keepalive: [Case] = [
        Case("ping/answer", "Ping and pong", "A ping is answered at once, with its time, whatever that is.") { trial in
            let (peer, _) = try await trial.welcomed()
            for sent: Int64 in [0, 1, -1, .max, .min, 0x0102_0304_0506_0708] {
                await peer.send(Wire.ping(sent))
                try await expectPong(sent, peer)
            }
        },
        Case("ping/each", "Ping and pong", "Each ping is answered, when many come together.") { trial in
            let (peer, _) = try await trial.welcomed()
            await peer.send(Array((0..<50).map { Wire.ping($0) }.joined()))
            for sent in 0..<50 { try await expectPong(Int64(sent), peer) }
        },
        Case("ping/clock", "Ping and pong", "A pong has the wall clock of the side that answers.", isAlone: true) {
            trial in
            let (peer, _) = try await trial.welcomed()
            let before = SystemClock.wallTime
            let first = try await peer.expectAlive()
            try await Task.sleep(for: .seconds(1))
            let second = try await peer.expectAlive()
            let passed = SystemClock.wallTime - before
            for pong in [first, second] {
                guard pong.answered >= pong.received else { throw Finding("A pong left before its ping came.") }
            }
            let counted = second.received &- first.received
            guard counted >= 990_000, counted <= passed + 10_000 else {
                throw Finding("Between two pongs the clock counted \(counted) µs in \(passed) µs.")
            }
        },
        Case("ping/unknown-pong", "Ping and pong", "A pong that repeats no ping that waits is ignored.") { trial in
            let (peer, _) = try await trial.welcomed()
            for sent: Int64 in [0, 7, -1, .max, .min] {
                await peer.send(Wire.pong(sent, received: .min, answered: .max))
            }
            try await peer.expectAlive()
        },
        Case("ping/wild-pong", "Ping and pong", "A pong may have any times: the relay's clock need not be right.") {
            trial in
            let (peer, _) = try await trial.welcomed()
            peer.answersPings = false
            try await answerPings(peer, for: .milliseconds(1500)) { sent in
                Wire.pong(sent, received: .min, answered: .max) + Wire.pong(sent, received: .max, answered: .min)
            }
            try await peer.expectAlive()
        },
        Case(
            "silence/gives-up",
            "Keepalive and timeouts",
            "A client gives up after three ping intervals without activity, and not before.",
            deadline: .seconds(40)
        ) { trial in
            let (peer, _) = try await trial.hello()
            peer.answersPings = false
            let began = ContinuousClock().now
            await peer.welcome(Welcome(epoch: 1, pingInterval: 600))
            guard try await isGone(peer) else { throw NotApplicable("The client does not give up for silence.") }
            let passed = ContinuousClock().now - began
            guard passed > .milliseconds(1700) else { throw Finding("The client gave up after \(passed).") }
        },
        Case(
            "silence/comes-back",
            "Reconnecting",
            "A client that gave up for silence connects again.",
            deadline: .seconds(60)
        ) { trial in
            try trial.requireReconnection()
            let (peer, _) = try await trial.hello()
            peer.answersPings = false
            await peer.welcome(Welcome(epoch: 1, pingInterval: 300))
            guard try await isGone(peer) else { throw NotApplicable("The client does not give up for silence.") }
            await peer.close()
            _ = try await trial.welcomed()
        },
        Case(
            "silence/bytes",
            "Keepalive and timeouts",
            "Everything that a client receives is activity, also a part of a message.",
            deadline: .seconds(30)
        ) { trial in
            let (peer, _) = try await trial.hello()
            peer.answersPings = false
            await peer.welcome(Welcome(epoch: 1, pingInterval: 600))
            // Each byte alone comes well within the three intervals; all of them take longer.
            for byte in Wire.message(.unknown, [1, 2]) {
                await peer.send([byte])
                try await Task.sleep(for: .milliseconds(400))
            }
            try await peer.expectAlive()
        },
        Case(
            "silence/long-interval",
            "Keepalive and timeouts",
            "A client takes the longest ping interval."
        ) { trial in
            let (peer, _) = try await trial.welcomed(Welcome(epoch: 1, pingInterval: .max))
            try await Task.sleep(for: .seconds(1))
            try await peer.expectAlive()
        },
    ]

    /// Whether a client gives up within 20 s, as it should and need not.
    private static func isGone(_ peer: Peer) async throws -> Bool {
        do {
            try await peer.expectGone(within: .seconds(20))
            return true
        } catch is Finding {
            return false
        }
    }

    /// Reads for a while, and answers each ping of the client as told.
    static func answerPings(_ peer: Peer, for time: Duration, _ answer: (Int64) -> [UInt8]) async throws {
        let deadline = ContinuousClock().now + time
        while let next = try await peer.poll(max(.zero, deadline - ContinuousClock().now)) {
            switch next {
            case .message(let message) where message.type == .ping: await peer.send(answer(try Ping(message).sent))
            case .end(let end): throw Finding("The connection ended (\(end)).")
            default: continue
            }
        }
    }
}
