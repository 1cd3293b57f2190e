#if SystemTLS && os(Linux)
    import NIOCore
    import NIOPosix
    import Platform
    import RelayTestSupport
    import StreamProtocol
    import Synchronization
    import Testing

    @testable import StreamRelay

    /// A viewer in TLS whose socket takes only a part of the records of a long message, and has room again when the channel
    /// gets the others.
    @Suite(.enabled(if: FanOut.underTest != .nio), .timeLimit(.minutes(5))) struct EncryptedRemainderTests {
        @Test func `the rest of a message comes before the next message`() async throws {
            let viewing = Viewing()
            let (rests, continuation) = AsyncStream.makeStream(of: Int.self)
            let tls = TLSWithRoom(try #require(try ModelTLS.certificate())) { rest in
                viewing.readFromLoop()
                continuation.yield(rest)
            }
            // Takes about half of the records at a time.
            let listener = try ModelSocket.toListenWith(sending: 14 * 1024)
            try await RunningRelay.run(threads: 1, tls: tls) { configuration in
                configuration.listener = .socket(listener)
                // Nobody reads until this task goes on.
                configuration.limits.stall = .minutes(10)
            } _: { running in
                let (core, eventLoop) = (running.relay.core, running.group.next())
                try viewing.begin(core, at: try await running.relay.address)
                while try await !eventLoop.submit({ viewing.isInLane(core, eventLoop) }).get() {
                    try await eventLoop.submit { try viewing.publish(sizes: [100]) }.get()
                    try viewing.read()
                }
                try await eventLoop.submit { try viewing.publish(sizes: [2 * EncryptedSender.pieceLength, 100]) }.get()
                // The records alone make the channel unwritable.
                _ = try #require(await rests.first { $0 > Relay.writeBuffer.high })
                try viewing.end(core)
            }
        }
    }

    /// A stream's publisher, and its only viewer.
    private final class Viewing: Sendable {
        private struct State {
            var viewer: ModelViewer?
            var publisher: ModelPublisher?
            var published: [UInt64: PublishedStream] = [:]
            var error: (any Error)?

            mutating func read() throws {
                try viewer?.read(in: published)
                if let error { throw error }
            }
        }

        private let state = Mutex(State())

        func begin(_ core: RelayCore, at address: SocketAddress) throws {
            try state.withLock { state in
                let name = try StreamName("a")
                let (stream, grant) = try core.registry.publish(
                    name,
                    instance: InstanceID(high: 0, low: 1),
                    from: .none,
                    connection: SilentPublisher()
                )
                let record = PublishedStream(name)
                state.published[stream.streamInstance] = record
                state.publisher = try ModelPublisher(stream, grant, of: ModelPublisher.kinds, noting: record)
                var hello = Hello(role: .subscribe, stream: name, instance: InstanceID(high: 1, low: 1))
                // Both messages are of one run.
                hello.batch = 10
                state.viewer = try ModelViewer(
                    number: 1,
                    hello: hello,
                    relay: address,
                    carrier: .tls,
                    appetite: .eager,
                    errors: []
                )
            }
        }

        func publish(sizes: [Int]) throws {
            try state.withLock { state in
                for size in sizes {
                    let payload = ByteBuffer(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 / 5) })
                    try state.publisher?.sendFrame(isRandomAccess: true, track: 0, skipping: 0, payload: payload)
                }
            }
        }

        /// To be called on the loop.
        func isInLane(_ core: RelayCore, _ eventLoop: any EventLoop) -> Bool {
            core.loops?[eventLoop]?.connections.values.contains { $0.session?.viewer?.lanePosition != nil } ?? false
        }

        func read() throws { try state.withLock { try $0.read() } }

        func readFromLoop() {
            state.withLock { state in
                do { try state.read() } catch { state.error = error }
            }
        }

        /// Ends the stream, and reads all of it.
        func end(_ core: RelayCore) throws {
            try state.withLock { state in
                try state.publisher?.leave(isEnd: true, registry: core.registry)
                while let viewer = state.viewer, viewer.state != .gone {
                    guard ModelViewer.wait(for: [viewer]) else { throw Violation("nothing comes any more") }
                    try state.read()
                }
            }
        }
    }

    /// TLS that says when a channel gets records which its socket did not take, and how many bytes.
    private struct TLSWithRoom: TLSProvider {
        private let inner: any TLSProvider
        private let isGiven: @Sendable (Int) -> Void

        init(_ inner: any TLSProvider, isGiven: @escaping @Sendable (Int) -> Void) {
            self.inner = inner
            self.isGiven = isGiven
        }

        func makeHandlers() throws -> [any ChannelHandler] {
            let handlers = try inner.makeHandlers()
            guard let encryptor = handlers.first as? any EncryptingHandler else { throw Violation("TLS without lanes") }
            return [Handler(encryptor, isGiven)] + handlers
        }

        func isTruncation(_ error: any Error) -> Bool { inner.isTruncation(error) }

        private final class Handler: ChannelInboundHandler, EncryptingHandler {
            typealias InboundIn = ByteBuffer

            private let inner: any EncryptingHandler
            private let isGiven: (Int) -> Void

            init(_ inner: any EncryptingHandler, _ isGiven: @escaping (Int) -> Void) {
                self.inner = inner
                self.isGiven = isGiven
            }

            var ownRecordsWritten: (() -> Void)? {
                get { inner.ownRecordsWritten }
                set { inner.ownRecordsWritten = newValue }
            }

            func encrypt(_ bytes: UnsafeRawBufferPointer, to records: UnsafeMutableRawBufferPointer) -> Int {
                inner.encrypt(bytes, to: records)
            }

            func writeRecords(_ records: ByteBuffer) {
                isGiven(records.readableBytes)
                inner.writeRecords(records)
            }
        }
    }
#endif
