import StreamClient
import StreamProtocol

/// Asks the relays of a cluster for each other's streams, as relays do.
///
/// A relay that is asked takes the stream from the other one, as for any client. So it counts as a viewer there for some
/// seconds, and the publisher learns of it.
package struct LinkCheck: Sendable {
    /// How long a relay may take to answer. It waits for the other relay for 10 s itself, and looks once a second.
    package static let answerTime = Duration.seconds(15)
    /// The links that are checked at a time.
    package static let linksAtOnce = 20
    /// How often a link is tried at most. A stream may move or end while it is asked for.
    package static let attempts = 2
    /// The wait before the next attempt. A relay that has lost a publisher looks once a second whether another relay has the
    /// stream.
    package static let pause = Duration.seconds(1)

    /// A link as it was tried last, and what is known of it.
    package struct Result: Hashable, Sendable {
        package var link: ClusterLink
        package var outcome: ClusterLink.Outcome

        package init(_ link: ClusterLink, _ outcome: ClusterLink.Outcome) {
            self.link = link
            self.outcome = outcome
        }
    }

    private let answerTime: Duration
    private let pause: Duration
    private let directory: @Sendable () async -> [DirectoryRecord]?
    private let client: @Sendable (RelayAddress) -> ClientConfiguration

    /// - Parameters:
    ///   - directory: Reads the directory again; `nil` if no member of etcd answers.
    ///   - client: How to connect to a relay of this address.
    package init(
        answerTime: Duration = Self.answerTime,
        pause: Duration = Self.pause,
        directory: @escaping @Sendable () async -> [DirectoryRecord]?,
        client: @escaping @Sendable (RelayAddress) -> ClientConfiguration
    ) {
        self.answerTime = answerTime
        self.pause = pause
        self.directory = directory
        self.client = client
    }

    /// Tries links, and those that fail once more where that may help.
    ///
    /// - Returns: A result for each link, in their order.
    package func run(_ links: [ClusterLink]) async -> [Result] {
        var results = links.map { Result($0, .vanished) }
        var pending = Array(links.indices)
        for attempt in 1...Self.attempts where !pending.isEmpty {
            if attempt > 1 { try? await Task.sleep(for: pause) }
            let answers = await answers(to: pending.map { results[$0].link })
            var streams: [String: [StreamName]]?
            if answers.contains(where: \.needsDirectory) {
                streams = await directory().map { LinkPlan.streams(of: $0) }
            }
            var again: [Int] = []
            for (index, answer) in zip(pending, answers) {
                switch results[index].link.step(after: answer, streams, isLast: attempt == Self.attempts) {
                case .done(let outcome): results[index].outcome = outcome
                case .again(let link):
                    results[index].link = link
                    again.append(index)
                }
            }
            pending = again
        }
        return results
    }

    /// The answers of the relays, in the order of the links.
    private func answers(to links: [ClusterLink]) async -> [ClusterLink.Answer] {
        await withTaskGroup(of: (Int, ClusterLink.Answer).self) { group in
            var answers = [ClusterLink.Answer](repeating: .silence(""), count: links.count)
            for (index, link) in links.enumerated() {
                if index >= Self.linksAtOnce, let (done, answer) = await group.next() { answers[done] = answer }
                group.addTask { (index, await ask(link)) }
            }
            for await (done, answer) in group { answers[done] = answer }
            return answers
        }
    }

    private func ask(_ link: ClusterLink) async -> ClusterLink.Answer {
        do throws(ClientError) {
            var configuration = client(try RelayAddress(link.downstream, defaultStream: .empty))
            configuration.address.stream = link.stream
            configuration.connectTimeout = answerTime
            // The relay that is asked puts its own id behind this one.
            let welcome = try await RelayProbe.askForStream(configuration, path: RelayPath(.random()))
            return .welcome(welcome.state, relays: welcome.path?.relays.count ?? 1)
        } catch {
            return error.ending.map { .refusal($0) } ?? .silence(error.reason)
        }
    }
}
