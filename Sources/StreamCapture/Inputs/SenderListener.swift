#if Capture
    import CFFmpeg
    import Libav
    import NIOCore
    import NIOPosix
    import Platform

    /// Waits for senders, such as OBS by RTMP, and rejects connections without a valid stream. Confined to one thread.
    final class SenderListener {
        /// The pause after a rejected connection, in microseconds. The next one waits meanwhile.
        private static let pause: UInt32 = 200_000

        let source: MediaSource
        let stop: StopFlag
        let report: (String) -> Void
        private let firstByteTimeout: TimeAmount
        private var port: SenderPort?
        private var sender: SenderConnection?

        init(
            source: MediaSource,
            stop: StopFlag,
            firstByteTimeout: TimeAmount = SenderPort.firstByteTimeout,
            report: @escaping (String) -> Void
        ) {
            (self.source, self.stop, self.firstByteTimeout, self.report) = (source, stop, firstByteTimeout, report)
        }

        deinit {
            sender?.close()
            port?.close()
        }

        /// The stream of the next sender.
        ///
        /// - Throws: ``CaptureError`` if it cannot listen; `.stopped` if the capture is stopped.
        func accept() throws(CaptureError) -> MediaReader {
            var lastMessage: String?
            while true {
                do throws(CaptureError) {
                    return try openNext()
                } catch {
                    sender?.close()
                    guard Self.isSenderError(error.code), !stop.isSet else { throw error }
                    // A program that retries is reported once.
                    if error.reason != lastMessage { report("\(error.reason) Still listening.") }
                    lastMessage = error.reason
                    av_usleep(Self.pause)
                }
            }
        }

        private func openNext() throws(CaptureError) -> MediaReader {
            // Over UDP and SRT, libav itself listens.
            guard let address = SenderAddress(source.url) else { return try MediaReader(source, stop: stop) }
            let port: SenderPort
            if let open = self.port { port = open } else { port = try open(address) }
            self.port = port
            sender?.close()
            guard let sender = port.nextSender(stop: stop), let localPort = Self.freePort() else {
                throw CaptureError(.stopped, "Stopped.")
            }
            self.sender = sender
            sender.forward(toLocalPort: localPort, silence: .seconds(Int64(MediaSource.silenceTimeout)))
            var source = source
            source.url = address.url(atLocalPort: localPort)
            return try MediaReader(source, stop: stop)
        }

        private func open(_ address: SenderAddress) throws(CaptureError) -> SenderPort {
            do {
                let port = try SenderPort(address, firstByteTimeout: firstByteTimeout)
                report("Waiting for a sender at \(source.name).")
                return port
            } catch {
                let number = (error as? IOError)?.errnoCode ?? EADDRNOTAVAIL
                let failure = LibavError(code: shim_error(number))
                throw MediaFailure(source: source, step: .opening, error: failure, hasExpired: false).captureError
            }
        }

        /// A port of this machine on which nothing listens, outside of the range from which the system takes ports for
        /// connections: one of these could connect to itself.
        private static func freePort() -> Int? {
            for _ in 0..<100 {
                let port = Int.random(in: 20_000..<32_000)
                let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                guard let channel = try? bootstrap.bind(host: "127.0.0.1", port: port).wait() else { continue }
                if (try? channel.close().wait()) != nil { return port }
            }
            return nil
        }

        /// Whether another sender may succeed.
        private static func isSenderError(_ code: CaptureError.Code) -> Bool {
            code == .badData || code == .noInput || code == .unavailable
        }
    }
#endif
