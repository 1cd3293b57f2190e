import NIOCore
import Testing

@testable import StreamRelay

@Suite struct MessageRunTests {
    private func bytes(_ run: MessageRun) -> String {
        var text = ""
        run.withBytes { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    private func run(_ messages: String...) -> MessageRun {
        var run = MessageRun()
        for message in messages { run.append(frame: ByteBuffer(string: message)) }
        return run
    }

    @Test func messagesStandOneAfterAnother() {
        var run = run("one")
        #expect(bytes(run) == "one")
        run.append(frame: ByteBuffer(string: "two"))
        run.append(ByteBuffer(string: "three"))
        #expect(bytes(run) == "onetwothree")
        #expect(run.size == Moved(frames: 2, bytes: 11))
        #expect(!run.isEmpty)
    }

    @Test func aSingleMessageIsNotCopied() {
        let message = ByteBuffer(repeating: 1, count: 100)
        var run = MessageRun()
        run.append(frame: message)
        run.withBytes { inner in message.withUnsafeReadableBytes { #expect(inner.baseAddress == $0.baseAddress) } }
    }

    @Test func aRunIsBounded() {
        var run = MessageRun()
        let long = ByteBuffer(repeating: 1, count: MessageRun.longest + 1)
        #expect(run.hasRoom(for: long), "a message by itself may be of any length")
        run.append(frame: long)
        #expect(!run.hasRoom(for: ByteBuffer(string: "a")))
        run.removeAll()
        run.append(ByteBuffer(repeating: 1, count: MessageRun.longest - 3))
        #expect(run.hasRoom(for: ByteBuffer(string: "abc")))
        #expect(!run.hasRoom(for: ByteBuffer(string: "abcd")))
    }

    @Test func aRunIsUsedAgain() {
        var run = run("first", "second")
        run.removeAll()
        #expect(run.isEmpty && run.size == Moved())
        #expect(bytes(run) == "")
        for message in ["OTHER", "MESSAGES"] { run.append(frame: ByteBuffer(string: message)) }
        #expect(bytes(run) == "OTHERMESSAGES")
    }

    @Test func memoryIsKeptFromRunToRun() {
        var run = run("first", "second")
        var before: UnsafeRawPointer?
        run.withBytes { before = $0.baseAddress }
        run.removeAll()
        for message in ["1", "2"] { run.append(frame: ByteBuffer(string: message)) }
        run.withBytes { #expect($0.baseAddress == before) }
    }
}
