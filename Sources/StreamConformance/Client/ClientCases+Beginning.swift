import Platform

extension ClientCases {
    static func beginning(_ roles: Set<Role>) -> [Case] {
        [
            Case(
                "hello/first",
                "Preface and version",
                "A client sends its preface and its hello as soon as it is connected, without waiting for the relay."
            ) { trial in
                let (_, hello) = try await trial.hello()
                guard roles.contains(where: { $0.rawValue == hello.role }) else {
                    throw Finding("The hello has the role \(hello.role).")
                }
            },
            Case("hello/name", "Hello", "The hello has the stream of the address.") { trial in
                try trial.requireStart()
                let (_, hello) = try await trial.hello()
                guard hello.name == ClientTrial.stream else { throw Finding("The hello has the name '\(hello.name)'.") }
            },
            Case("hello/instance", "Hello", "The instance has random bits.") { trial in
                let (_, hello) = try await trial.hello()
                // Of 16 random bytes, fewer than 8 different ones come once in 10^12 programs.
                guard Set(hello.instance).count >= 8 else { throw Finding("The instance is \(hello.instance).") }
            },
            Case("hello/waits", "Rules for a publisher", "A client sends nothing between its hello and the welcome.") {
                trial in
                let (peer, _) = try await trial.hello()
                try await peer.expectSilence(.milliseconds(400))
                await peer.send(Wire.preface)
                try await peer.expectSilence(.milliseconds(400))
                guard peer.pings == 0 else { throw Finding("A ping came before the welcome.", Clause("Ping and pong")) }
                await peer.send(Welcome(epoch: 1).bytes)
                try await peer.expectAlive()
            },
            Case("hello/again", "Hello", "A client that comes back has the same role, name and instance.") {
                trial in
                try trial.requireReconnection()
                let (first, before) = try await trial.welcomed()
                await first.send(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 20))
                try await first.expectGone()
                let (_, after) = try await trial.hello()
                guard before.instance == after.instance else {
                    throw Finding("The instance has changed.")
                }
                guard before.role == after.role, before.name == after.name else {
                    throw Finding(
                        "The role and the name are \(after.role) and '\(after.name)', not \(before.role) and '\(before.name)'."
                    )
                }
            },
            Case("hello/other-start", "Hello", "A program draws another instance when it starts.") { trial in
                let (_, before) = try await trial.hello()
                guard case .command = trial.target.start else { throw NotApplicable("There is one program only.") }
                try await ClientTrial.run(trial.target) { other in
                    let (_, after) = try await other.hello()
                    guard before.instance != after.instance else { throw Finding("The instance is the same.") }
                }
            },
        ]
    }

    /// The role, the name and the options, without grease.
    static func expectSame(_ before: HelloFields, _ after: HelloFields) throws {
        func kept(_ hello: HelloFields) -> [UInt16: [UInt8]] {
            hello.options.filter { !MessageNumber.grease.contains($0.key) }
        }
        guard before.role == after.role, before.name == after.name, kept(before) == kept(after) else {
            throw Finding("The hello has changed.")
        }
    }

    static let prefaces: [Case] = [
        Case("preface/versions", "Preface and version", "The two sides speak the highest version in both ranges.") {
            trial in
            let (peer, _) = try await trial.hello()
            await peer.send(Wire.preface(1, 9), Welcome(epoch: 1).bytes)
            try await peer.expectAlive()
        },
        Case("preface/lower", "Preface and version", "A range that begins below version 1 has it too.") { trial in
            let (peer, _) = try await trial.hello()
            await peer.send(Wire.preface(0, 1), Welcome(epoch: 1).bytes)
            try await peer.expectAlive()
        },
        Case(
            "preface/first-byte",
            "Preface and version",
            "A byte that cannot belong to a preface ends the connection at once."
        ) { trial in
            try trial.requireStart()
            let (peer, _) = try await trial.hello()
            await peer.send(Array("HTTP".utf8))
            try await trial.expectFault(peer, "not-this-protocol")
        },
        Case("preface/welcome-late", "Keepalive and timeouts", "A client waits for the welcome for some seconds.") {
            trial in
            let (peer, _) = try await trial.hello()
            await peer.send(Wire.preface)
            try await Task.sleep(for: .seconds(2))
            await peer.send(Welcome(epoch: 1).bytes)
            try await peer.expectAlive()
        },
        Case(
            "preface/no-welcome",
            "Keepalive and timeouts",
            "A client gives up if no welcome comes, after a time of its choice.",
            deadline: .seconds(60)
        ) { trial in
            let (peer, _) = try await trial.hello()
            await peer.send(Wire.preface)
            try await peer.expectGone(within: .seconds(45))
        },
    ]
}
