import Foundation
import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@Suite(.timeLimit(.minutes(10))) struct DocumentationTests {
    @Test func `the article shows the example that is compiled here`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: tests.appending(path: "DocumentationExample.swift"), encoding: .utf8)
        let article = try String(
            contentsOf: tests.appending(path: "../../Sources/StreamClient/StreamClient.docc/StreamClient.md"),
            encoding: .utf8
        )
        #expect(article.contains("```swift\n\(example)```\n"))
    }

    /// With a real relay, whose event loops answer in time however busy the machine is: the example has the usual time
    /// limits.
    @Test func `the example of the article works`() async throws {
        try await RunningRelay.run { relay in
            let address = "127.0.0.1:\(relay.port)/live"
            let (frames, source) = AsyncThrowingStream<MediaFrame, any Error>.makeStream()
            source.yield(.key(0))
            let publishing = Task { try await publish(frames, as: .video, to: address) }
            let received = Gathering<WatchedFrame>()
            try await watch(address) {
                received.add($0)
                source.finish()
            }
            #expect(received.take().map(\.sequence) == [0])
            #expect(try await publishing.value.total == 0)
        }
    }

    @Test func `the publisher of the article learns that it was refused`() async throws {
        try await RunningRelay.run(admission: Refusal()) { relay in
            // The source goes on for ever.
            let (frames, _) = AsyncThrowingStream<MediaFrame, any Error>.makeStream()
            let error = await #expect(throws: ClientError.self) {
                _ = try await publish(frames, as: .video, to: "127.0.0.1:\(relay.port)/live")
            }
            #expect(error?.ending?.code == .forbidden)
        }
    }

    private struct Refusal: Admission {
        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            eventLoop.makeFailedFuture(ProtocolError(.forbidden, "Nobody may publish here."))
        }
    }
}
