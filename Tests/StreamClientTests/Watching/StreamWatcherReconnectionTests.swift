import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

/// How a ``StreamWatcher`` handles refusals, lost connections and relays that violate the protocol.
@Suite(.timeLimit(.minutes(10))) struct StreamWatcherReconnectionTests {
    private func reportedError(_ message: ProtocolMessage) -> Ending? {
        if case .error(let ending) = message { ending } else { nil }
    }

    @Test func `a watcher reconnects and delivers nothing twice`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address), request: WatchRequest(waits: false)) { _, events, task in
                let first = try await relay.welcome()
                first.send(.frame(.sample(0)), .frame(.sample(1)), .frame(.sample(2)))
                try await events.first { $0.sequence == 2 ? () : nil }
                await first.close()
                let error = try await events.first(\.disconnection)
                #expect(error.code == .connectionLost)

                let second = try await relay.arrival()
                #expect(try await second.hello().waits, "after its first welcome, it waits for the stream to return")
                second.send(
                    .welcome(.sample()),
                    .frame(.sample(1)),
                    .frame(.sample(2)),
                    .frame(.sample(5)),
                    .endOfStream
                )
                try await task.value
                let delivered = events.take().compactMap { event in
                    switch event {
                    case .gap(let gap): "gap \(gap.first)+\(gap.count) \(gap.reason == .disconnected)"
                    case .frame(let frame): "frame \(frame.header.sequence)"
                    default: nil
                    }
                }
                #expect(delivered == ["gap 3+2 true", "frame 5"])
            }
        }
    }

    @Test func `a connection that was reset is reported in plain words`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await withWatcher(.sample(address)) { _, events, _ in
                let peer = try await relay.welcome()
                try await events.first { if case .connected = $0 { () } else { nil } }
                try await peer.reset()
                let error = try await events.first(\.disconnection)
                #expect(error.code == .connectionLost)
                #expect(
                    error.reason
                        == "The connection to \(address.endpoint) was reset by the other side; is the relay running?"
                )
            }
        }
    }

    @Test func `a watcher starts again with a relay that restarted`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, events, task in
                let first = try await relay.welcome(.sample(streamInstance: 1))
                first.send(.frame(.sample(0)), .frame(.sample(1)))
                first.send(.goodbye(Ending(.draining, "Going down.")))
                let error = try await events.first(\.disconnection)
                #expect(error.ending?.code == .draining)
                let second = try await relay.welcome(.sample(streamInstance: 2))
                second.send(.frame(.sample(0)), .endOfStream)
                try await task.value
                let rest = events.take()
                #expect(rest.compactMap(\.sequence) == [0])
                #expect(rest.compactMap(\.discontinuity).map(\.isNewInstance) == [true], "epoch 1 follows epoch 1")
            }
        }
    }

    @Test func `a permanent refusal is thrown`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, _, task in
                let peer = try await relay.arrival()
                _ = try await peer.hello()
                peer.send(.error(Ending(.unauthorized, "A token is needed.")))
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.ending?.code == .unauthorized)
                try await peer.closed()
            }
        }
    }

    @Test func `a temporary refusal is followed by another attempt`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, events, task in
                let peer = try await relay.arrival()
                _ = try await peer.hello()
                peer.send(.error(Ending(.overloaded, "Too busy.")))
                #expect(try await events.first(\.disconnection).ending?.code == .overloaded)
                try await relay.welcome().send(.endOfStream)
                try await task.value
            }
        }
    }

    @Test func `a temporary refusal is an error for a watcher that does not wait`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address), request: WatchRequest(waits: false)) { _, events, task in
                let peer = try await relay.arrival()
                _ = try await peer.hello()
                peer.send(.error(Ending(.overloaded, "Too busy.")))
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.ending?.code == .overloaded)
                #expect(events.take().isEmpty)
            }
        }
    }

    @Test func `an unreachable relay is an error for a watcher that does not wait`() async throws {
        // No other test can listen there meanwhile.
        let address = try RelayAddress("127.0.0.1:1")
        try await withWatcher(.sample(address), request: WatchRequest(waits: false)) { _, _, task in
            let error = await #expect(throws: ClientError.self) { try await task.value }
            #expect(
                error?.reason == "Cannot reach 127.0.0.1:1: connection refused; is a relay running there?"
            )
        }
    }

    @Test func `a watcher waits for a relay`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address
            try await relay.stopListening()
            try await withWatcher(.sample(address)) { _, events, task in
                #expect(try await events.first(\.disconnection).code == .unreachable)
                try await ScriptedRelay.serve(port: address.port) { relay in
                    try await relay.welcome().send(.endOfStream)
                    try await task.value
                }
            }
        }
    }

    @Test func `a redirect is followed`() async throws {
        try await ScriptedRelay.serve { other in
            try await ScriptedRelay.serve { relay in
                try await withWatcher(.sample(try relay.address)) { _, _, task in
                    let peer = try await relay.arrival()
                    _ = try await peer.hello()
                    var ending = Ending(.redirect, "The stream is elsewhere.")
                    ending.redirect = "127.0.0.1:\(other.port)/camera-2"
                    peer.send(.goodbye(ending))
                    let arrival = try await other.arrival()
                    #expect(try await arrival.hello().stream.description == "camera-2")
                    arrival.send(.welcome(.sample()), .endOfStream)
                    try await task.value
                }
            }
        }
    }

    @Test func `a server of another protocol is a clear error`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, _, task in
                let peer = try await relay.arrival()
                peer.send(bytes: ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n\r\n"))
                let error = await #expect(throws: ClientError.self) { try await task.value }
                #expect(error?.code == .protocolViolation)
                #expect(
                    error?.reason
                        == "The server at 127.0.0.1:\(relay.port) is not a streamd relay; check host and port."
                )
            }
        }
    }

    @Test func `garbage is reported, and the watcher reconnects`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, events, task in
                let peer = try await relay.welcome()
                peer.send(bytes: ByteBuffer(repeating: 0xFF, count: 4096))
                let reported = try await peer.first(reportedError)
                #expect([.messageTooLong, .unknownCritical, .malformedMessage].contains(reported.code))
                #expect(try await events.first(\.disconnection).code == .protocolViolation)
                try await relay.welcome().send(.endOfStream)
                try await task.value
            }
        }
    }

    @Test func `a message for publishers is a protocol violation`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, events, _ in
                let peer = try await relay.welcome()
                peer.send(.viewerCount(ViewerCount(viewers: 1)))
                let reported = try await peer.first(reportedError)
                #expect(reported.code == .unexpectedMessage)
                #expect(try await events.first(\.disconnection).code == .protocolViolation)
            }
        }
    }

    @Test func `a silent relay is a lost connection`() async throws {
        try await ScriptedRelay.serve { relay in
            try await withWatcher(.sample(try relay.address)) { _, events, task in
                _ = try await relay.welcome(.sample(pingInterval: 50))
                #expect(try await events.first(\.disconnection).code == .relaySilent)
                try await relay.welcome().send(.endOfStream)
                try await task.value
            }
        }
    }

    @Test func `a watcher gives up a connection that is not answered`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.connectTimeout = .milliseconds(100)
            try await withWatcher(configuration) { _, events, _ in
                let peer = try await relay.arrival()
                try await events.first { $0.disconnection?.code == .relaySilent ? () : nil }
                try await peer.closed()
            }
        }
    }
}
