import StreamProtocol

/// The links of a cluster that are checked: the value does no I/O.
package struct LinkPlan: Hashable, Sendable {
    /// The most links that are checked. With more of them the check would take many minutes where none works.
    package static let maximumLinks = 200

    /// The links to check. The first of them are one for each relay that may be asked, so that a limit leaves out no relay
    /// while it has room for all.
    package var links: [ClusterLink] = []
    /// How many more links there are.
    package var omitted = 0
    /// The relays from which no other one can take a stream, because the directory has none of theirs.
    package var withoutStreams: [String]

    /// Plans a link for each two relays of which one has a stream, and the other may be asked for it.
    ///
    /// - Parameters:
    ///   - records: The directory.
    ///   - askable: The relays that may be asked.
    package init(_ records: [DirectoryRecord], asking askable: [String], limit: Int = Self.maximumLinks) {
        let streams = Self.streams(of: records)
        let relays = Set(streams.keys).union(askable).sorted()
        let asked = Set(askable)
        withoutStreams = asked.filter { streams[$0] == nil }.sorted()
        let total = asked.reduce(0) { $0 + streams.count - (streams[$1] == nil ? 0 : 1) }
        let places = relays.indices.filter { asked.contains(relays[$0]) }
        // Each round has one link to each relay, from another relay than the round before.
        search: for distance in relays.indices.dropFirst() {
            for place in places {
                guard links.count < limit else { break search }
                let upstream = relays[(place + distance) % relays.count]
                guard let stream = streams[upstream]?.first else { continue }
                links.append(ClusterLink(from: upstream, to: relays[place], stream: stream))
            }
        }
        omitted = total - links.count
    }

    /// The streams of each relay, in order of their names.
    static func streams(of records: [DirectoryRecord]) -> [String: [StreamName]] {
        Dictionary(grouping: records, by: \.relay).mapValues { records in
            records.map(\.stream).sorted { $0.description < $1.description }
        }
    }
}
