import Foundation
import StreamClient
import StreamProtocol
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

    @Test func `the example of the article works`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address.description
            let publishing = Task {
                let frames = AsyncThrowingStream<MediaFrame, any Error> { continuation in
                    continuation.yield(.key(0))
                    continuation.finish()
                }
                return try await publish(frames, as: .video, to: address)
            }
            let publisher = try await relay.welcome()
            _ = try await publisher.next()
            let frame = try await publisher.frame()
            guard case .goodbye = try await publisher.next() else { throw ScriptedPeer.Closed() }
            await publisher.close()
            #expect(try await publishing.value.total == 0)

            let received = Gathering<WatchedFrame>()
            let watching = Task { try await watch(address) { received.add($0) } }
            let viewer = try await relay.welcome()
            viewer.send(.frame(frame), .goodbye(Ending(.endOfStream, "The stream has ended.")))
            try await watching.value
            #expect(received.take().map(\.protocolFrame) == [frame])
        }
    }

    @Test func `the publisher of the article learns that it was refused`() async throws {
        try await ScriptedRelay.serve { relay in
            let address = try relay.address.description
            // The source goes on for ever.
            let (frames, _) = AsyncThrowingStream<MediaFrame, any Error>.makeStream()
            let publishing = Task { try await publish(frames, as: .video, to: address) }
            let peer = try await relay.arrival()
            _ = try await peer.hello()
            peer.send(.error(Ending(.streamTaken, "Another publisher has this stream.")))
            let error = await #expect(throws: ClientError.self) { try await publishing.value }
            #expect(error?.ending?.code == .streamTaken)
        }
    }
}
