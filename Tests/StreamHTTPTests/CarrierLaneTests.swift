import NIOCore
import NIOHTTP1
import RelayTestSupport
import StreamClient
import StreamProtocol
import Testing

@testable import StreamHTTP
@testable import StreamRelay

/// Viewers by HTTP in lanes, on real sockets.
@Suite(.enabled(if: FanOut.underTest != .nio), .timeLimit(.minutes(10))) struct CarrierLaneTests {
    /// Bytes of a picture beside what it needs: a few of them fill a socket.
    private static let padding = 20_000

    @Test(arguments: [
        "/live.h264 HTTP/1.1", "/live.h264 HTTP/1.0", "/live.aac HTTP/1.1", "/live.ts HTTP/1.1", "/live.mp4 HTTP/1.1",
    ])
    func `a viewer that pauses gets the same bytes as one that reads on`(target: String) async throws {
        let request = "GET \(target)\r\nHost: localhost\r\n\r\n"
        try await RunningRelay.runWithHTTP(configure: { configuration in
            configuration.stream.maximumLatency = .minutes(10)
            configuration.limits.stall = .minutes(10)
        }) { relay in
            let reader = try await relay.connect()
            let pausing = try await RawClient(port: relay.port, receiveBuffer: 8 * 1024)
            try await relay.publishing { publisher in
                var numbers = (0...).makeIterator()
                func publish(_ count: Int, padding: Int = 0) async throws {
                    for _ in 0..<count {
                        guard let number = numbers.next() else { return }
                        try await publisher.send(Made.picture(number), padding: padding)
                        try await publisher.send(Made.sound(number), padding: min(padding, 4_000))
                    }
                }
                try await publish(1)
                for client in [reader, pausing] { try await client.send(request) }
                await relay.untilStream { $0?.viewers == 2 }
                while await relay.viewersInLanes() < 2 { try await publish(1) }
                try await pausing.setReading(false)
                while await relay.viewersInLanes() == 2 { try await publish(1, padding: Self.padding) }
                // It has bytes of a frame that its socket did not take. More come meanwhile.
                try await publish(30, padding: Self.padding)
                #expect(await relay.viewersInLanes() < 2)
                try await pausing.setReading(true)
                while await relay.viewersInLanes() < 2 { try await publish(1) }
                try await publish(10)
            }
            let isChunked = target.hasSuffix("1.1")
            let bodies = try await [reader.readToEnd(), pausing.readToEnd()].map { bytes in
                let answer = RawAnswer(bytes)
                #expect(answer.status == 200)
                return Self.media(isChunked ? try #require(answer.unchunked) : answer.body)
            }
            // They may have begun at different frames.
            let shorter = try #require(bodies.map(\.count).min())
            #expect(shorter > 100_000)
            #expect(bodies[0].suffix(shorter) == bodies[1].suffix(shorter))
        }
    }

    /// What is the same for all viewers: an MP4 without its beginning, from the second fragment on.
    private static func media(_ body: [UInt8]) -> [UInt8] {
        guard body.dropFirst(4).starts(with: Array("ftyp".utf8)) else { return body }
        var rest = body[...]
        while rest.count >= 8, !rest.dropFirst(4).starts(with: Array("moof".utf8)) {
            rest = rest.dropFirst(rest.prefix(4).reduce(0) { $0 << 8 | Int($1) })
        }
        return Array(rest)
    }
}

extension RunningRelay {
    /// How many viewers are in lanes now.
    fileprivate func viewersInLanes() async -> Int {
        let counts = await relay.core.loops?.each { loop in
            loop.connections.values.count { $0.session?.viewer?.lanePosition != nil }
        }
        return counts?.reduce(0, +) ?? 0
    }
}

extension PublishOutlet {
    /// Publishes a frame, with so many bytes behind its payload.
    fileprivate func send(_ message: ProtocolMessage, padding: Int) async throws {
        guard case .frame(let frame) = message else { return }
        let header = frame.header
        try await send(
            MediaFrame(
                track: header.track,
                flags: header.flags,
                decodeTime: MediaTime(microseconds: header.decodeTime),
                presentationTime: MediaTime(microseconds: header.presentationTime),
                bytes: frame.bytes + [UInt8](repeating: 0xA5, count: padding)
            )
        )
    }
}
