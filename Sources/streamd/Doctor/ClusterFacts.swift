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

    /// A relay that has streams in the directory, or that the user names.
    struct Relay: Hashable {
        /// The relay's address, as the directory or the user has it.
        var name: String
        /// How many streams the directory has there.
        var streams: Int
        /// `nil` if the relay was not tried, because there are too many.
        var answer: SystemFacts.Relay?
    }

    /// What relays say about the streams of others.
    struct Links: Hashable {
        var results: [LinkCheck.Result]
        /// How many links were not tried, because there are too many.
        var omitted = 0
        /// The relays that were not asked, because they do not answer.
        var silent: [String] = []
        /// The relays of which others were asked for no stream, because the directory has none.
        var withoutStreams: [String] = []
    }

    var members: [Member]
    var relays: [Relay] = []
    /// `nil` if the user does not ask for it, or etcd does not answer.
    var links: Links?
}

extension ClusterFacts {
    /// The relays that are tried. With more of them the check would take minutes where none answers.
    static let maximumRelays = 64
    /// The relays that are tried at a time.
    private static let atOnce = 8

    /// Asks etcd, and then the relays that it names.
    ///
    /// - Parameters:
    ///   - named: Relays that the user names, which may have no streams.
    ///   - examinesLinks: Whether to ask each relay for a stream of each other one.
    ///   - client: How to connect to a relay of this address.
    /// - Throws: ``DirectoryError`` if a file of the settings cannot be read.
    static func gather(
        _ etcd: EtcdSettings,
        keyPrefix: String,
        named: [RelayAddress] = [],
        examinesLinks: Bool = false,
        client: @escaping @Sendable (RelayAddress) -> ClientConfiguration
    ) async throws(DirectoryError) -> ClusterFacts {
        let report = try await DirectoryReport.make(etcd, keyPrefix: keyPrefix)
        var facts = ClusterFacts(
            members: report.endpoints.map { Member(name: $0.name, version: $0.version, problem: $0.problem) }
        )
        guard report.isReadable else { return facts }
        facts.relays = relays(of: report.streams, named)
        let answers = await answers(of: facts.relays.prefix(maximumRelays).map(\.name), client)
        for (index, answer) in answers.enumerated() { facts.relays[index].answer = answer }
        guard examinesLinks else { return facts }
        let check = LinkCheck(
            directory: {
                let report = try? await DirectoryReport.make(etcd, keyPrefix: keyPrefix)
                return report?.isReadable == true ? report?.streams : nil
            },
            client: client
        )
        facts.links = await facts.askRelays(by: check, for: report.streams)
        return facts
    }

    /// The relays that the user names first: they are the ones to try if there are too many.
    private static func relays(of records: [DirectoryRecord], _ named: [RelayAddress]) -> [Relay] {
        let streams = Dictionary(grouping: records, by: \.relay)
        let known = Set(streams.keys.compactMap { try? RelayAddress($0, defaultStream: .empty).endpoint })
        let others = Set(named.filter { !known.contains($0.endpoint) }.map(\.directoryText))
        return others.sorted().map { Relay(name: $0, streams: 0) }
            + streams.map { Relay(name: $0.key, streams: $0.value.count) }.sorted { $0.name < $1.name }
    }

    /// Asks the relays that have answered for streams of the others.
    private func askRelays(by check: LinkCheck, for records: [DirectoryRecord]) async -> Links {
        let plan = LinkPlan(records, asking: relays.filter(\.answers).map(\.name))
        return Links(
            results: await check.run(plan.links),
            omitted: plan.omitted,
            silent: relays.filter(\.isSilent).map(\.name),
            withoutStreams: plan.withoutStreams
        )
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

extension ClusterFacts.Relay {
    fileprivate var answers: Bool { answer != nil && !isSilent }
    fileprivate var isSilent: Bool { if case .silent? = answer { true } else { false } }
}
