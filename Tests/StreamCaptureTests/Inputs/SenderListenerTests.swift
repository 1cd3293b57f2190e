#if Capture
    import CFFmpeg
    import Foundation
    import Synchronization
    import Testing

    @testable import StreamCapture

    @Suite("A listener for senders")
    struct SenderListenerTests {
        @Test("takes one sender after the other, and turns away who has another key")
        func senders() throws {
            let media = try MadeMedia()
            let film = try media.make("film.flv", MadeMedia.picture, MadeMedia.h264)
            let port = 20_000 + Int(getpid()) % 30_000
            let input = try InputAddress(argument: "rtmp://:\(port)/live/key?listen", inputFormat: nil)
            let source = try #require(input.mediaSource)
            var said: [String] = []
            for keys in [["key"], ["wrong", "key"]] {
                let listener = SenderListener(source: source, stop: StopFlag()) { said.append($0) }
                let senders = try keys.map { try sender(film, "rtmp://127.0.0.1:\(port)/live/\($0)") }
                let reader = try listener.accept()
                #expect(try reader.readAll().count == 90)
                for sender in senders { sender.terminate() }
            }
            #expect(said.allSatisfy { $0.contains("another stream key") && !$0.contains("/key") })
        }

        /// Sends again and again until somebody takes it all.
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

        @Test("says when the address is not this machine's")
        func wrongAddress() throws {
            var source = MediaSource(url: "rtmp://192.0.2.1:1935/live/key", name: "the address")
            source.options["listen"] = "1"
            source.patience = .listener
            let listener = SenderListener(source: source, stop: StopFlag()) { _ in }
            let error = #expect(throws: CaptureError.self) { try listener.accept() }
            #expect(error?.reason == "the address cannot be listened on: this machine does not have that address.")
        }
    }
#endif
