import Platform

extension ClientTrial {
    /// The client must not connect again for a while.
    package func expectNoConnection(for time: Duration) async throws {
        let deadline = ContinuousClock().now + time
        while ContinuousClock().now < deadline {
            guard !listener.hasConnection else {
                throw Finding("The client connected again.", Clause("Reconnecting"))
            }
            try await Task.sleep(for: Self.step)
        }
    }

    /// The client ends, or at least does not come back.
    package func expectFinal() async throws {
        guard !target.isService else { throw NotApplicable("The client begins anew after every end.") }
        let deadline = ContinuousClock().now + Self.absence
        while ContinuousClock().now < deadline, program?.exitCode == nil {
            guard !listener.hasConnection else {
                throw Finding("The client connected again.", Clause("Reconnecting"))
            }
            try await Task.sleep(for: Self.step)
        }
    }

    /// The code with which the client's program ends.
    ///
    /// - Throws: ``NotApplicable`` if the program was not started for this case.
    package func exitCode(within time: Duration = startTime) async throws -> Int32 {
        guard let program else { throw NotApplicable("The program is not started for each case.") }
        let deadline = ContinuousClock().now + time
        while true {
            if let code = program.exitCode { return code }
            guard ContinuousClock().now < deadline else { throw Finding("The program did not end within \(time).") }
            try await Task.sleep(for: Self.step)
        }
    }

    /// The client closes the connection, with this error if it sends one.
    package func expectFault(_ peer: Peer, _ name: String, within time: Duration = Peer.patience) async throws {
        let deadline = ContinuousClock().now + time
        while true {
            switch try await peer.poll(max(.zero, deadline - ContinuousClock().now)) {
            case nil: throw Finding("The connection stayed open; \(name) or a close was expected.")
            case .end: return
            case .message(let message) where message.type == .error || message.type == .goodbye:
                let code = EndingCode.name(try EndingFields(message).code)
                guard code == name else {
                    throw Finding("The client answered with \(code), not with \(name).", Clause("Messages"))
                }
                return try await peer.expectNothingBehind()
            case .preface, .message: continue
            }
        }
    }

    /// The output must have just the pictures with these marks, in this order. The stream ends here.
    func expectOutput(_ marks: [Int], _ peer: Peer) async throws {
        try await peer.expectAlive()
        try await endStream(peer)
        guard let output else { throw NotApplicable("What the client makes of the frames is not observable here.") }
        // A busy machine may need a while for a program that writes files.
        let deadline = ContinuousClock().now + .seconds(20)
        var found: [Int] = []
        repeat {
            found = output.marks
            if found == marks { return }
            try await Task.sleep(for: .milliseconds(50))
        } while ContinuousClock().now < deadline
        throw Finding("The output has the pictures \(found), not \(marks).")
    }

    /// Sends the end of the stream, and waits until the client has closed.
    func endStream(_ peer: Peer) async throws {
        await peer.send(Wire.ending(.goodbye, code: 1))
        await peer.finishSending()
        try await peer.expectGone()
        let deadline = ContinuousClock().now + Self.absence
        // A program that writes files may have something left to write.
        while let program, program.exitCode == nil, ContinuousClock().now < deadline, !listener.hasConnection {
            try await Task.sleep(for: Self.step)
        }
    }
}

extension Peer {
    /// The other side closes its direction, whatever it sends before.
    func expectGone(within time: Duration = patience) async throws {
        let deadline = ContinuousClock().now + time
        while true {
            switch try await poll(max(.zero, deadline - ContinuousClock().now)) {
            case nil: throw Finding("The connection stayed open for \(time).", Clause("Closing"))
            case .end: return
            case .preface, .message: continue
            }
        }
    }
}
