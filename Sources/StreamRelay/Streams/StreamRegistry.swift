import NIOCore
import StreamProtocol
import Synchronization

/// The streams of a relay by name. Its lock is taken when publishers and viewers come and go.
final class StreamRegistry: Sendable {
    private struct Place {
        let stream: Stream
        /// Where it is published from, or was last: it counts there for as long as its publisher may come back, so that
        /// nobody takes all names there are by leaving them again.
        var seat: PeerTable.Seat?
        /// Whose stream it is while it is only waited for: that of the viewer who came first, or of the publisher who
        /// stays away. It counts there, so that nobody takes all names there are by waiting for them.
        var waiter: PeerTable.Seat?
    }

    private let places = Mutex<[StreamName: Place]>([:])
    private let configuration: Mutex<RelayConfiguration>
    private let peers: PeerTable
    private let memory: MemoryBudget

    init(_ configuration: RelayConfiguration, peers: PeerTable, memory: MemoryBudget) {
        self.configuration = Mutex(configuration)
        self.peers = peers
        self.memory = memory
    }

    /// From now on `configuration` holds, for streams that are there already too.
    func apply(_ configuration: RelayConfiguration) {
        self.configuration.withLock { $0 = configuration }
        places.withLock { places in
            for place in places.values { place.stream.apply(configuration.settings(for: place.stream.name)) }
        }
    }

    /// How long a publisher may be silent before others may hope for its place.
    private var patience: TimeAmount { configuration.withLock { $0.pingInterval } * 2 }

    /// Lets a publisher begin, on a stream of its own or on the one its viewers wait for.
    ///
    /// - Throws: ``ProtocolError`` where its address publishes too much already, the relay has too many streams, or
    ///   somebody else publishes this one.
    func publish(
        _ name: StreamName,
        instance: InstanceID,
        from seat: PeerTable.Seat,
        connection: any Stream.PublisherConnection
    ) throws(ProtocolError) -> (Stream, Stream.Grant) {
        try places.withLock { places throws(ProtocolError) in
            let predecessor = places[name]?.seat
            try peers.beginPublishing(seat, after: predecessor, isNew: places[name] == nil)
            do throws(ProtocolError) {
                let now = NIODeadline.now()
                let stream = try findOrMake(name, in: &places) { !$0.isOnlyWaitedFor(at: now) }
                let grant = try stream.beginPublishing(instance, connection: connection, patience: patience, now: now)
                if let predecessor { peers.endPublishing(predecessor, before: seat) }
                if let waiter = places[name]?.waiter { peers.endWaiting(waiter) }
                places[name]?.waiter = nil
                places[name]?.seat = seat
                return (stream, grant)
            } catch {
                peers.endPublishing(seat, before: predecessor)
                throw error
            }
        }
    }

    /// Ends a publisher's turn. A stream that has ended gives its name free at once; its viewers read on to the end.
    func endPublishing(_ stream: Stream, _ grant: Stream.Grant, isEnd: Bool, at now: NIODeadline) -> Bool {
        places.withLock { places in
            guard stream.endPublishing(grant, isEnd: isEnd, at: now) else { return false }
            if isEnd, places[stream.name]?.stream === stream { free(stream.name, in: &places) }
            return true
        }
    }

    func stream(_ name: StreamName) -> Stream? { places.withLock { $0[name]?.stream } }

    func all() -> [Stream] { places.withLock { $0.values.map(\.stream) } }

    /// Gives a name free, whoever still publishes or watches the stream that had it.
    func forget(_ name: StreamName) -> Stream? { places.withLock { free(name, in: &$0) } }

    /// Counts a viewer in, on a stream that may not be there yet.
    ///
    /// - Parameter seat: Where a stream counts that is made for this viewer.
    /// - Throws: ``ProtocolError`` where nobody publishes and the viewer does not wait, its address or token waits for too
    ///   many streams already, the relay has too many, or the stream has all its viewers.
    func subscribe(
        _ name: StreamName,
        waits: Bool,
        from seat: PeerTable.Seat = .none
    ) throws(ProtocolError) -> Stream {
        try places.withLock { places throws(ProtocolError) in
            if !waits, places[name]?.stream.isPublished != true {
                throw ProtocolError(.streamNotFound, "Nobody publishes '\(name)' here; check the name, or wait for it.")
            }
            let stream: Stream
            if let place = places[name] {
                stream = place.stream
            } else {
                stream = try makeWaiting(name, in: &places, from: seat)
            }
            try stream.addViewer()
            return stream
        }
    }

    /// Makes a stream that a viewer waits for.
    private func makeWaiting(
        _ name: StreamName,
        in places: inout [StreamName: Place],
        from seat: PeerTable.Seat
    ) throws(ProtocolError) -> Stream {
        try peers.beginWaiting(seat)
        do throws(ProtocolError) {
            let now = NIODeadline.now()
            let stream = try findOrMake(name, in: &places) { $0.isOnlyWaitedFor(at: now) }
            places[name]?.waiter = seat
            return stream
        } catch {
            peers.endWaiting(seat)
            throw error
        }
    }

    /// Counts a viewer out.
    func unsubscribe(_ stream: Stream, at now: NIODeadline) {
        places.withLock { places in
            stream.removeViewer()
            if places[stream.name]?.stream === stream, stream.tidy(at: now) { free(stream.name, in: &places) }
        }
    }

    /// Drops what has grown too old, and streams that nobody needs, and measures the others. Called by the clock, once a
    /// second.
    ///
    /// - Returns: What is left.
    func tidy(at now: NIODeadline) -> Census {
        places.withLock { places in
            var census = Census()
            for (name, place) in places {
                place.stream.sampleMeter(at: now)
                if place.stream.tidy(at: now) {
                    free(name, in: &places)
                } else {
                    if let seat = place.seat, place.stream.isOnlyWaitedFor(at: now) {
                        peers.publisherStaysAway(seat)
                        places[name]?.waiter = seat
                        places[name]?.seat = nil
                    }
                    place.stream.count(in: &census)
                }
            }
            return census
        }
    }

    @discardableResult
    private func free(_ name: StreamName, in places: inout [StreamName: Place]) -> Stream? {
        let place = places.removeValue(forKey: name)
        if let seat = place?.seat { peers.endPublishing(seat) }
        if let waiter = place?.waiter { peers.endWaiting(waiter) }
        return place?.stream
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
        in places: inout [StreamName: Place],
        competingWith competes: (Stream) -> Bool
    ) throws(ProtocolError) -> Stream {
        if let place = places[name] { return place.stream }
        let (limit, settings) = configuration.withLock { ($0.limits.all.streams, $0.settings(for: name)) }
        guard places.count < limit || places.values.count(where: { competes($0.stream) }) < limit else {
            throw ProtocolError(
                .tooManyStreams,
                "This relay has all the \(limit) streams it may have; try again later."
            )
        }
        let stream = Stream(name: name, settings: settings, memory: memory)
        places[name] = Place(stream: stream)
        return stream
    }
}
