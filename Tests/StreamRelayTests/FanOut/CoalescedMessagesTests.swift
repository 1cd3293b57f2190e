import NIOCore
import Testing

@testable import StreamRelay

@Suite struct CoalescedMessagesTests {
    private func bytes(_ run: CoalescedMessages) -> String {
        var text = ""
        run.withBytes { text = String(decoding: $0, as: UTF8.self) }
        return text
    }

    private func run(_ messages: String...) -> CoalescedMessages {
        var run = CoalescedMessages()
        for message in messages { run.append(frame: ByteBuffer(string: message)) }
        return run
    }

    @Test func `messages follow one another`() {
        var run = run("one")
        #expect(bytes(run) == "one")
        run.append(frame: ByteBuffer(string: "two"))
        run.append(ByteBuffer(string: "three"))
        #expect(bytes(run) == "onetwothree")
        #expect(run.size == TransferCount(frames: 2, bytes: 11))
        #expect(!run.isEmpty)
    }

    @Test func `a single message is not copied`() {
        let message = ByteBuffer(repeating: 1, count: 100)
        var run = CoalescedMessages()
        run.append(frame: message)
        run.withBytes { inner in message.withUnsafeReadableBytes { #expect(inner.baseAddress == $0.baseAddress) } }
    }

    @Test func `a run is bounded`() {
        var run = CoalescedMessages()
        let long = ByteBuffer(repeating: 1, count: CoalescedMessages.maximumLength + 1)
        #expect(run.hasRoom(for: long), "a message by itself may be of any length")
        run.append(frame: long)
        #expect(!run.hasRoom(for: ByteBuffer(string: "a")))
        run.removeAll()
        run.append(ByteBuffer(repeating: 1, count: CoalescedMessages.maximumLength - 3))
        #expect(run.hasRoom(for: ByteBuffer(string: "abc")))
        #expect(!run.hasRoom(for: ByteBuffer(string: "abcd")))
    }

    @Test func `a run is reused`() {
        var run = run("first", "second")
        run.removeAll()
        #expect(run.isEmpty && run.size == TransferCount())
        #expect(bytes(run) == "")
        for message in ["OTHER", "MESSAGES"] { run.append(frame: ByteBuffer(string: message)) }
        #expect(bytes(run) == "OTHERMESSAGES")
    }

    @Test func `memory is kept from run to run`() {
        var run = run("first", "second")
        var before: UnsafeRawPointer?
        run.withBytes { before = $0.baseAddress }
        run.removeAll()
        for message in ["1", "2"] { run.append(frame: ByteBuffer(string: message)) }
        run.withBytes { #expect($0.baseAddress == before) }
    }
}
