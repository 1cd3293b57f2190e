import Platform
import StreamClient
import StreamProtocol

/// The streams that a viewer could watch in place of one that is not there, as far as its token allows.
struct LiveStreams: Hashable, Sendable {
    /// How long the relay may take to list them: the list is only advice.
    private static let longestWait = Duration.seconds(2)
    /// Names in a sentence. A relay may have thousands, which 'streamd list' prints.
    private static let mostNames = 8

    /// `nil` if the relay does not say.
    let names: [String]?

    init(names: [String]?) {
        self.names = names
    }

    /// Asks a relay.
    init(of configuration: ClientConfiguration) async {
        let lister = StreamLister(configuration, waits: false)
        names = await withTaskGroup(of: [String]?.self) { group in
            group.addTask {
                let list = try? await lister.lists.first { _ in true }
                return list.map { $0.filter { $0.state == .live }.map(\.name.description) }
            }
            group.addTask {
                try? await Task.sleep(for: Self.longestWait)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Says which stream a viewer waits for, and which it could watch instead.
    static func wait(for configuration: ClientConfiguration) async -> String {
        "Waiting for '\(configuration.address.stream)'.\(await LiveStreams(of: configuration).sentence)"
    }

    /// A sentence that follows another one; empty if nothing is known.
    var sentence: String { words.map { " \($0.prefix(1).uppercased())\($0.dropFirst())." } ?? "" }

    /// The same as a part of another sentence.
    var parenthesis: String { words.map { " (\($0))" } ?? "" }

    private var words: String? {
        guard let names else { return nil }
        guard !names.isEmpty else { return "no stream is live now" }
        let quoted = names.prefix(Self.mostNames).map { "'\(Printable.text($0))'" }.joined(separator: ", ")
        let rest = names.count - Self.mostNames
        return "live now: \(quoted)" + (rest > 0 ? " and \(rest) more" : "")
    }
}

/// Says which stream a viewer waits for, and which it could watch instead.
final class WaitingNotice: Sendable {
    private let configuration: ClientConfiguration
    private let listing = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter configuration: The relay and the stream.
    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    /// Takes an event of the watcher, without waiting for the relay's list.
    func take(_ event: WatchEvent) {
        let stream = configuration.address.stream
        switch event {
        case .connected(let welcome) where welcome.state == .waiting:
            replace(
                with: Task { [configuration] in
                    let text = await LiveStreams.wait(for: configuration)
                    guard !Task.isCancelled else { return }
                    Terminal.printLine(text)
                }
            )
        case .connected(let welcome) where welcome.state == .interrupted:
            Terminal.printLine("Waiting for '\(stream)', whose publisher is disconnected.")
        case .tracks, .disconnected: replace(with: nil)
        default: break
        }
    }

    private func replace(with task: Task<Void, Never>?) {
        let replaced = listing.withLock { listing in
            defer { listing = task }
            return listing
        }
        replaced?.cancel()
    }
}
