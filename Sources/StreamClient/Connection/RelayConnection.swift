import NIOCore
import NIOPosix
import Platform
import StreamProtocol

/// An open connection to a relay.
struct RelayConnection: Sendable {
    /// Bytes of one read. The relay takes bytes that were read for delivered, however slow the viewer is.
    static let readBytes = 16 * 1024
    /// Bytes that the system may hold unsent. By default it holds megabytes, which are many seconds of video.
    static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 128 * 1024
    /// Messages that may wait for the owner before reading pauses.
    static let backPressure = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
        lowWatermark: 1,
        highWatermark: 4
    )

    typealias AsyncChannel = NIOAsyncChannel<ConnectionEvent, ByteBuffer>

    let channel: any Channel
    /// Sends a small message without waiting.
    func post(_ message: ProtocolMessage) {
        channel.writeAndFlush(message.encoded(), promise: nil)
    }

    /// Sends a small message without waiting, after those before it, whatever the thread that sends them.
    func postInOrder(_ message: ProtocolMessage) {
        // On the event loop itself, a write would overtake those of other threads.
        channel.eventLoop.execute { post(message) }
    }

    /// Sends, and waits until the system has taken all bytes.
    func send(_ buffers: [ByteBuffer]) async throws {
        guard let last = buffers.last else { return }
        for buffer in buffers.dropLast() { channel.write(buffer, promise: nil) }
        try await channel.writeAndFlush(last).get()
    }

    /// Sends the final message, and closes after a moment.
    func close(sending message: ProtocolMessage) {
        channel.triggerUserOutboundEvent(CloseRequest(message: message, waitsForPendingWrites: false), promise: nil)
    }

    /// Sends the final message after all earlier bytes, however slow the relay is, and closes.
    ///
    /// - Parameter written: Succeeds when the system has taken all bytes.
    func close(sending message: ProtocolMessage, written: EventLoopPromise<Void>) {
        channel.triggerUserOutboundEvent(CloseRequest(message: message, waitsForPendingWrites: true), promise: written)
    }

    /// Connects. The handshake follows by itself. When the task is cancelled, it does not wait for an answer of the
    /// network.
    ///
    /// - Parameters:
    ///   - tls: Encrypts the connection; `nil` for clear text.
    ///   - sampler: Is called on the event loop with the progress of the bytes that are sent.
    /// - Throws: ``ClientError`` with ``ClientError/Code/unreachable``.
    static func open(
        to address: RelayAddress,
        hello: Hello,
        configuration: ClientConfiguration,
        tls: ClientTLSProvider?,
        sampler: UplinkSampler.Report? = nil
    ) async throws(ClientError) -> AsyncChannel {
        do {
            return try await Abandonable.run {
                try await ClientBootstrap(group: configuration.eventLoopGroup.next())
                    .connectTimeout(TimeAmount(configuration.connectTimeout))
                    .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .channelOption(.tcpNotSentLowWater, value: unsentBytes)
                    .channelOption(.maxMessagesPerRead, value: 1)
                    .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readBytes))
                    .connect(host: address.host, port: address.port) { channel in
                        channel.eventLoop.makeCompletedFuture {
                            _ = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                                of: NIOBSDSocket.Handle.self
                            ) { Retransmission.boundWait(of: $0) }
                            if let sampler {
                                try channel.pipeline.syncOperations.addHandler(UplinkSampler(report: sampler))
                            }
                            try tls?.addHandlers(to: channel, for: address)
                            return try initialize(channel, for: address, hello: hello, configuration: configuration)
                        }
                    }
            } discard: { channel in
                try? await channel.executeThenClose { _, _ in }
            }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .unreachable(address, error, timeout: configuration.connectTimeout)
        }
    }

    /// Builds the pipeline above the socket or TLS.
    private static func initialize(
        _ channel: any Channel,
        for address: RelayAddress,
        hello: Hello,
        configuration: ClientConfiguration
    ) throws -> AsyncChannel {
        let pipeline = channel.pipeline.syncOperations
        let decoder = MessageDecoder(
            from: .relay(hello.role),
            maximumFrameLength: configuration.maximumFrameLength
        )
        if let reception = configuration.reception {
            try pipeline.addHandler(CountedDecodingHandler(decoder, reception))
        } else {
            try pipeline.addHandler(ByteToMessageHandler(decoder))
        }
        try pipeline.addHandler(RelayConnectionHandler(to: address, hello: hello, configuration: configuration))
        return try AsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(backPressureStrategy: backPressure)
        )
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// Bytes that the system may hold unsent before it takes no more.
    fileprivate static var tcpNotSentLowWater: Self {
        .init(level: .tcp, name: .init(rawValue: TCPOption.notSentLowWater))
    }
}
