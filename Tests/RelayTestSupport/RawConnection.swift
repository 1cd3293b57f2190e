import NIOCore
import NIOPosix
import StreamProtocol

extension RunningRelay {
    /// Connects with plain TCP. Each side may close alone.
    ///
    /// - Parameters:
    ///   - bytes: What to send at once on the event loop. A relay with a short deadline gets it in time, even if other tests
    ///     keep all threads of Swift's tasks busy.
    ///   - prepare: Adds handlers to the new channel.
    public func open(
        sending bytes: ByteBuffer = ByteBuffer(),
        _ prepare: @escaping @Sendable (any Channel) throws -> Void = { _ in }
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare(channel)
                    if bytes.readableBytes > 0 { try channel.pipeline.syncOperations.addHandler(OpeningHandler(bytes)) }
                    return try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true)
                    )
                }
            }
    }
}

/// Sends bytes as soon as a channel is connected.
public final class OpeningHandler: ChannelInboundHandler {
    public typealias InboundIn = ByteBuffer

    private let bytes: ByteBuffer

    public init(_ bytes: ByteBuffer) {
        self.bytes = bytes
    }

    public func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(bytes), promise: nil)
        context.fireChannelActive()
    }
}

extension NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    /// Sends `bytes`, and reads until the relay closes.
    ///
    /// - Parameter halfClosing: Whether to close the own side before reading.
    public func answers(to bytes: ByteBuffer, halfClosing: Bool = false) async throws -> [MessageDecoder.InboundOut] {
        try await executeThenClose { inbound, outbound in
            if bytes.readableBytes > 0 { try await outbound.write(bytes) }
            if halfClosing { outbound.finish() }
            var received = ByteBuffer()
            for try await var part in inbound { received.writeBuffer(&part) }
            return try received.inputs()
        }
    }
}

extension ByteBuffer {
    /// The bytes that a client sends first: the preface and these messages.
    public static func opening(_ messages: ProtocolMessage...) -> ByteBuffer { opening(messages) }

    /// The bytes that a client sends first: the preface and these messages.
    public static func opening(_ messages: [ProtocolMessage]) -> ByteBuffer {
        var bytes = ByteBuffer()
        Preface.supported.write(to: &bytes)
        for message in messages { message.write(to: &bytes) }
        return bytes
    }

    /// The preface and the messages that these bytes hold. The rest of an incomplete one is ignored.
    public func inputs() throws -> [MessageDecoder.InboundOut] {
        var (bytes, decoder) = (self, MessageDecoder())
        var inputs: [MessageDecoder.InboundOut] = []
        while let input = try decoder.decode(buffer: &bytes) { inputs.append(input) }
        return inputs
    }
}

extension [MessageDecoder.InboundOut] {
    /// The messages without the preface.
    public var messages: [ProtocolMessage] {
        compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    /// The error that they end with, if they do.
    public var error: Ending? {
        if case .message(.error(let ending)) = last { ending } else { nil }
    }
}
