#if Capture
    import CFFmpeg
    import Foundation
    import Synchronization
    import Testing

    @testable import StreamCapture

    @Suite struct SenderListenerTests {
        @Test func `a listener takes one sender after the other and refuses one with another key`() throws {
            let media = try TestMedia()
            let film = try media.make("film.flv", TestMedia.picture, TestMedia.h264)
            let port = 20_000 + Int(getpid()) % 30_000
            let input = try InputAddress(argument: "rtmp://:\(port)/live/key?listen", inputFormat: nil)
            let source = try #require(input.mediaSource)
            var messages: [String] = []
            for keys in [["key"], ["wrong", "key"]] {
                let listener = SenderListener(source: source, stop: StopFlag()) { messages.append($0) }
                let senders = try keys.map { try sender(film, "rtmp://127.0.0.1:\(port)/live/\($0)") }
                let reader = try listener.accept()
                #expect(try reader.readAll().count == 90)
                for sender in senders { sender.terminate() }
            }
            #expect(messages.allSatisfy { $0.contains("another stream key") && !$0.contains("/key") })
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
