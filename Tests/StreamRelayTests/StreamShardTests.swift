import Dispatch
import NIOCore
import NIOPosix
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct StreamShardTests {
    /// The stream reports a loop that is behind with its entries, so that the publisher waits.
    @Test func `a loop that is behind is reported`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = group.next()
        let (core, stream) = (EmbeddedRelay().core, Stream(name: .live, settings: StreamSettings()))
        let (loop, handle) = try await eventLoop.submit {
            let loop = RelayLoop(eventLoop: eventLoop, core: core)
            let shard = stream.shard(on: loop)
            return (NIOLoopBound(loop, eventLoop: eventLoop), StreamShard.Handle(shard, of: loop))
        }.get()
        var entries = EntryFactory()
        let table = try entries.tracks()
        let frame = try entries.frame(payload: [UInt8](repeating: 1, count: StreamShard.maximumBacklog))
        let goOn = DispatchSemaphore(value: 0)
        eventLoop.execute { goOn.wait() }
        handle.appendLater(table, at: LogPlace(position: 0))
        #expect(!handle.isBehind)
        handle.appendLater(frame, at: LogPlace(position: 1))
        #expect(handle.isBehind)
        goOn.signal()
        let end = try await eventLoop.submit {
            // The stream and its shard hold each other until the last viewer leaves, and here there is none.
            defer { stream.removeShard(of: loop.value) }
            return handle.shard.log.end
        }.get()
        #expect(end == 2)
        #expect(!handle.isBehind)
        try await group.shutdownGracefully()
    }
}
