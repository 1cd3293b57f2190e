import ArgumentParser
import StreamRelay

/// Clients that are sent to other relays.
extension Setting {
    static let redirect = Setting(
        "redirect",
        "pattern",
        "Streams of other relays whose clients are sent there; may be repeated.",
        takes: "patterns of stream names, such as 'studio/*', or '*' for all streams",
        isList: true
    ) { (patterns: StreamPatterns, settings) in
        settings.relay.redirectedStreams = patterns.patterns
    }
}

extension RelaySettings {
    /// Clients that have nowhere to go.
    var redirection: String? {
        guard !relay.redirectedStreams.isEmpty, origins.rules.isEmpty, cluster.etcd == nil else { return nil }
        return "'redirect' sends clients to the relays that 'origin' or 'cluster' names; give one of the two."
    }

    /// Headers that no network may leave out.
    var proxies: String? {
        guard relay.proxyHeaderIsOptional, relay.proxyNetworks.isEmpty else { return nil }
        return "'proxy-protocol-optional' is for the networks of 'proxy-protocol-from'; name one."
    }
}

/// Patterns of stream names, separated by commas.
private struct StreamPatterns: ExpressibleByArgument {
    let patterns: [StreamPattern]

    init?(argument: String) {
        let parts = argument.listItems
        patterns = parts.compactMap { try? StreamPattern($0) }
        guard patterns.count == parts.count else { return nil }
    }
}
