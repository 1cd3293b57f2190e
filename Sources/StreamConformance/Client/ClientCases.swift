/// What a viewer is tested for.
package enum ViewerCases {
    package typealias Case = ConformanceCase<ClientTrial>

    package static func all(_ carrier: Carrier) -> [Case] {
        let shared = ClientCases.all(carrier, roles: [.subscribe, .relay])
        let own = session + gaps + epochs + comingBack + reports + extremes
        return (shared + own).map { $0.extended(by: ClientTrial.startTime) }
    }
}

/// What a publisher is tested for.
package enum PublisherCases {
    package typealias Case = ConformanceCase<ClientTrial>

    package static func all(_ carrier: Carrier) -> [Case] {
        (ClientCases.all(carrier, roles: [.publish]) + tracks + frames + requests + clock + slow + ends)
            .map { $0.extended(by: ClientTrial.startTime) }
    }
}

/// What every client is tested for.
enum ClientCases {
    typealias Case = ConformanceCase<ClientTrial>

    static func all(_ carrier: Carrier, roles: Set<Role>) -> [Case] {
        beginning(roles) + prefaces + messages + splitBeginnings + keepalive + endings + redirects(carrier)
            + closing(carrier) + tls(carrier) + webSocket(carrier) + vectors(roles)
    }
}
