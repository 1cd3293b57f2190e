extension ClientCases {
    static func tls(_ carrier: Carrier) -> [Case] {
        guard carrier == .tls else { return [] }
        return [
            Case("tls/alpn", "TLS", "A client offers 'streamd' by ALPN.") { trial in
                let (peer, _) = try await trial.hello()
                guard peer.mailbox.alpn == "streamd" else {
                    throw Finding("By ALPN, '\(peer.mailbox.alpn ?? "nothing")' was selected.")
                }
            },
            Case("tls/no-selection", "TLS", "A client does not insist on a selection of ALPN.") { trial in
                guard let tls = trial.target.unselectedTLS else { throw NotApplicable("There is no certificate.") }
                try await withOther(trial, carrier, tls) { other in
                    let (peer, _) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other))
                    let (second, _) = try await trial.hello(within: .seconds(5), on: other)
                    await second.welcome(Welcome(epoch: 1))
                    try await second.expectAlive()
                }
            },
            Case("tls/kept", "Reconnecting", "A client encrypts after a redirect whose address does not say.") {
                trial in
                try await withOther(trial, carrier, trial.target.tls) { other in
                    let (peer, _) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other))
                    _ = try await trial.hello(within: .seconds(5), on: other)
                }
            },
            Case(
                "tls/wrong-certificate",
                "Security",
                "A client whose check of the certificate fails sends nothing, and does not try again."
            ) { trial in
                guard let tls = trial.target.wrongTLS else {
                    throw NotApplicable("There is no certificate that the client must refuse.")
                }
                try trial.requireStart()
                try await withOther(trial, carrier, tls) { other in
                    let (peer, _) = try await trial.welcomed()
                    try await leave(peer, redirect(to: other, scheme: "tls://"))
                    let second = try await trial.accept(within: .seconds(5), on: other)
                    try await second.expectRefusal()
                    try await trial.expectFinal()
                    guard !other.hasConnection else { throw Finding("The client connected again.") }
                }
            },
        ]
    }
}

extension Peer {
    /// The connection ends, and nothing comes inside TLS.
    fileprivate func expectRefusal() async throws {
        switch try await next(Self.patience) {
        case .end: return
        case .preface, .message: throw Finding("A preface came after the certificate.", Clause("TLS"))
        }
    }
}
