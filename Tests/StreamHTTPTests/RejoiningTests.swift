import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Synchronization
import Testing

/// Players over HTTP that stay at the end of a stream (`?follow`), over real sockets. `NextSessionTests` has what may happen
/// between two streams.
@Suite(.timeLimit(.minutes(10))) struct RejoiningTests {
    private static let request = "GET /live.h264?follow HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Publishes a stream that ends before it has a track.
    private func publishNothing(_ relay: RunningRelay, token: AccessToken? = nil) async throws {
        let publisher = try TestPublisher(try relay.client(token: token), kinds: [])
        for await event in publisher.outlet.events {
            if case .connected = event { break }
        }
        try await publisher.finish()
    }

    /// Waits until the client waits for a stream.
    private func wait(_ relay: RunningRelay) async {
        await relay.untilStream { $0?.viewers == 1 && $0?.state == .waiting }
    }

    @Test func `the streams of a response are one body, with one head`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect(sending: Self.request)
            await wait(relay)
            for picture: UInt8 in 1...3 {
                let chunk = Array("2\r\n".utf8) + [picture, picture] + Array("\r\n".utf8)
                var bytes: [UInt8] = []
                try await relay.publishing { publisher in
                    try await publisher.sendPicture([picture, picture], isKeyFrame: true)
                    bytes = try await client.read { $0.suffix(chunk.count).elementsEqual(chunk) }
                }
                if picture == 1 {
                    let answer = RawAnswer(bytes)
                    #expect(answer.status == 200 && answer.has("transfer-encoding: chunked"))
                    #expect(answer.body == chunk)
                } else {
                    #expect(bytes == chunk, "stream \(picture)")
                }
                await wait(relay)
            }
            try await client.closeOutput()
            await relay.untilStream { $0 == nil }
        }
    }

    @Test func `streams that end before they have a track leave the client waiting`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect(sending: Self.request)
            await wait(relay)
            for _ in 0..<2 {
                try await publishNothing(relay)
                await wait(relay)
            }
            try await relay.publishing { publisher in
                try await publisher.sendPicture([7], isKeyFrame: true)
                let answer = RawAnswer(try await client.read(through: "1\r\n\u{7}\r\n"))
                #expect(answer.status == 200)
                #expect(answer.text == "1\r\n\u{7}\r\n")
            }
        }
    }

    /// Admits clients that show a token, and others until the test says so.
    private static func admission(_ isClosed: Flag) -> AsyncAdmission {
        AsyncAdmission { credentials throws(ProtocolError) in
            guard credentials.token == nil, isClosed.isSet else { return .allStreams }
            throw ProtocolError(.unauthorized, "This client is not admitted any more.")
        }
    }

    @Test func `a client that is not admitted to the next stream loses its response`() async throws {
        let isClosed = Flag()
        try await RunningRelay.runWithHTTP(admission: Self.admission(isClosed)) { relay in
            let client = try await relay.connect(sending: Self.request)
            await wait(relay)
            try await relay.publishing(token: "publisher") { publisher in
                try await publisher.sendPicture([7], isKeyFrame: true)
                _ = try await client.read(through: "1\r\n\u{7}\r\n")
                isClosed.set()
            }
            #expect(try await client.readToEnd().isEmpty, "no last chunk: something is missing")
            await relay.untilStream { $0 == nil }
        }
    }

    @Test func `a client that is not admitted again gets the reason where no response has begun`() async throws {
        let isClosed = Flag()
        try await RunningRelay.runWithHTTP(admission: Self.admission(isClosed)) { relay in
            let client = try await relay.connect(sending: Self.request)
            await wait(relay)
            isClosed.set()
            try await publishNothing(relay, token: try AccessToken("publisher"))
            let answer = RawAnswer(try await client.readToEnd())
            #expect(answer.status == 401)
            #expect(answer.text.contains("This client is not admitted any more."))
            await relay.untilStream { $0 == nil }
        }
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isSet: Bool { state.withLock(\.self) }

        func set() { state.withLock { $0 = true } }
    }
}
