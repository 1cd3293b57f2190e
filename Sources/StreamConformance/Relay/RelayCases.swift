/// What a relay is tested for.
package enum RelayCases {
    package typealias Case = ConformanceCase<RelayTrial>

    /// All cases for a carrier.
    package static func all(_ carrier: Carrier) -> [Case] {
        let bySection = [
            preface, session, messages, hello, start, kinds, thinning, history, tracks, frames, gaps, epochs, keyFrames,
            counts, time, clockOffsets, states, lists, closing, roles, publishers, viewers, loops, keepalive, limits,
            slow, splits,
        ]
        let ofCarrier =
            switch carrier {
            case .tcp: transport + [nothingReceived]
            case .tls: tls + [nothingReceived]
            case .webSocket, .secureWebSocket: webSocket
            }
        return bySection.flatMap { $0 } + ofCarrier + vectors + pieces
    }
}
