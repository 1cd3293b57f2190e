import NIOSSL
import Platform

extension ClientCases {
    /// The goodbye that sends a client to another listener of this program.
    static func redirect(
        to listener: ClientListener,
        stream: String? = nil,
        scheme: String = "",
        flags: UInt8 = 1
    ) -> [UInt8] {
        let address = scheme + listener.endpoint + (stream.map { "/" + $0 } ?? "")
        return redirect(to: address, flags: flags)
    }

    static func redirect(to address: String, flags: UInt8 = 1) -> [UInt8] {
        Wire.ending(.goodbye, code: 3, flags: flags, options: [Wire.option(1, Array(address.utf8))])
    }

    static func redirects(_ carrier: Carrier) -> [Case] {
        [
            Case("redirect/followed", "Reconnecting", "A client follows a redirect at once, with the same hello.") {
                trial in
                try await withOther(trial) { other in
                    let (peer, before) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other))
                    let (second, after) = try await trial.hello(within: Peer.patience, on: other)
                    guard before.instance == after.instance else { throw Finding("The instance has changed.") }
                    try expectSame(before, after)
                    await second.welcome(Welcome(epoch: 1))
                    try await second.expectAlive()
                }
            },
            Case("redirect/first", "Welcome", "A goodbye with a redirect may come in place of the welcome.") { trial in
                try await withOther(trial) { other in
                    let (peer, _) = try await trial.hello()
                    try await leave(peer, Wire.preface + redirect(to: other))
                    _ = try await trial.hello(within: Peer.patience, on: other)
                }
            },
            Case("redirect/stream", "Reconnecting", "The stream name changes, if the address has one.") { trial in
                try await withOther(trial) { other in
                    let (peer, before) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other, stream: "other/cam-2"))
                    let (_, after) = try await trial.hello(within: Peer.patience, on: other)
                    guard after.name == "other/cam-2" else { throw Finding("The hello has the name '\(after.name)'.") }
                    guard before.instance == after.instance else { throw Finding("The instance has changed.") }
                }
            },
            Case("redirect/flag", "Reconnecting", "A client follows a redirect whatever the flag says.") { trial in
                try await withOther(trial) { other in
                    let (peer, _) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other, flags: 0))
                    _ = try await trial.hello(within: Peer.patience, on: other)
                }
            },
            Case(
                "redirect/back",
                "Reconnecting",
                "A client that loses the connection after a redirect begins again at its own address."
            ) {
                trial in
                try await withOther(trial) { other in
                    let (peer, before) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other, stream: "elsewhere"))
                    let (second, _) = try await trial.hello(within: Peer.patience, on: other)
                    await second.welcome(Welcome(epoch: 1))
                    try await second.expectAlive()
                    await second.close()
                    let (_, after) = try await trial.hello()
                    guard after.name == before.name else { throw Finding("The hello has the name '\(after.name)'.") }
                }
            },
            Case("redirect/five", "Reconnecting", "A client follows at most 5 redirects in a row without a welcome.") {
                trial in
                try trial.requireReconnection()
                try trial.requireStart()
                for number in 0...5 {
                    let (peer, _) = try await trial.hello(within: number == 0 ? ClientTrial.startTime : Peer.patience)
                    try await leave(peer, Wire.preface + redirect(to: trial.listener))
                }
                try await trial.expectFinal()
            },
            Case("redirect/welcomed", "Reconnecting", "After a welcome, a client follows redirects anew.") { trial in
                try trial.requireReconnection()
                // Nine redirects in all, but never more than five in a row.
                for number in 0..<9 {
                    let (peer, _) = try await trial.hello(within: number == 0 ? ClientTrial.startTime : Peer.patience)
                    await peer.send(Wire.preface)
                    if number == 4 {
                        await peer.send(Welcome(epoch: 1).bytes)
                        try await peer.expectAlive()
                    }
                    try await leave(peer, redirect(to: trial.listener))
                }
                _ = try await trial.hello()
            },
            Case(
                "redirect/in-turns",
                "Reconnecting",
                "A client that is welcomed and redirected again and again waits before it follows.",
                deadline: .seconds(120)
            ) { trial in
                try trial.requireReconnection()
                var began: ContinuousClock.Instant?
                for _ in 0..<6 {
                    let (peer, _) = try await trial.welcomed()
                    began = began ?? ContinuousClock().now
                    try await peer.expectAlive()
                    try await leave(peer, redirect(to: trial.listener))
                }
                _ = try await trial.hello()
                let passed = began.map { ContinuousClock().now - $0 } ?? .zero
                // The times of the document would take six seconds on average.
                guard passed > .milliseconds(400) else { throw Finding("It followed six redirects within \(passed).") }
            },
            Case("redirect/unreadable", "Reconnecting", "A client that cannot read the address of a redirect ends.") {
                trial in
                try trial.requireStart()
                let (peer, _) = try await trial.welcomed()
                try await leave(peer, redirect(to: "::no address::/ /"))
                try await trial.expectFinal()
            },
            Case(
                "redirect/without-tls",
                "Reconnecting",
                "A client follows no redirect from TLS to a connection without."
            ) { trial in
                guard carrier.isEncrypted else { throw NotApplicable("The connections are not encrypted.") }
                try trial.requireStart()
                try await withOther(trial, isClear: true) { other in
                    let (peer, _) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other, scheme: "streamd://"))
                    try await trial.expectFinal()
                    guard !other.hasConnection else {
                        throw Finding("The client connected without TLS.", Clause("Security"))
                    }
                }
            },
        ]
    }

    /// Another relay's place. The client does not end here, but at the first listener.
    private static func withOther(
        _ trial: ClientTrial,
        isClear: Bool = false,
        _ body: (ClientListener) async throws -> Void
    ) async throws {
        try await withOther(trial, isClear ? .tcp : trial.target.carrier, isClear ? nil : trial.target.tls, body)
    }

    static func withOther(
        _ trial: ClientTrial,
        _ carrier: Carrier,
        _ tls: NIOSSLContext?,
        _ body: (ClientListener) async throws -> Void
    ) async throws {
        try trial.requireReconnection()
        let other = try await ClientListener.bind(host: trial.target.host, port: 0, carrier: carrier, tls: tls)
        do {
            try await body(other)
        } catch {
            await other.close()
            throw error
        }
        await other.close()
    }

    static func leave(_ peer: Peer, _ bytes: [UInt8]) async throws {
        await peer.send(bytes)
        await peer.finishSending()
        try await peer.expectGone()
        await peer.close()
    }
}
