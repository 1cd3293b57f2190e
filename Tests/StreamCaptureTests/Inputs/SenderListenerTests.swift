#if Capture
    import CFFmpeg
    import Foundation
    import NIOCore
    import NIOPosix
    import Synchronization
    import Testing

    @testable import StreamCapture

    @Suite struct SenderListenerTests {
        @Test func `a listener takes one sender after the other and refuses one with another key`() throws {
            let media = try TestMedia()
            let film = try media.make("film.flv", TestMedia.picture, TestMedia.h264)
            var messages: [String] = []
            for (number, keys) in [["key"], ["wrong", "key"]].enumerated() {
                // Another port for each: a listener closes its port later. No system gives these to connections.
                let port = 10_000 + Int(getpid()) % 4_000 * 2 + number
                let input = try InputAddress(argument: "rtmp://:\(port)/live/key?listen", inputFormat: nil)
                let source = try #require(input.mediaSource)
                let listener = SenderListener(source: source, stop: StopFlag()) { messages.append($0) }
                let senders = try keys.map { try sender(film, "rtmp://127.0.0.1:\(port)/live/\($0)") }
                let reader = try listener.accept()
                #expect(try reader.readAll().count == 90)
                for sender in senders { sender.terminate() }
            }
            messages.removeAll { $0.hasPrefix("Waiting for a sender") }
            #expect(messages.allSatisfy { $0.contains("another stream key") && !$0.contains("/key") })
        }

        @Test func `connections that are no senders do not keep a sender out`() throws {
            let media = try TestMedia()
            let film = try media.make("film.flv", TestMedia.picture, TestMedia.h264)
            let port = 18_000 + Int(getpid()) % 2_000
            let input = try InputAddress(argument: "rtmp://:\(port)/live?listen", inputFormat: nil)
            let source = try #require(input.mediaSource)
            let messages = Mutex<[String]>([])
            let listening = DispatchSemaphore(value: 0)
            // The silent connection stays for longer than the sender needs, however busy the machine is.
            let listener = SenderListener(source: source, stop: StopFlag(), firstByteTimeout: .minutes(30)) { message in
                messages.withLock { $0.append(message) }
                listening.signal()
            }
            let silent = Mutex<[any Channel]>([])
            let others = Thread {
                listening.wait()
                let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                // One that stays and says nothing, a probe, and a browser.
                let connections = (0..<3).compactMap { _ in
                    try? bootstrap.connect(host: "127.0.0.1", port: port).wait()
                }
                connections[1].close(promise: nil)
                connections[2].writeAndFlush(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"), promise: nil)
                try? connections[2].closeFuture.wait()
                silent.withLock { $0 = connections }
                // The port is open: it connects at the first attempt.
                let sender = Process()
                sender.executableURL = URL(filePath: "/usr/bin/env")
                sender.arguments = [
                    "ffmpeg", "-nostdin", "-loglevel", "quiet", "-i", film, "-c", "copy", "-f", "flv",
                    "rtmp://127.0.0.1:\(port)/live",
                ]
                try? sender.run()
            }
            others.start()
            let reader = try listener.accept()
            #expect(try reader.readAll().count == 90)
            #expect(silent.withLock { $0.first?.isActive } == true)
            #expect(messages.withLock { $0 } == ["Waiting for a sender at \(source.name)."])
        }

        @Test func `an address says where to listen`() throws {
            let rtmp = try #require(SenderAddress("rtmp://[::1]/live/key"))
            #expect(rtmp.host == "::1" && rtmp.port == 1935)
            #expect(rtmp.url(atLocalPort: 7) == "rtmp://127.0.0.1:7/live/key")
            #expect(rtmp.isFirstByte(3) && !rtmp.isFirstByte(UInt8(ascii: "G")))
            let tcp = try #require(SenderAddress("tcp://0.0.0.0:9000?listen"))
            #expect(tcp.host == "0.0.0.0" && tcp.port == 9000)
            #expect(tcp.url(atLocalPort: 7) == "tcp://127.0.0.1:7?listen")
            #expect(tcp.isFirstByte(0x47))
            for other in ["tcp://host?listen", "srt://:9000?mode=listener", "rtmp://host:port/live", "film.mp4"] {
                #expect(SenderAddress(other) == nil)
            }
        }

        /// Sends repeatedly until the listener accepts the whole film.
        private func sender(_ film: String, _ address: String) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c", "until ffmpeg -nostdin -loglevel quiet -i \"$0\" -c copy -f flv \"$1\"; do sleep 0.1; done", film,
                address,
            ]
            try process.run()
            return process
        }

        @Test func `an address that is not this machine's is reported`() throws {
            var source = MediaSource(url: "rtmp://192.0.2.1:1935/live/key", name: "the address")
            source.options["listen"] = "1"
            source.timeoutPolicy = .listener
            let listener = SenderListener(source: source, stop: StopFlag()) { _ in }
            let error = #expect(throws: CaptureError.self) { try listener.accept() }
            #expect(
                error?.reason
                    == "the address is not available for listening, because this machine does not have that address."
            )
        }
    }
#endif
