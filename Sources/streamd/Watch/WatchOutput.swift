import StreamClient
import StreamMedia
import StreamProtocol

/// Writes the chosen track's frames, and prints changes of the stream on standard error.
actor WatchOutput {
    private let choice: TrackChoice
    private let sink: ByteSink
    private let statistics: WatchStatistics?
    private var track: Track?
    private var writer: ElementaryStreamWriter?

    init(choice: TrackChoice, sink: ByteSink, statistics: WatchStatistics?) {
        self.choice = choice
        self.sink = sink
        self.statistics = statistics
    }

    /// Handles an event; suspends while the output's reader is slow.
    func take(_ event: WatchEvent) async throws {
        switch event {
        case .connected(let welcome):
            if welcome.state != .live { Terminal.printLine("Waiting for the stream.") }
            if let history = welcome.history, welcome.state == .live {
                Terminal.printLine("The relay sends \(Double(history / 100) / 10) s of history.")
            }
        case .tracks(let table): try adopt(table)
        case .frame(let frame):
            guard frame.header.track == track?.id, let writer else { return }
            statistics?.received(frame)
            var bytes: [UInt8] = []
            try writer.write(frame, to: &bytes)
            try await sink.write(bytes)
        case .gap(let gap):
            if gap.track == track?.id { statistics?.missed(gap) }
        case .state(let state):
            if state == .interrupted { Terminal.printLine("The publisher is disconnected; waiting for its return.") }
        case .discontinuity:
            // The epoch in the statistics shows it.
            break
        case .clock(let estimate): statistics?.adopt(estimate)
        case .disconnected(let error, let pause):
            Terminal.printLine("\(error.reason) Trying again in \(pause.inSeconds) s.")
        }
    }

    private func adopt(_ table: TrackTable) throws {
        guard let chosen = choice.choose(from: table) else {
            guard track == nil else {
                Terminal.printLine("The stream has no track \(choice) any more; waiting for its return.")
                writer = nil
                return
            }
            let offered = table.tracks.map { "\($0.id) (\($0.kind))" }.joined(separator: ", ")
            throw Failure(.unavailable, "The stream has no such track; choose one of \(offered).")
        }
        guard chosen != track || writer == nil else { return }
        let isFirst = track == nil
        track = chosen
        do throws(MediaError) {
            writer = try ElementaryStreamWriter(chosen)
        } catch {
            guard !isFirst else { throw Failure(.failure, error.description) }
            // The publisher may return to a format that can be written.
            Terminal.printLine("\(error.description) Waiting for another format.")
            writer = nil
        }
    }
}
