import NIOCore
import NIOPosix
import Platform
import StreamClient
import StreamProtocol

/// The options of the viewers.
struct LoadRequest: Sendable {
    var batch: TimeSpan?
    var history: TimeSpan?
    var keyFramesOnly = false

    /// Writes the options into a hello.
    func complete(_ hello: inout Hello) {
        hello.batch = batch?.milliseconds
        hello.history = history?.milliseconds
        hello.wantsOnlyRandomAccess = keyFramesOnly
    }
}

/// Many viewers of one stream, on a few event loops.
final class LoadGenerator: Sendable {
    /// The size of a read in bytes. It is small because there are many viewers.
    private static let readBytes = 16 * 1024

    private let configuration: ClientConfiguration
    private let request: LoadRequest
    private let tls: ClientTLSProvider?
    private let loops: [(eventLoop: any EventLoop, state: NIOLoopBound<LoadLoop>)]

    /// - Throws: `ClientError` if the trusted certificates cannot be read.
    init(_ configuration: ClientConfiguration, request: LoadRequest, on group: any EventLoopGroup) async throws {
        self.configuration = configuration
        self.request = request
        tls =
            configuration.address.scheme == .tls
            ? try ClientTLSProvider(configuration.security ?? ClientSecurity()) : nil
        var loops: [(any EventLoop, NIOLoopBound<LoadLoop>)] = []
        for eventLoop in group.makeIterator() {
            loops.append(
                (eventLoop, try await eventLoop.submit { NIOLoopBound(LoadLoop(), eventLoop: eventLoop) }.get())
            )
        }
        self.loops = loops
    }

    /// Connects the viewers one after another, `rate` per second.
    func join(viewers: Int, rate: Int) async throws {
        let start = ContinuousClock.now
        for number in 0..<viewers {
            try await Task.sleep(until: start + .seconds(1) * number / rate)
            connect(loops[number % loops.count])
        }
    }

    /// The sum of all viewers' statistics so far.
    func statistics() async throws -> LoadStatistics {
        var sum = LoadStatistics()
        for (eventLoop, state) in loops {
            sum.add(try await eventLoop.submit { state.value.statistics }.get())
        }
        return sum
    }

    /// Watches as one ordinary viewer. It checks whether the relay accepts this address, certificate and token, and
    /// then compares the clocks.
    ///
    /// - Parameters:
    ///   - welcomed: Called when the relay accepts the viewer.
    ///   - found: Receives the bound of the clock error in microseconds.
    func watch(welcomed: @Sendable () -> Void, found: @Sendable (Int64) -> Void) async throws {
        let request = WatchRequest(waits: false)
        try await StreamWatcher(configuration, request: request).run { event in
            switch event {
            case .connected: welcomed()
            case .clock(let clock):
                guard let publisher = clock.publisher else { return }
                found(clock.relayErrorBound + Int64(publisher.errorBound))
                for (eventLoop, state) in loops { eventLoop.execute { state.value.clock = clock } }
            default: break
            }
        }
    }

    private func connect(_ loop: (eventLoop: any EventLoop, state: NIOLoopBound<LoadLoop>)) {
        var hello = Hello(role: .subscribe, stream: configuration.address.stream, instance: .random())
        hello.token = configuration.token
        hello.clientName = configuration.clientName
        request.complete(&hello)
        let state = loop.state
        ClientBootstrap(group: loop.eventLoop)
            .connectTimeout(TimeAmount.seconds(configuration.connectTimeout.components.seconds))
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readBytes))
            .channelInitializer { [hello, tls, address = configuration.address] channel in
                channel.eventLoop.makeCompletedFuture {
                    try tls?.addHandlers(to: channel, for: address)
                    try channel.pipeline.syncOperations.addHandler(LoadViewer(hello, loop: state.value))
                }
            }
            .connect(host: configuration.address.host, port: configuration.address.port)
            .hop(to: loop.eventLoop)
            .whenFailure { error in
                let code = (error as? IOError)?.errnoCode
                let reason = code == EMFILE || code == ENFILE ? "no descriptors" : "unreachable"
                state.value.statistics.ended[reason, default: 0] += 1
            }
    }
}
