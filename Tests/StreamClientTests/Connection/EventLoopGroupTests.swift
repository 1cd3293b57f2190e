import Dispatch
import NIOCore
import NIOPosix
import StreamProtocol
import Synchronization
import Testing

@testable import StreamClient

/// Event loops that a program brings along.
@Suite(.timeLimit(.minutes(10))) struct EventLoopGroupTests {
    /// Counts how many event loops were taken.
    private final class CountingGroup: EventLoopGroup {
        private let count = Atomic(0)

        var taken: Int { count.load(ordering: .relaxed) }

        func next() -> any EventLoop {
            count.add(1, ordering: .relaxed)
            return MultiThreadedEventLoopGroup.singleton.next()
        }

        func makeIterator() -> EventLoopIterator { MultiThreadedEventLoopGroup.singleton.makeIterator() }

        func shutdownGracefully(queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void) {
            queue.async { callback(nil) }
        }
    }

    @Test func `connections run on the event loops of the configuration`() async throws {
        try await ScriptedRelay.serve { relay in
            let group = CountingGroup()
            var configuration = ClientConfiguration.sample(try relay.address)
            configuration.eventLoopGroup = group
            let watching = Task { [configuration] in try await StreamWatcher(configuration).run { _ in } }
            _ = try await relay.arrival()
            #expect(group.taken == 1)
            watching.cancel()
            _ = await watching.result
            let publishing = Task { [configuration] in try await StreamPublisher(configuration).run() }
            _ = try await relay.arrival()
            #expect(group.taken == 2)
            publishing.cancel()
            _ = await publishing.result
            async let answer: Void = RelayProbe.ask(configuration)
            let peer = try await relay.arrival()
            var preface = ByteBuffer()
            Preface.supported.write(to: &preface)
            peer.send(bytes: preface)
            try await answer
            #expect(group.taken == 3)
        }
    }
}
