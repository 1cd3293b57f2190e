import NIOCore
import NIOWebSocket
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct WebSocketStateMachineTests {
    private var machine = WebSocketStateMachine()

    /// A client's frame with a mask of zeros.
    private func frame(_ opcode: UInt8, _ payload: String = "", isFinal: Bool = true) -> ByteBuffer {
        ByteBuffer(bytes: [(isFinal ? 0x80 : 0) | opcode, 0x80 | UInt8(payload.utf8.count), 0, 0, 0, 0] + payload.utf8)
    }

    @Test mutating func `payloads are delivered, and what is around them is charged`() {
        machine.received(frame(2, "abc"))
        #expect(machine.next() == .deliver(ByteBuffer(string: "abc"), overhead: 6))
        #expect(machine.next() == nil)
    }

    @Test mutating func `frames that arrive in pieces are delivered in pieces`() {
        var bytes = frame(2, "abc")
        machine.received(bytes.readSlice(length: 7) ?? ByteBuffer())
        #expect(machine.next() == .deliver(ByteBuffer(string: "a"), overhead: 6))
        #expect(machine.next() == nil)
        machine.received(bytes)
        #expect(machine.next() == .deliver(ByteBuffer(string: "bc"), overhead: 0))
    }

    @Test mutating func `empty fragments are charged`() {
        machine.received(frame(2, isFinal: false))
        #expect(machine.next() == .charge(6))
        #expect(machine.next() == nil)
    }

    @Test mutating func `of several pings the last is answered, once the channel is writable`() {
        machine.received(frame(9, "one"))
        machine.received(frame(9, "two"))
        #expect(machine.next() == .charge(9))
        #expect(machine.next() == .charge(9))
        #expect(machine.takePong(isWritable: false) == nil)
        #expect(machine.takePong(isWritable: true) == ByteBuffer(string: "two"))
        #expect(machine.takePong(isWritable: true) == nil)
    }

    @Test mutating func `a client that closes first is answered by the session's close`() {
        machine.received(frame(8))
        machine.received(frame(2, "ignored"))
        #expect(machine.next() == .closeInput)
        #expect(machine.next() == nil)
        #expect(machine.closeOutput() == .webSocketClose(.normalClosure, ""))
        #expect(machine.closeOutput() == nil)
        #expect(machine.isOutputClosed)
    }

    @Test mutating func `the client's answer to a close frame closes the channel`() {
        #expect(machine.closeOutput() == .webSocketClose(.normalClosure, ""))
        machine.received(frame(9, "late"))
        #expect(machine.next() == .charge(10))
        #expect(machine.takePong(isWritable: true) == nil)
        machine.received(frame(8))
        #expect(machine.next() == .close)
    }

    @Test mutating func `a violation names itself in the close frame`() {
        let reason = "Text frames mean nothing here; send binary ones."
        machine.received(frame(1, "hello"))
        #expect(machine.next() == .fail(ProtocolError(.malformedMessage, reason)))
        #expect(machine.next() == nil)
        #expect(machine.closeOutput() == .webSocketClose(.unacceptableData, reason))
    }

    @Test mutating func `input after a failed charge is ignored`() {
        machine.received(frame(2, "a"))
        machine.discardInput()
        machine.received(frame(2, "b"))
        #expect(machine.next() == nil)
    }
}
