/// Why a connection came to nothing, where no code of the protocol says it.
enum ConnectionTrouble: String, Hashable, Sendable, CaseIterable {
    /// TLS was not agreed on, or not in time.
    case tlsHandshake = "tls-handshake"
    /// What came broke TLS: a renegotiation, a forged record.
    case tlsBroken = "tls-broken"
    /// The peer closed, or half of it, before it said what it wants.
    case hungUp = "hung-up"
}
