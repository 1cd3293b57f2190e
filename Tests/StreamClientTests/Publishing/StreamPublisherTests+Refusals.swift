import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

/// Frames that are not sent.
extension StreamPublisherTests {
    @Test func `frames that cannot be sent are refused`() async throws {
        var configuration = ClientConfiguration.sample(try RelayAddress("127.0.0.1:1"))
        configuration.maximumFrameLength = 20
        let outlet = StreamPublisher(configuration).outlet
        try outlet.setTracks([.video])
        let long = await #expect(throws: ClientError.self) { try await outlet.send(.key(0, bytes: 21)) }
        #expect(long?.code == .frameTooLong)
        let stray = await #expect(throws: ClientError.self) { try await outlet.send(.audio(0)) }
        #expect(stray?.code == .unknownTrack)
        #expect(!outlet.offer(.audio(0)).isQueued)
        let twice = #expect(throws: ClientError.self) { try outlet.setTracks([.video, .video]) }
        #expect(twice?.code == .invalidTracks)
    }

    @Test func `an offered frame that is too long is reported and dropped with its group`() async throws {
        try await ScriptedRelay.serve { relay in
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.maximumFrameLength = 20
            try await publishing(configuration) { outlet, events, _ in
                let peer = try await relay.welcome()
                #expect(outlet.offer(.key(0)).isQueued)
                #expect(!outlet.offer(.delta(1, bytes: 21)).isQueued)
                let bytes = try await events.first { event in
                    if case .frameTooLong(.video, let bytes) = event { bytes } else { nil }
                }
                #expect(bytes == 21)
                #expect(try await events.first(keyFrameRequest) == .video)
                #expect(!outlet.offer(.delta(2)).isQueued)
                #expect(outlet.offer(.key(3)).isQueued)
                // Between them come tracks, and a ping if the machine is slow.
                for expected in [MediaFrame.key(0).numbered(0, in: 1), MediaFrame.key(3).numbered(3, in: 1)] {
                    let frame = try await peer.first { message in
                        if case .frame(let frame) = message { frame } else { nil }
                    }
                    #expect(frame == expected)
                }
            }
        }
    }

    @Test func `frames that the relay would not take are reported`() async throws {
        try await ScriptedRelay.serve { relay in
            try await publishing(.sample(try relay.address)) { outlet, events, _ in
                let peer = try await relay.welcome(.sample(maximumFrameLength: 100))
                try await outlet.send(.key(0, bytes: 101))
                try await outlet.send(.key(1, bytes: 100))
                let bytes = try await events.first { event in
                    if case .frameTooLong(.video, let bytes) = event { bytes } else { nil }
                }
                #expect(bytes == 101)
                _ = try await peer.next()
                #expect(try await peer.frame().payload.readableBytes == 100)
            }
        }
    }
}
