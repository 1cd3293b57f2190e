extension ClientCases {
    static func closing(_ carrier: Carrier) -> [Case] {
        [
            Case(
                "closing/receiver",
                "Closing",
                "The receiver of an error or a goodbye closes, also if the sender does not."
            ) { trial in
                let (peer, _) = try await trial.welcomed()
                try await peer.expectAlive()
                await peer.send(Wire.ending(.goodbye, code: 2, flags: 1))
                // A publisher at the end of its stream would read on; this one has not ended it.
                try await peer.expectGone(within: .seconds(4))
            },
            Case("closing/behind", "Error and goodbye", "What comes behind an error or a goodbye does not count.") {
                trial in
                try trial.requireReconnection()
                let (peer, _) = try await trial.welcomed()
                await peer.send(
                    Wire.ending(.error, code: 0x0401, flags: 1),
                    Wire.ending(.error, code: 0x0206),
                    Wire.message(.critical, [])
                )
                try await peer.expectGone()
                await peer.close()
                _ = try await trial.hello()
            },
            Case(
                "closing/interrupt",
                "Closing",
                "A client that its user stops sends a goodbye, and then closes its direction."
            ) { trial in
                let program = try trial.signalled()
                let (peer, hello) = try await trial.welcomed()
                try await peer.expectAlive()
                // A publisher has a stream to end once it has begun one.
                if hello.role == Role.publish.rawValue { try await expectFrame(peer) }
                program.interrupt()
                try await peer.expectEnding(hello.role == Role.publish.rawValue ? "end-of-stream" : "done")
                await peer.close()
                _ = try await trial.exitCode()
            },
            Case("closing/terminate", "Rules for a publisher", "A client that is stopped says goodbye.") { trial in
                let program = try trial.signalled()
                let (peer, hello) = try await trial.welcomed()
                try await peer.expectAlive()
                program.terminate()
                if hello.role == Role.publish.rawValue {
                    try await peer.expectEnding("end-of-stream", "done")
                } else {
                    try await peer.expectEnding("done")
                }
                await peer.close()
                _ = try await trial.exitCode()
            },
            Case(
                "closing/final-error-unread",
                "Closing",
                "A client takes a final error as the reason, also if its send fails."
            ) { trial in
                try trial.requireStart()
                let (peer, _) = try await trial.welcomed()
                try await peer.expectAlive()
                try await peer.setReading(false)
                await peer.send(Wire.ending(.error, code: 0x0206))
                await peer.finishSending()
                try await Task.sleep(for: .milliseconds(700))
                await peer.reset()
                try await trial.expectFinal()
            },
        ]
    }

    private static func expectFrame(_ peer: Peer) async throws {
        while try await peer.message().type != .frame {}
    }

    // MARK: Negative vectors

    /// Each negative vector for the role, in one piece and, if it is short, byte by byte.
    static func vectors(_ roles: Set<Role>) -> [Case] {
        let vectors = NegativeVector.ofClient.filter { $0.role.flatMap(RelayCases.role).map(roles.contains) ?? false }
        let whole = vectors.map { vector in
            Case("vectors/\(vector.slug)", vector.section, rule(vector)) { trial in
                try await run(vector, trial) { await $0.send($1) }
            }
        }
        let pieces = vectors.filter { $0.bytes(stream: ClientTrial.stream).count <= longestPieces }.map { vector in
            Case("pieces/\(vector.slug)", vector.section, rule(vector)) { trial in
                try await run(vector, trial) { peer, bytes in
                    try await peer.send(pieces: bytes.map { [$0] }, pause: .microseconds(50))
                }
            }
        }
        return whole + pieces
    }

    /// The longest vector that is sent byte by byte.
    private static let longestPieces = 200

    private static func rule(_ vector: NegativeVector) -> String {
        vector.error == "none"
            ? "The client has nothing against \(vector.name)."
            : "The client answers \(vector.name) with \(vector.error), or closes."
    }

    private static func run(
        _ vector: NegativeVector,
        _ trial: ClientTrial,
        send: (Peer, [UInt8]) async throws -> Void
    ) async throws {
        if vector.error != "none" { try trial.requireStart() }
        let (peer, hello) = try await trial.hello()
        guard vector.role.flatMap(RelayCases.role)?.rawValue == hello.role else {
            throw NotApplicable("The client has another role.")
        }
        try await send(peer, vector.bytes(stream: ClientTrial.stream))
        if vector.error == "none" {
            try await peer.expectAlive()
        } else {
            try await trial.expectFault(peer, vector.error)
        }
    }
}
