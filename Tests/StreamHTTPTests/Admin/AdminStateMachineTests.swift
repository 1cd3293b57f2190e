import NIOCore
import NIOHTTP1
import Testing

@testable import StreamHTTP

@Suite struct AdminStateMachineTests {
    private var machine = AdminStateMachine()
    private let get = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/v1/streams")
    private let last = HTTPRequestHead(
        version: .http1_1,
        method: .HEAD,
        uri: "/v1/streams",
        headers: ["connection": "close"]
    )

    @Test mutating func `a request has a time limit, and an idle connection another`() {
        #expect(machine.received(.head(get)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.end(nil)) == .answer(AdminRequest(get)))
        #expect(machine.respond() == .init(number: 1, closes: false, isHead: false))
        #expect(machine.responseWritten(1) == .closeAfter(AdminStateMachine.idleTimeout))
    }

    @Test mutating func `the last response closes the connection`() {
        #expect(machine.received(.head(last)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.end(nil)) == .answer(AdminRequest(last)))
        #expect(machine.respond() == .init(number: 1, closes: true, isHead: true))
        #expect(machine.received(.head(get)) == .nothing)
        #expect(machine.responseWritten(1) == .close)
    }

    @Test mutating func `the parts of a body are put together`() {
        var request = AdminRequest(get)
        request.body = ByteBuffer(string: "abcd")
        #expect(machine.received(.head(get)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.body(ByteBuffer(string: "ab"))) == .nothing)
        #expect(machine.received(.body(ByteBuffer(string: "cd"))) == .nothing)
        #expect(machine.received(.end(nil)) == .answer(request))
    }

    @Test mutating func `a body that is too long is refused once and ends the connection`() {
        let longest = ByteBuffer(repeating: 0, count: AdminRequest.maximumBodyLength)
        #expect(machine.received(.head(get)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.body(longest)) == .nothing)
        #expect(machine.received(.body(ByteBuffer(repeating: 0, count: 1))) == .refuseBody)
        #expect(machine.respond() == .init(number: 1, closes: true, isHead: false))
        #expect(machine.received(.body(longest)) == .nothing)
        #expect(machine.received(.end(nil)) == .nothing)
    }

    @Test mutating func `a request that arrives while the response is sent keeps its own time limit`() {
        #expect(machine.received(.head(get)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.end(nil)) == .answer(AdminRequest(get)))
        #expect(machine.respond() == .init(number: 1, closes: false, isHead: false))
        #expect(machine.received(.head(get)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.responseWritten(1) == .nothing)
    }

    @Test mutating func `a response does not act for the one behind it`() {
        #expect(machine.received(.head(get)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.end(nil)) == .answer(AdminRequest(get)))
        #expect(machine.respond() == .init(number: 1, closes: false, isHead: false))
        #expect(machine.received(.head(last)) == .closeAfter(AdminStateMachine.requestTimeout))
        #expect(machine.received(.end(nil)) == .answer(AdminRequest(last)))
        #expect(machine.responseWritten(1) == nil, "the second request is being answered")
        #expect(machine.respond() == .init(number: 2, closes: true, isHead: true))
        #expect(machine.responseWritten(1) == nil, "the system has not taken the second response")
        #expect(machine.responseWritten(2) == .close)
    }

    @Test mutating func `nothing is read after the channel closed`() {
        machine.closed()
        #expect(machine.received(.head(get)) == .nothing)
        #expect(machine.isClosing)
    }
}
