import StreamClient
import StreamCluster
import StreamProtocol

/// What the doctor has found of relays that find each other in a directory.
struct ClusterFacts: Hashable {
    /// A member of the etcd cluster.
    struct Member: Hashable {
        /// `host:port`.
        var name: String
        /// `nil` if it does not answer.
        var version: String?
        /// One sentence; `nil` if it can be used.
        var problem: String?
    }

    /// A relay that has streams in the directory.
    struct Relay: Hashable {
        /// The relay's address, as the directory has it.
        var name: String
        /// How many streams the directory has there.
        var streams: Int
        /// `nil` if the relay was not tried, because there are too many.
        var answer: SystemFacts.Relay?
    }

    var members: [Member]
    var relays: [Relay] = []
}

extension ClusterFacts {
    /// The relays that are tried. With more of them the check would take minutes where none answers.
    static let maximumRelays = 64
    /// The relays that are tried at a time.
    private static let atOnce = 8

    /// Asks etcd, and then the relays that it names.
    ///
    /// - Parameter client: How to connect to a relay of this address.
    /// - Throws: ``DirectoryError`` if a file of the settings cannot be read.
    static func gather(
        _ etcd: EtcdSettings,
        keyPrefix: String,
        client: @escaping @Sendable (RelayAddress) -> ClientConfiguration
    ) async throws(DirectoryError) -> ClusterFacts {
        let report = try await DirectoryReport.make(etcd, keyPrefix: keyPrefix)
        var facts = ClusterFacts(
            members: report.endpoints.map { Member(name: $0.name, version: $0.version, problem: $0.problem) }
        )
        let streams = Dictionary(grouping: report.streams, by: \.relay)
        facts.relays = streams.map { Relay(name: $0.key, streams: $0.value.count) }.sorted { $0.name < $1.name }
        let answers = await answers(of: facts.relays.prefix(maximumRelays).map(\.name), client)
        for (index, answer) in answers.enumerated() { facts.relays[index].answer = answer }
        return facts
    }

    /// The answers of the relays, in their order.
    private static func answers(
        of names: [String],
        _ client: @escaping @Sendable (RelayAddress) -> ClientConfiguration
    ) async -> [SystemFacts.Relay?] {
        await withTaskGroup(of: (Int, SystemFacts.Relay).self) { group in
            var answers = [SystemFacts.Relay?](repeating: nil, count: names.count)
            for (index, name) in names.enumerated() {
                if index >= atOnce, let (done, answer) = await group.next() { answers[done] = answer }
                group.addTask { (index, await answer(of: name, client)) }
            }
            for await (done, answer) in group { answers[done] = answer }
            return answers
        }
    }

    private static func answer(
        of name: String,
        _ client: @Sendable (RelayAddress) -> ClientConfiguration
    ) async -> SystemFacts.Relay {
        let address: RelayAddress
        do throws(ClientError) {
            address = try RelayAddress(name, defaultStream: .empty)
        } catch {
            return .silent(error.reason)
        }
        return await RelayCheck(client(address)).run()
    }
}
