#if SystemTLS && os(Linux)
    import NIOCore
    import NIOTLS
    import StreamRelay

    /// The server's side of TLS in a channel's pipeline: connects the channel to a ``TLSConnection``.
    final class TLSServerHandler: ChannelDuplexHandler, EncryptingHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        /// The most bytes that become records at once. A buffer grows to the next power of two, and one of 64 KB has room
        /// for what TLS adds to these.
        private static let pieceLength = 56 * 1024

        var ownRecordsWritten: (() -> Void)?

        private let tls: TLSConnection
        private var context: ChannelHandlerContext?
        /// What was written before the handshake was complete.
        private var early: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
        /// Whether the channel's input has ended, by a `close_notify` or without one.
        private var isInputClosed = false

        init(_ tls: TLSConnection) { self.tls = tls }

        // MARK: The channel

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) {
            self.context = nil
            dropEarly()
        }

        func channelInactive(context: ChannelHandlerContext) {
            dropEarly()
            context.fireChannelInactive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let reception = tls.receive(unwrapInboundIn(data))
            let hasAnswer = reception.answer.readableBytes > 0
            if hasAnswer { context.write(wrapOutboundOut(reception.answer), promise: nil) }
            if reception.isNowEstablished {
                writeEarly(context)
                context.fireUserInboundEventTriggered(
                    TLSUserEvent.handshakeCompleted(negotiatedProtocol: tls.negotiatedProtocol)
                )
            }
            if reception.bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(reception.bytes)) }
            // Last: a flush that fails closes the channel, after NIO has read what came behind these bytes.
            if hasAnswer || reception.isNowEstablished {
                context.flush()
                ownRecordsWritten?()
            }
            switch reception.end {
            case nil: break
            case .closed:
                closeInput(context)
                // Such a channel has no half that stays open.
                let staysOpen = (try? context.channel.syncOptions?.getOption(.allowRemoteHalfClosure)) ?? false
                if !staysOpen { context.pipeline.syncOperations.close(mode: .all, promise: nil) }
            case .failed(let error): fail(with: error, context)
            }
        }

        private func fail(with error: OpenSSLError, _ context: ChannelHandlerContext) {
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            // Without a `close_notify`, it is the same end. Messages of the protocol end with a goodbye, and a request of
            // HTTP says how long it is, so that no client takes a part for the whole.
            guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
            if !tls.isEstablished {
                context.fireErrorCaught(OpenSSLError(description: "the peer left within the handshake"))
            }
            closeInput(context)
        }

        private func closeInput(_ context: ChannelHandlerContext) {
            guard !isInputClosed else { return }
            isInputClosed = true
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            let bytes = unwrapOutboundIn(data)
            guard tls.isEstablished else { return early.append((bytes, promise)) }
            write(bytes, context, promise)
        }

        private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
            // Such a write is complete when all before it are.
            guard bytes.readableBytes > 0 else { return context.write(wrapOutboundOut(bytes), promise: promise) }
            var rest = bytes
            while rest.readableBytes > 0 {
                guard let piece = rest.readSlice(length: min(rest.readableBytes, Self.pieceLength)),
                    let records = records(of: piece, context.channel.allocator)
                else {
                    promise?.fail(tls.failure ?? ChannelError.outputClosed)
                    if let failure = tls.failure { fail(with: failure, context) }
                    return
                }
                context.write(wrapOutboundOut(records), promise: rest.readableBytes == 0 ? promise : nil)
            }
        }

        private func records(of bytes: ByteBuffer, _ allocator: ByteBufferAllocator) -> ByteBuffer? {
            let length = TLSConnection.length(ofRecordsFor: bytes.readableBytes)
            var records = allocator.buffer(capacity: length)
            records.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { place in
                bytes.withUnsafeReadableBytes { tls.encrypt($0, to: place) }
            }
            return records.readableBytes > 0 ? records : nil
        }

        private func writeEarly(_ context: ChannelHandlerContext) {
            for (bytes, promise) in early { write(bytes, context, promise) }
            early = []
        }

        private func dropEarly() {
            for (_, promise) in early { promise?.fail(ChannelError.ioOnClosedChannel) }
            early = []
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode != .input {
                let notify = tls.close()
                if notify.readableBytes > 0 { context.writeAndFlush(wrapOutboundOut(notify), promise: nil) }
            }
            context.close(mode: mode, promise: promise)
        }

        // MARK: Lanes

        func encrypt(_ bytes: UnsafeRawBufferPointer, to records: UnsafeMutableRawBufferPointer) -> Int {
            tls.encrypt(bytes, to: records)
        }

        func writeRecords(_ records: ByteBuffer) { context?.write(wrapOutboundOut(records), promise: nil) }
    }
#endif
