import NIOCore
import NIOPosix
import StreamClient
import StreamProtocol

/// Many viewers of one stream, on a few event loops.
final class LoadGenerator: Sendable {
    /// Bytes read at a time: small, because there are many viewers.
    private static let readBytes = 16 * 1024

    private let configuration: ClientConfiguration
    private let loops: [(eventLoop: any EventLoop, state: NIOLoopBound<LoadLoop>)]

    init(_ configuration: ClientConfiguration, on group: any EventLoopGroup) async throws {
        self.configuration = configuration
        var loops: [(any EventLoop, NIOLoopBound<LoadLoop>)] = []
        for eventLoop in group.makeIterator() {
            loops.append(
                (eventLoop, try await eventLoop.submit { NIOLoopBound(LoadLoop(), eventLoop: eventLoop) }.get())
            )
        }
        self.loops = loops
    }

    /// Connects viewer after viewer, `rate` a second.
    func join(viewers: Int, rate: Int) async throws {
        let start = ContinuousClock.now
        for number in 0..<viewers {
            try await Task.sleep(until: start + .seconds(1) * number / rate)
            connect(loops[number % loops.count])
        }
    }

    /// What all viewers have received by now.
    func tally() async throws -> LoadTally {
        var sum = LoadTally()
        for (eventLoop, state) in loops {
            sum.add(try await eventLoop.submit { state.value.tally }.get())
        }
        return sum
    }

    /// Watches too, as one ordinary viewer, to find out how the clocks compare.
    ///
    /// - Parameter found: Is told by how much they may be wrong.
    func compareClocks(found: @Sendable (Int64) -> Void) async throws {
        let request = WatchRequest(kinds: TrackKinds(.video).union(TrackKinds(.audio)))
        try await StreamWatcher(configuration, request: request).run { event in
            guard case .clock(let clock) = event, let publisher = clock.publisher else { return }
            found(clock.relayErrorBound + Int64(publisher.errorBound))
            for (eventLoop, state) in loops { eventLoop.execute { state.value.clock = clock } }
        }
    }

    private func connect(_ loop: (eventLoop: any EventLoop, state: NIOLoopBound<LoadLoop>)) {
        var hello = Hello(role: .subscribe, stream: configuration.address.stream, instance: .random())
        hello.token = configuration.token
        hello.clientName = configuration.clientName
        let state = loop.state
        ClientBootstrap(group: loop.eventLoop)
            .connectTimeout(TimeAmount.seconds(configuration.connectTimeout.components.seconds))
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readBytes))
            .channelInitializer { [hello] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(LoadViewer(hello, loop: state.value))
                }
            }
            .connect(host: configuration.address.host, port: configuration.address.port)
            .hop(to: loop.eventLoop)
            .whenFailure { _ in state.value.tally.ended["unreachable", default: 0] += 1 }
    }
}
