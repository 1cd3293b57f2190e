import NIOCore
import NIOPosix
import StreamProtocol

/// An open connection to a relay.
struct RelayConnection: Sendable {
    /// Bytes read at a time: what one read brings has left the relay's view, however slow its viewer.
    static let readBytes = 16 * 1024
    /// Bytes the system may hold unsent. Without a bound it takes megabytes, which are many seconds of video.
    static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 128 * 1024
    /// Messages that may wait for the owner before no more is read from the socket.
    static let waiting = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
        lowWatermark: 1,
        highWatermark: 4
    )

    typealias AsyncChannel = NIOAsyncChannel<ConnectionEvent, ByteBuffer>

    let channel: any Channel
    /// Sends something small without waiting.
    func post(_ message: Message) {
        channel.writeAndFlush(message.encoded(), promise: nil)
    }

    /// Sends, and waits until the system has taken all of it.
    func send(_ buffers: [ByteBuffer]) async throws {
        guard let last = buffers.last else { return }
        for buffer in buffers.dropLast() { channel.write(buffer, promise: nil) }
        try await channel.writeAndFlush(last).get()
    }

    /// Says the last word and closes in a moment.
    func leave(saying message: Message) {
        channel.triggerUserOutboundEvent(Farewell(message: message, isPatient: false), promise: nil)
    }

    /// Says the last word after all that was sent before, however slow the relay is, and closes.
    ///
    /// - Parameter written: Succeeds when the system has all of it.
    func leave(saying message: Message, written: EventLoopPromise<Void>) {
        channel.triggerUserOutboundEvent(Farewell(message: message, isPatient: true), promise: written)
    }

    /// Connects; the handshake follows by itself.
    ///
    /// - Parameters:
    ///   - tls: Encrypts the connection; `nil` leaves it clear.
    ///   - gauge: Is told on the event loop how far what is sent has come.
    /// - Throws: ``ClientError`` with ``ClientError/Code/unreachable``.
    static func open(
        to address: RelayAddress,
        hello: Hello,
        configuration: ClientConfiguration,
        tls: TLSOpener?,
        gauge: UplinkGauge.Report? = nil
    ) async throws(ClientError) -> AsyncChannel {
        do {
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(TimeAmount(configuration.connectTimeout))
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelOption(.tcpNotSentLowWater, value: unsentBytes)
                .channelOption(.maxMessagesPerRead, value: 1)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readBytes))
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let gauge { try channel.pipeline.syncOperations.addHandler(UplinkGauge(report: gauge)) }
                        try tls?.open(channel, to: address)
                        return try initialize(channel, for: address, hello: hello, configuration: configuration)
                    }
                }
        } catch let error as ClientError {
            throw error
        } catch {
            throw .unreachable(address, error, timeout: configuration.connectTimeout)
        }
    }

    /// Builds the way of the bytes, from the socket or TLS up.
    private static func initialize(
        _ channel: any Channel,
        for address: RelayAddress,
        hello: Hello,
        configuration: ClientConfiguration
    ) throws -> AsyncChannel {
        let pipeline = channel.pipeline.syncOperations
        let decoder = MessageDecoder(maximumFrameLength: configuration.maximumFrameLength)
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(RelayConnectionHandler(to: address, hello: hello, configuration: configuration))
        return try AsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(backPressureStrategy: waiting)
        )
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// How much the system may hold unsent before it takes no more.
    fileprivate static var tcpNotSentLowWater: Self {
        #if canImport(Darwin)
            let number: CInt = 0x201
        #else
            // The C library's overlay does not name it.
            let number: CInt = 25
        #endif
        return .init(level: .tcp, name: .init(rawValue: number))
    }
}
