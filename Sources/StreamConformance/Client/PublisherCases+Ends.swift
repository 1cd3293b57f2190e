import Platform

extension PublisherCases {
    static let slow: [Case] = [
        Case(
            "slow/gaps",
            "Rules for a publisher",
            "A publisher whose connection is too slow leaves out whole groups of pictures, and names them.",
            deadline: .seconds(60)
        ) { trial in
            let ingest = try await TestIngest.begin(trial, Welcome(epoch: 1, pingInterval: 60_000, state: 0))
            try await ingest.frames(3)
            let before = ingest.account.frames.count
            try await ingest.peer.setReading(false)
            try await Task.sleep(for: .seconds(8))
            try await ingest.peer.setReading(true)
            try await ingest.read(for: .seconds(5))
            let account = ingest.account
            guard account.frames.count > before else { throw Finding("No frame came after the stop.") }
            guard !account.gaps.isEmpty || account.unnamed > 0 else {
                throw NotApplicable("The publisher had to leave out nothing in 8 s.")
            }
            guard !account.gaps.isEmpty else {
                throw NotApplicable("The publisher leaves out frames and names none; a relay does.")
            }
            guard account.unnamed == 0 else { throw Finding("\(account.unnamed) frames were left out and not named.") }
            guard account.gaps.allSatisfy({ $0.reason == 3 }) else {
                throw Finding("A gap of a publisher has another reason than 3.", Clause("Gap"))
            }
        },
        Case(
            "slow/short",
            "Rules for a publisher",
            "A relay that does not read for a moment loses no frame.",
            deadline: .seconds(40)
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(3)
            try await ingest.peer.setReading(false)
            try await Task.sleep(for: .milliseconds(300))
            try await ingest.peer.setReading(true)
            try await ingest.frames(25)
            guard ingest.account.gaps.isEmpty, ingest.account.unnamed == 0 else {
                throw Finding("Frames were left out.")
            }
        },
    ]

    static let ends: [Case] = [
        Case("end/waits", "Closing", "A publisher reads after 'end-of-stream' until the relay closes.") {
            trial in
            let (ingest, program) = try await interrupted(trial, Welcome(epoch: 1, state: 0))
            try await Task.sleep(for: .milliseconds(2500))
            guard program.exitCode == nil else { throw Finding("The publisher ended before the relay closed.") }
            await ingest.peer.close()
            _ = try await trial.exitCode(within: .seconds(5))
        },
        Case(
            "end/silence",
            "Closing",
            "A publisher at its end gives up after three ping intervals without activity.",
            deadline: .seconds(40)
        ) { trial in
            _ = try await interrupted(trial, Welcome(epoch: 1, pingInterval: 700, state: 0))
            _ = try await trial.exitCode(within: .seconds(15))
        },
        Case(
            "end/last",
            "Rules for a publisher",
            "A publisher that a person stops ends its stream, behind its last frame."
        ) { trial in
            let (ingest, _) = try await interrupted(trial, Welcome(epoch: 1, state: 0))
            await ingest.peer.close()
            _ = try await trial.exitCode()
            try await trial.expectNoConnection(for: .milliseconds(300))
        },
        Case("end/ping", "Closing", "A publisher at its end may be sent anything until the relay closes.") { trial in
            let (ingest, _) = try await interrupted(trial, Welcome(epoch: 1, state: 0))
            await ingest.peer.send(Wire.ping(3), Wire.viewerCount(4), Wire.keyFrameRequest(track: 0))
            try await Task.sleep(for: .milliseconds(200))
            await ingest.peer.close()
            _ = try await trial.exitCode()
        },
        Case(
            "end/replaced",
            "Rules for a publisher",
            "A publisher whose newer connection replaces this one does not come back."
        ) { trial in
            try trial.requireStart()
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(3)
            await ingest.peer.send(Wire.ending(.goodbye, code: 4, flags: 1))
            await ingest.peer.finishSending()
            try await ingest.peer.expectGone()
            await ingest.peer.close()
            try await trial.expectFinal()
        },
    ]

    /// Interrupts the publisher, and reads until its goodbye.
    private static func interrupted(
        _ trial: ClientTrial,
        _ welcome: Welcome
    ) async throws -> (TestIngest, ClientProgram) {
        let program = try trial.signalled()
        let ingest = try await TestIngest.begin(trial, welcome)
        try await ingest.frames(3)
        ingest.peer.answersPings = false
        program.interrupt()
        let deadline = ContinuousClock().now + .seconds(8)
        while let message = try await ingest.read(max(.zero, deadline - ContinuousClock().now)) {
            guard message.type == .goodbye || message.type == .error else { continue }
            let code = EndingCode.name(try EndingFields(message).code)
            guard code == "end-of-stream" else { throw Finding("The publisher ended with \(code).") }
            try await ingest.peer.expectNothingBehind()
            return (ingest, program)
        }
        throw Finding("No goodbye came.")
    }
}
