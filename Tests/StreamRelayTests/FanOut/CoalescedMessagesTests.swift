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
        for message in messages { run.append(frame: message) }
        return run
    }

    @Test func `messages follow one another`() {
        var run = run("one")
        #expect(bytes(run) == "one")
        run.append(frame: "two")
        let isAdded = run.append(ByteBuffer(string: "three"), isFrame: false)
        #expect(isAdded)
        #expect(bytes(run) == "onetwothree")
        #expect(run.size == TransferCount(frames: 2, bytes: 11))
        #expect(!run.isEmpty)
    }

    @Test func `a single message is not copied`() {
        let message = ByteBuffer(repeating: 1, count: 100)
        var run = CoalescedMessages()
        let isAdded = run.append(message, isFrame: true)
        #expect(isAdded)
        run.withBytes { inner in message.withUnsafeReadableBytes { #expect(inner.baseAddress == $0.baseAddress) } }
    }

    @Test func `a run is bounded`() {
        var run = CoalescedMessages()
        let long = ByteBuffer(repeating: 1, count: CoalescedMessages.maximumLength + 1)
        #expect(run.hasRoom(for: long), "a message by itself may be of any length")
        let isLongAdded = run.append(long, isFrame: true)
        #expect(isLongAdded)
        #expect(!run.hasRoom(for: ByteBuffer(string: "a")))
        run.removeAll()
        let nearlyFull = ByteBuffer(repeating: 1, count: CoalescedMessages.maximumLength - 3)
        let isAdded = run.append(nearlyFull, isFrame: false)
        #expect(isAdded)
        #expect(run.hasRoom(for: ByteBuffer(string: "abc")))
        #expect(!run.hasRoom(for: ByteBuffer(string: "abcd")))
    }

    @Test func `a run is reused`() {
        var run = run("first", "second")
        run.removeAll()
        #expect(run.isEmpty && run.size == TransferCount())
        #expect(bytes(run) == "")
        for message in ["OTHER", "MESSAGES"] { run.append(frame: message) }
        #expect(bytes(run) == "OTHERMESSAGES")
    }

    @Test func `memory is kept from run to run`() {
        var run = run("first", "second")
        var before: UnsafeRawPointer?
        run.withBytes { before = $0.baseAddress }
        run.removeAll()
        for message in ["1", "2"] { run.append(frame: message) }
        run.withBytes { #expect($0.baseAddress == before) }
    }

    @Test func `framed messages are joined, and count without their framing`() {
        var run = CoalescedMessages()
        let isFirstAdded = run.append(ByteBuffer(string: "one"), isFrame: true, framing: FakeFraming())
        #expect(isFirstAdded)
        #expect(bytes(run) == "<<<one>>")
        let isSecondAdded = run.append(ByteBuffer(string: "two"), isFrame: false, framing: FakeFraming())
        #expect(isSecondAdded)
        #expect(bytes(run) == "<<<one>><<<two>>")
        #expect(run.size == TransferCount(frames: 1, bytes: 6))
    }

    @Test func `a message may need no bytes, or not be framed at all`() throws {
        var (run, entries) = (CoalescedMessages(), EntryFactory())
        _ = try entries.tracks([.video, .audio, .audio])
        let leftOut = try entries.frame(.one, payload: [1]).message
        let isAdded = run.append(leftOut, isFrame: true, framing: FakeFraming())
        #expect(isAdded)
        #expect(run.hasNoBytes && !run.isEmpty)
        #expect(run.size == TransferCount(frames: 1, bytes: leftOut.readableBytes))
        let refused = try entries.frame(TrackID(2) ?? .zero, payload: [1]).message
        let isRefusedAdded = run.append(refused, isFrame: true, framing: FakeFraming())
        #expect(!isRefusedAdded)
        #expect(run.size.frames == 1)
    }

    @Test func `a message that is too long to be copied is left to each viewer`() {
        for extra in [0, 1] {
            let message = ByteBuffer(repeating: 1, count: CoalescedMessages.longestFramed + extra)
            var run = CoalescedMessages()
            let isAdded = run.append(message, isFrame: true, framing: FakeFraming())
            #expect(isAdded == (extra == 0) && run.isEmpty == (extra == 1))
        }
    }

    @Test func `the memory of a long framed message is not kept`() {
        var run = CoalescedMessages()
        let long = ByteBuffer(repeating: 1, count: 4 * CoalescedMessages.maximumLength)
        let isFirstAdded = run.append(long, isFrame: true, framing: FakeFraming())
        #expect(isFirstAdded)
        run.removeAll()
        let isSecondAdded = run.append(ByteBuffer(string: "a"), isFrame: true, framing: FakeFraming())
        #expect(isSecondAdded)
        #expect(bytes(run) == "<<<a>>")
        #expect(run.capacity < CoalescedMessages.maximumLength)
    }
}

extension CoalescedMessages {
    fileprivate mutating func append(frame text: String) {
        let isAdded = append(ByteBuffer(string: text), isFrame: true)
        #expect(isAdded)
    }
}
