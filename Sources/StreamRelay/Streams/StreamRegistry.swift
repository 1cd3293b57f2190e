import NIOCore
import StreamProtocol
import Synchronization

/// The streams of a relay by name. Its lock is taken when publishers and viewers come and go.
final class StreamRegistry: Sendable {
    private let streams = Mutex<[StreamName: Stream]>([:])
    private let configuration: Mutex<RelayConfiguration>

    init(_ configuration: RelayConfiguration) {
        self.configuration = Mutex(configuration)
    }

    /// From now on `configuration` holds, for streams that are there already too.
    func apply(_ configuration: RelayConfiguration) {
        self.configuration.withLock { $0 = configuration }
        streams.withLock { streams in
            for stream in streams.values { stream.apply(configuration.settings(for: stream.name)) }
        }
    }

    /// How long a publisher may be silent before others may hope for its place.
    private var patience: TimeAmount { configuration.withLock { $0.pingInterval } * 2 }

    /// Lets a publisher begin, on a stream of its own or on the one its viewers wait for.
    func publish(
        _ name: StreamName,
        instance: InstanceID,
        connection: any Stream.PublisherConnection
    ) throws(ProtocolError) -> (Stream, Stream.Grant) {
        try streams.withLock { streams throws(ProtocolError) in
            let stream = try findOrMake(name, in: &streams) { !$0.isOnlyWaitedFor }
            let grant = try stream.beginPublishing(
                instance,
                connection: connection,
                patience: patience,
                now: .now()
            )
            return (stream, grant)
        }
    }

    /// Ends a publisher's turn. A stream that has ended gives its name free at once; its viewers read on to the end.
    func endPublishing(_ stream: Stream, _ grant: Stream.Grant, isEnd: Bool, at now: NIODeadline) -> Bool {
        streams.withLock { streams in
            guard stream.endPublishing(grant, isEnd: isEnd, at: now) else { return false }
            if isEnd, streams[stream.name] === stream { streams[stream.name] = nil }
            return true
        }
    }

    func stream(_ name: StreamName) -> Stream? { streams.withLock { $0[name] } }

    func all() -> [Stream] { streams.withLock { Array($0.values) } }

    /// Gives a name free, whoever still publishes or watches the stream that had it.
    func forget(_ name: StreamName) -> Stream? { streams.withLock { $0.removeValue(forKey: name) } }

    /// Counts a viewer in, on a stream that may not be there yet.
    func subscribe(_ name: StreamName, waits: Bool) throws(ProtocolError) -> Stream {
        try streams.withLock { streams throws(ProtocolError) in
            if !waits, streams[name]?.isPublished != true {
                throw ProtocolError(.streamNotFound, "Nobody publishes '\(name)' here; check the name, or wait for it.")
            }
            let stream = try findOrMake(name, in: &streams) { $0.isOnlyWaitedFor }
            try stream.addViewer()
            return stream
        }
    }

    /// Counts a viewer out.
    func unsubscribe(_ stream: Stream, at now: NIODeadline) {
        streams.withLock { streams in
            stream.removeViewer()
            if streams[stream.name] === stream, stream.tidy(at: now) { streams[stream.name] = nil }
        }
    }

    /// Drops what has grown too old, and streams that nobody needs.
    ///
    /// - Returns: What is left.
    func tidy(at now: NIODeadline) -> Census {
        streams.withLock { streams in
            streams = streams.filter { !$0.value.tidy(at: now) }
            return streams.values.reduce(into: Census()) { $1.count(in: &$0) }
        }
    }

    /// The streams that there are, in numbers.
    struct Census {
        var streams: [StreamState: Int] = [:]
        /// Bytes that their logs hold.
        var logBytes = 0
        /// Bytes that their logs may hold.
        var logLimit = 0
    }

    /// - Parameter competes: Which streams a new one counts with: those that are published are bounded apart from those
    ///   that are only waited for, so that viewers of invented names keep no publisher out.
    private func findOrMake(
        _ name: StreamName,
        in streams: inout [StreamName: Stream],
        competingWith competes: (Stream) -> Bool
    ) throws(ProtocolError) -> Stream {
        if let stream = streams[name] { return stream }
        let (limit, settings) = configuration.withLock { ($0.limits.all.streams, $0.settings(for: name)) }
        guard streams.count < limit || streams.values.count(where: competes) < limit else {
            throw ProtocolError(
                .tooManyStreams,
                "This relay has all the \(limit) streams it may have; try again later."
            )
        }
        let stream = Stream(name: name, settings: settings)
        streams[name] = stream
        return stream
    }
}
