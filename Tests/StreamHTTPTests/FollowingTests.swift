import Containers
import NIOCore
import RelayTestSupport
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

/// Responses that wait for a stream, and at its end for the next one.
@Suite(.timeLimit(.minutes(10))) struct FollowingTests {
    private static let endOfStream = ProtocolMessage.goodbye(Ending(.endOfStream, ""))

    private static func welcome(_ state: StreamState) -> ProtocolMessage {
        .welcome(
            Welcome(
                epoch: 1,
                streamInstance: 7,
                maximumFrameLength: 1 << 20,
                pingInterval: 5_000,
                maximumLatency: 2_000,
                state: state
            )
        )
    }

    private static func translator(_ format: MediaFormat) -> MediaTranslator {
        MediaTranslator(
            MediaRequest(stream: .live, format: format, follows: true),
            deadline: .uptimeNanoseconds(1)
        )
    }

    private static func actions(
        _ translator: inout MediaTranslator,
        _ messages: [ProtocolMessage]
    ) -> [MediaTranslator.Action] {
        translator.receive(.opening(messages))
        var actions: [MediaTranslator.Action] = []
        while let action = translator.next() { actions.append(action) }
        return actions
    }

    private static let picture = ProtocolMessage.frame(
        Frame(FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0), payload: [1, 2])
    )
    private static let sent = MediaTranslator.Action.send(prefix: [], payload: ByteBuffer(bytes: [1, 2]))

    private static func table() throws -> ProtocolMessage {
        .tracks(try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: .h264)]))
    }

    @Test func `the hello waits for the stream`() {
        #expect(MediaRequest(stream: .live, format: .h264, follows: true).hello(token: nil, clientName: nil).waits)
        #expect(!MediaRequest(stream: .live, format: .h264).hello(token: nil, clientName: nil).waits)
    }

    @Test func `a response goes on with the next stream, and another end ends it`() throws {
        var translator = Self.translator(.h264)
        #expect(translator.tick(at: .now()) == nil)
        #expect(
            Self.actions(&translator, [Self.welcome(.live), try Self.table(), Self.picture, Self.endOfStream])
                == [.begin, Self.sent, .follow]
        )
        #expect(translator.isRejoining)
        // Of a session that has ended, nothing counts.
        #expect(Self.actions(&translator, [Self.picture]) == [])
        translator.rejoin()
        #expect(!translator.isRejoining)
        #expect(
            Self.actions(&translator, [Self.welcome(.waiting), try Self.table(), Self.picture]) == [Self.sent]
        )
        translator.receive(ProtocolMessage.goodbye(Ending(.draining, "")).encoded())
        #expect(translator.next() == .finish(isWhole: false))
    }

    @Test func `a transport stream begins before there are tracks, and has packets while nothing comes`() throws {
        var translator = Self.translator(.transportStream)
        let ping = Ping(sent: 5)
        #expect(
            Self.actions(&translator, [Self.welcome(.waiting), .ping(ping)])
                == [
                    .begin, .send(prefix: TransportStreamWriter.nullPacket, payload: ByteBuffer()), .answer(ping),
                ]
        )
        var wrapper = ContainerWrapper(.transportStream, track: nil)
        translator.receive(
            wrapper.messages(try Made.stream()).reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1.encoded()) }
        )
        let first = translator.next()
        guard case .send(let prefix, let payload) = first else { throw ProtocolError(.internalFault, "no packets") }
        #expect(prefix == [] && payload.readableBytes % 188 == 0)
    }

    @Test func `the packets of the next stream state the discontinuity`() throws {
        var translator = Self.translator(.transportStream)
        var wrapper = ContainerWrapper(.transportStream, track: nil)
        let stream = wrapper.messages(try Made.stream())
        let first = Self.actions(&translator, [Self.welcome(.live)] + stream + [Self.endOfStream])
        #expect(first.first == .begin && first.last == .follow)
        translator.rejoin()
        let next = Self.actions(&translator, [Self.welcome(.live)] + stream)
        let prefixes = next.compactMap { action -> [UInt8]? in
            if case .send(let prefix, _) = action { prefix } else { nil }
        }
        // A packet for each table and track, with an adaptation field that begins with the indicator.
        let packets = prefixes.flatMap(\.self)
        #expect(packets.count == 4 * 188)
        for offset in Swift.stride(from: 0, to: packets.count, by: 188) { #expect(packets[offset + 5] & 0x80 != 0) }
    }

    @Test func `the times of a transport stream are the relay's, so that they go on with the next stream`() throws {
        let times = try [1_000, 60_000].map { uptime in
            var wrapper = ContainerWrapper(.transportStream, track: nil)
            let messages = wrapper.messages(try Made.stream(), arrival: .uptimeNanoseconds(UInt64(uptime) * 1_000_000))
            return messages.compactMap { message -> Int64? in
                if case .frame(let frame) = message { frame.header.decodeTime } else { nil }
            }
        }
        #expect(times[0].first == 1_000_000 && times[1].first == 60_000_000)
        #expect(times[0].map { $0 + 59_000_000 } == times[1])
    }

    @Test func `an MP4 that has begun ends with its stream`() throws {
        var translator = Self.translator(.mp4)
        var wrapper = ContainerWrapper(.mp4, track: nil)
        let stream = wrapper.messages(try Made.stream())
        let ping = Ping(sent: 5)
        #expect(
            Self.actions(&translator, [Self.welcome(.waiting), .ping(ping), Self.endOfStream]) == [
                .answer(ping), .follow,
            ]
        )
        translator.rejoin()
        let actions = Self.actions(&translator, [Self.welcome(.live)] + stream + [.ping(ping), Self.endOfStream])
        #expect(actions.first == .begin)
        let box: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
        #expect(
            actions.suffix(3)
                == [.send(prefix: box, payload: ByteBuffer()), .answer(ping), .finish(isWhole: true)]
        )
    }

    @Test func `pictures are followed by a byte that means nothing while none come`() throws {
        var translator = Self.translator(.h264)
        let ping = Ping(sent: 5)
        #expect(
            Self.actions(&translator, [Self.welcome(.live), try Self.table(), Self.picture, .ping(ping)])
                == [.begin, Self.sent, .send(prefix: [0], payload: ByteBuffer()), .answer(ping)]
        )
    }

    @Test func `a client stays through the ends of streams`() async throws {
        // The next session of the same client does not count again.
        let admission = AsyncAdmission { _ in
            var permissions = Permissions.allStreams
            permissions.sharedLimits = Permissions.SharedLimits(identity: "display", limits: TokenLimits(viewers: 1))
            return permissions
        }
        try await RunningRelay.runWithHTTP(admission: admission) { relay in
            let client = try await relay.connect(sending: "GET /live.h264?follow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await relay.untilStream { $0?.viewers == 1 }
            for picture: UInt8 in 1...3 {
                try await relay.publishing { publisher in
                    try await publisher.sendPicture([picture, picture], isKeyFrame: true)
                    _ = try await client.read(
                        through: "2\r\n\(String(decoding: [picture, picture], as: UTF8.self))\r\n"
                    )
                    #expect(await relay.control.stream(.live)?.viewers == 1)
                }
                await relay.untilStream { $0?.viewers == 1 && $0?.state == .waiting }
            }
            try await client.closeOutput()
            _ = try await client.readToEnd()
            await relay.untilStream { $0 == nil }
        }
    }

    @Test(arguments: ["/live.h264", "/live.h264?follow=0"])
    func `a client that does not ask for it gets the end`(target: String) async throws {
        try await RunningRelay.runWithHTTP { relay in
            let client = try await relay.connect()
            try await relay.publishing { publisher in
                try await client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await client.read(through: "\r\n\r\n")
                try await publisher.sendPicture([1])
            }
            #expect(try await client.readToEnd().suffix(5).elementsEqual("0\r\n\r\n".utf8))
        }
    }

    @Test func `another value is refused`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            let answer = try await relay.answer(to: "GET /live.ts?follow=yes HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(answer.status == 400 && answer.text.contains("'follow' has no value but 0 or 1"))
        }
    }
}
