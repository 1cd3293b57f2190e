import Platform

extension ClientCases {
    /// How an ending is marked, and what follows.
    private struct Ending: Sendable {
        let name: String
        let code: UInt16
        let flags: UInt8
        let comesBack: Bool
        var type: MessageNumber { code >> 8 == 0 ? .goodbye : .error }
    }

    private static let codes: [Ending] =
        [
            ("done", 0x0000, 0), ("draining", 0x0002, 1), ("malformed-message", 0x0102, 0),
            ("handshake-timeout", 0x0106, 1), ("silent", 0x0107, 1), ("unauthorized", 0x0201, 0),
            ("forbidden", 0x0202, 0), ("stream-taken", 0x0204, 0), ("dismissed", 0x0206, 0),
            ("too-many-connections", 0x0300, 1), ("rate-exceeded", 0x0303, 1), ("internal-fault", 0x0400, 1),
            ("overloaded", 0x0401, 1),
            // The flag in the message decides, not the column of the table.
            ("draining-final", 0x0002, 0), ("malformed-retryable", 0x0102, 1), ("stream-taken-retryable", 0x0204, 1),
            ("overloaded-final", 0x0401, 0), ("reserved-flags", 0x0401, 0xFE),
            // Codes that are not registered count by their class and the flag.
            ("unknown-retryable", 0x02FE, 1), ("unknown-final", 0x04FE, 0), ("unknown-class", 0x7F01, 1),
            ("redirect-nowhere", 0x0003, 1), ("redirect-nowhere-final", 0x0003, 0),
        ].map { Ending(name: $0.0, code: $0.1, flags: $0.2, comesBack: $0.2 & 1 != 0) } + [
            Ending(name: "end-of-stream", code: 0x0001, flags: 0, comesBack: false),
            Ending(name: "end-of-stream-retryable", code: 0x0001, flags: 1, comesBack: false),
            Ending(name: "replaced", code: 0x0004, flags: 0, comesBack: false),
            Ending(name: "replaced-retryable", code: 0x0004, flags: 1, comesBack: false),
        ]

    static let endings: [Case] =
        codes.map { ending in
            Case("endings/\(ending.name)", "Reconnecting", rule(ending)) { trial in
                let (peer, _) = try await trial.welcomed()
                try await peer.expectAlive()
                try await end(trial, peer, ending)
            }
        }
        + codes.filter { [0x0201, 0x0401, 0x02FE, 0x0003].contains($0.code) }.map { ending in
            Case("endings/first-\(ending.name)", "Welcome", rule(ending) + " It may come in place of a welcome.") {
                trial in
                let (peer, _) = try await trial.hello()
                await peer.send(Wire.preface)
                try await end(trial, peer, ending)
            }
        } + [lost, retryAfter, growing, otherMessage, longReason]

    private static func rule(_ ending: Ending) -> String {
        let flag = ending.flags & 1 != 0 ? "with" : "without"
        let what = ending.comesBack ? "connects again" : "does not connect again"
        return "A client \(what) after the code \(hex(ending.code)) \(flag) the flag 'retryable'."
    }

    private static func end(_ trial: ClientTrial, _ peer: Peer, _ ending: Ending) async throws {
        if ending.comesBack { try trial.requireReconnection() } else { try trial.requireStart() }
        let bytes = Wire.ending(ending.type, code: ending.code, flags: ending.flags, reason: "A reason \u{1B}[2J.")
        await peer.send(bytes)
        await peer.finishSending()
        try await peer.expectGone()
        await peer.close()
        guard ending.comesBack else { return try await trial.expectFinal() }
        _ = try await trial.hello()
    }

    private static let lost = Case(
        "endings/lost",
        "Closing",
        "A connection that closes without an error or a goodbye was lost, and a client connects again."
    ) { trial in
        try trial.requireReconnection()
        let (peer, _) = try await trial.welcomed()
        try await peer.expectAlive()
        await peer.finishSending()
        try await peer.expectGone()
        await peer.close()
        let (second, _) = try await trial.welcomed()
        try await second.expectAlive()
        await second.reset()
        _ = try await trial.welcomed()
    }

    private static let retryAfter = Case(
        "endings/retry-after",
        "Reconnecting",
        "A client waits for 'retry after' before it connects again.",
        deadline: .seconds(40)
    ) { trial in
        try trial.requireReconnection()
        let (peer, _) = try await trial.welcomed()
        try await peer.expectAlive()
        let end = ContinuousClock().now + .milliseconds(2500)
        await peer.send(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 2500))
        await peer.finishSending()
        try await trial.expectNoConnection(for: end - ContinuousClock().now)
        _ = try await trial.hello()
    }

    private static let growing = Case(
        "endings/waits",
        "Reconnecting",
        "Without 'retry after', a client waits for a random time that grows.",
        deadline: .seconds(60)
    ) { trial in
        try trial.requireReconnection()
        var began: ContinuousClock.Instant?
        for _ in 0..<5 {
            let (peer, _) = try await trial.hello()
            began = began ?? ContinuousClock().now
            await peer.close()
        }
        _ = try await trial.hello()
        let passed = began.map { ContinuousClock().now - $0 } ?? .zero
        // The times of the document would take four seconds on average.
        guard passed > .milliseconds(400) else { throw Finding("Five attempts took \(passed) in all.") }
    }

    private static let otherMessage = Case(
        "endings/as-error",
        "Error and goodbye",
        "A receiver looks only at the code, so an error with 'end-of-stream' ends a stream."
    ) { trial in
        try trial.requireStart()
        let (peer, _) = try await trial.welcomed()
        await peer.send(Wire.ending(.error, code: 1, flags: 1))
        await peer.finishSending()
        try await peer.expectGone()
        try await trial.expectFinal()
    }

    private static let longReason = Case(
        "endings/reason-512",
        "Limits",
        "A reason may have 512 bytes, and an error unknown options."
    ) { trial in
        try trial.requireReconnection()
        let (peer, _) = try await trial.welcomed()
        let text = String(repeating: "ä", count: 256)
        let options = [Wire.option(0x3A3A, [1]), Wire.option(1, Array(text.utf8))]
        await peer.send(Wire.ending(.error, code: 0x0401, flags: 1, reason: text, options: options))
        await peer.finishSending()
        try await peer.expectGone()
        _ = try await trial.hello()
    }
}
