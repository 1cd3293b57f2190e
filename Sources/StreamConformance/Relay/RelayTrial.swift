import Platform
import StreamClient

/// The relay under test.
package struct RelayTarget: Sendable {
    package let connector: Connector
    /// The tokens that the relay needs, if it does.
    package let publishToken: [UInt8]?
    package let watchToken: [UInt8]?
    let names = StreamNames()

    package init(_ connector: Connector, publishToken: [UInt8]? = nil, watchToken: [UInt8]? = nil) {
        self.connector = connector
        self.publishToken = publishToken
        self.watchToken = watchToken
    }
}

/// One case against a relay: a stream name of its own, and the connections that it has opened.
package final class RelayTrial: Sendable {
    package let target: RelayTarget
    package let stream: String
    private let peers = Mutex<[Peer]>([])
    /// The names of the streams that the case has published.
    private let published = Mutex<Set<String>>([])

    init(_ target: RelayTarget) {
        self.target = target
        stream = target.names.draw()
    }

    package static func run(_ target: RelayTarget, _ body: (RelayTrial) async throws -> Void) async throws {
        let trial = RelayTrial(target)
        do {
            try await body(trial)
        } catch {
            await trial.end()
            throw error
        }
        await trial.end()
    }

    // MARK: The end of a case

    private func end() async {
        await withTaskGroup(of: Void.self) { group in
            for peer in peers.withLock({ $0 }) { group.addTask { await peer.close() } }
        }
        await withTaskGroup(of: Void.self) { group in
            for name in published.withLock({ $0 }) { group.addTask { await self.endStream(name) } }
        }
    }

    /// Says that a case publishes a stream by bytes of its own.
    func publishes(_ name: String) { published.withLock { _ = $0.insert(name) } }

    /// Ends a stream, so that it does not stay interrupted. A relay allows an address only so many streams, and counts
    /// for some seconds those whose publisher may come back.
    private func endStream(_ name: String) async {
        let deadline = ContinuousClock().now + .seconds(2)
        repeat {
            guard let peer = try? await open(.publish, name) else { return }
            await peer.send(Wire.ending(.goodbye, code: 1))
            let isTaken = await Self.isTaken(peer)
            await peer.close()
            // The relay may not have noticed yet that the publisher of the case is gone.
            guard isTaken, (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
        } while ContinuousClock().now < deadline
    }

    private static func isTaken(_ peer: Peer) async -> Bool {
        while let received = try? await peer.poll(.seconds(1)) {
            switch received {
            case .message(let message) where message.type == .error:
                return (try? EndingFields(message).code).map(EndingCode.name) == "stream-taken"
            case .end: return false
            case .message, .preface: continue
            }
        }
        return false
    }

    // MARK: Connections

    /// Opens a connection and says nothing on it.
    package func connect(path: String? = nil, receiveBuffer: Int? = nil) async throws -> Peer {
        let peer = try await target.connector.connect(path: path ?? "/\(stream)", receiveBuffer: receiveBuffer)
        peers.withLock { $0.append(peer) }
        return peer
    }

    /// Opens a connection with another request than the usual one.
    package func open(_ request: [UInt8]) async throws -> Peer {
        let peer = try await target.connector.connect(path: "", opening: request)
        peers.withLock { $0.append(peer) }
        return peer
    }

    /// Opens a connection without TLS and WebSocket, whatever the others have.
    func connectPlainly() async throws -> Peer {
        let peer = try await Connector(target.connector.address, .tcp, ClientSecurity()).connect(path: "")
        peers.withLock { $0.append(peer) }
        return peer
    }

    /// The options of a hello in a role: the token, if the relay needs one, and others.
    package func options(_ role: Role, _ others: [[UInt8]] = []) -> [[UInt8]] {
        let token = role == .publish ? target.publishToken : target.watchToken
        return (token.map { [Wire.option(0x8001, $0)] } ?? []) + others
    }

    /// Connects and sends preface and hello.
    package func open(
        _ role: Role,
        _ name: String? = nil,
        instance: [UInt8]? = nil,
        options: [[UInt8]] = [],
        receiveBuffer: Int? = nil
    ) async throws -> Peer {
        let name = name ?? (role == .list ? "" : stream)
        let peer = try await connect(path: "/" + name, receiveBuffer: receiveBuffer)
        if role == .publish { publishes(name) }
        peer.skipsArrivals = role == .relay
        let instance = instance ?? Wire.randomInstance()
        await peer.send(
            Wire.preface,
            Wire.hello(role, name, instance: instance, options: self.options(role, options))
        )
        return peer
    }

    /// Connects as a client that the relay must welcome.
    package func join(
        _ role: Role,
        _ name: String? = nil,
        instance: [UInt8]? = nil,
        options: [[UInt8]] = [],
        receiveBuffer: Int? = nil
    ) async throws -> Peer {
        let peer = try await open(
            role,
            name,
            instance: instance,
            options: options,
            receiveBuffer: receiveBuffer
        )
        try await peer.expectPreface()
        try await peer.expectWelcome()
        return peer
    }

    /// A publisher with a track table: video alone unless tracks are given.
    package func publisher(
        _ tracks: [[UInt8]] = [Wire.track(0)],
        name: String? = nil,
        instance: [UInt8]? = nil
    ) async throws -> TestPublisher {
        let peer = try await join(.publish, name, instance: instance)
        let publisher = TestPublisher(peer, epoch: peer.welcome?.epoch ?? 0)
        await publisher.tracks(tracks)
        return publisher
    }
}

extension Wire {
    /// An instance that no other client has.
    package static func randomInstance() -> [UInt8] { (0..<16).map { _ in UInt8.random(in: 0...255) } }
}
