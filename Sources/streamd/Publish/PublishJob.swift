import Platform
import StreamClient
import UnixSignals

/// One stream, from its input to the relay.
struct PublishJob: Sendable {
    private let feed: any MediaFeed
    private let publisher: StreamPublisher
    private let reporter: PublishReporter
    private let ending: PublishEnding
    private let statistics: PublishStatistics?

    /// Opens an elementary stream; other inputs are opened by ``run()``.
    ///
    /// - Parameters:
    ///   - label: Stands in front of the messages of one of several streams.
    ///   - showsStatistics: Whether to print them for every input; a file on a terminal has them anyway.
    /// - Throws: ``Failure`` if options contradict each other, or a file that they name cannot be read.
    init(_ options: PublishOptions, label: String? = nil, isQuiet: Bool, showsStatistics: Bool = false) throws {
        let configuration = try options.clientConfiguration
        // A device on demand is opened for the first viewer.
        publisher = StreamPublisher(configuration, waitsForTracks: !options.live.onDemand)
        reporter = PublishReporter(
            address: configuration.address,
            viewerFlags: options.security.viewerFlags + options.access.viewerFlags,
            needsToken: configuration.token != nil,
            label: label,
            isQuiet: isQuiet
        )
        feed = try MediaFeedFactory(options).feed(to: publisher.outlet, reporter)
        ending = PublishEnding(of: feed.source, alwaysEndsStream: options.end)
        let isFile = feed.source == .file || options.loop
        let showsProgress = isFile && Terminal.errorIsTerminal && !isQuiet && label == nil
        statistics = showsStatistics || showsProgress ? PublishStatistics(publisher.outlet) : nil
    }

    /// Whether the input is a file, which a second run would send once more.
    var isFile: Bool { feed.source == .file }

    /// Ends the input.
    ///
    /// - Returns: How long to wait for ``run()`` to return.
    @Sendable func stop(_ signal: UnixSignal) -> Duration {
        ending.received(signal)
        feed.stop()
        // Without a connection there is no one to wait for.
        return publisher.outlet.backlog.isConnected ? Signals.gracePeriod : .zero
    }

    /// Publishes until the input ends.
    ///
    /// - Throws: An error that ``Failure`` explains, if the input or the relay fails.
    func run() async throws {
        async let _: Void? = statistics?.report()
        // The feed itself ends the wait for a relay that stays away: see `DrainTimeout`.
        try await publisher.run(finishingWithin: nil) { outlet in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await feed.run()
                    if let grace = ending.gracePeriod { try await Task.sleep(for: grace) }
                    if ending.endsStream { outlet.finish(within: nil) } else { outlet.interrupt(within: nil) }
                }
                // The events end with the connection.
                group.addTask {
                    for await event in outlet.events {
                        reporter.handle(event)
                        statistics?.take(event)
                        if ending.isSignalled, case .disconnected = event { throw CancellationError() }
                        try feed.react(to: event)
                    }
                }
                // The first failure ends the other task.
                while try await group.next() != nil {}
            }
        }
    }
}

extension PublishOptions {
    /// The relay and how to connect to it.
    ///
    /// - Throws: ``Failure`` if the address is wrong, or the token cannot be read.
    var clientConfiguration: ClientConfiguration {
        get throws(Failure) {
            var configuration = ClientConfiguration(try to.address)
            try security.apply(to: &configuration)
            try access.apply(to: &configuration)
            configuration.clientName = Version.clientName
            return configuration
        }
    }
}
