import NIOCore
import NIOHTTP1
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct RequestStateMachineTests {
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let first = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/first")
    private let second = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/second")
    private let refusal = HTTPRefusal.malformed("No.")
    private var machine: RequestStateMachine

    init() {
        machine = RequestStateMachine(deadline: .uptimeNanoseconds(1_000_000_000))
    }

    /// A whole request arrives and is queued.
    private mutating func receive(_ head: HTTPRequestHead) {
        #expect(machine.received(.head(head)) == nil)
        #expect(machine.received(.end(nil)) == head)
        machine.enqueue(head)
    }

    // MARK: Input

    @Test mutating func `requests are answered in their order`() {
        receive(first)
        receive(second)
        #expect(machine.next(isWritable: true) == .answer(first))
        #expect(machine.respond(closes: false, at: start) == false)
        #expect(machine.next(isWritable: true) == .answer(second))
        #expect(machine.respond(closes: false, at: start) == false)
        #expect(machine.next(isWritable: true) == nil)
    }

    @Test mutating func `a request waits while the one before is answered`() {
        receive(first)
        #expect(machine.next(isWritable: true) == .answer(first))
        machine.startAnswering()
        receive(second)
        #expect(machine.next(isWritable: true) == nil)
        #expect(machine.finishAnswering() == true)
        #expect(machine.respond(closes: false, at: start) == false)
        #expect(machine.next(isWritable: true) == .answer(second))
    }

    @Test mutating func `a request waits until the channel is writable`() {
        receive(first)
        #expect(machine.next(isWritable: false) == nil)
        #expect(machine.next(isWritable: true) == .answer(first))
    }

    @Test(arguments: [
        (HTTPMethod.GET, "/", HTTPRefusal.unwantedBody), (.POST, "/", .methodNotAllowed),
        (.POST, "/streams/live/move", .atAdminListener),
    ])
    mutating func `a request with a body is refused before the body arrives`(
        method: HTTPMethod,
        uri: String,
        refusal: HTTPRefusal
    ) {
        let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: ["content-length": "5"])
        #expect(machine.received(.head(head)) == nil)
        #expect(machine.next(isWritable: true) == .refuse(refusal))
    }

    @Test mutating func `input after invalid input is ignored`() {
        machine.enqueue(refusal)
        receive(first)
        machine.enqueue(.malformed("Another."))
        #expect(machine.next(isWritable: true) == .refuse(refusal))
        #expect(machine.respond(closes: true, at: start) == true)
        #expect(machine.next(isWritable: true) == nil)
    }

    // MARK: Reading

    @Test mutating func `nothing is read while a request waits`() {
        #expect(machine.readRequested(isWritable: true) == .read)
        receive(first)
        #expect(machine.readRequested(isWritable: true) == nil)
        #expect(machine.next(isWritable: true) == .answer(first))
        #expect(machine.respond(closes: false, at: start) == false)
        #expect(machine.next(isWritable: true) == .read)
        #expect(machine.next(isWritable: true) == nil)
    }

    @Test mutating func `nothing is read while a response is not sent`() {
        #expect(machine.readRequested(isWritable: false) == nil)
        #expect(machine.next(isWritable: false) == nil)
        #expect(machine.next(isWritable: true) == .read)
    }

    @Test mutating func `after the last response everything is read`() {
        receive(first)
        #expect(machine.readRequested(isWritable: true) == nil)
        #expect(machine.next(isWritable: true) == .answer(first))
        #expect(machine.respond(closes: true, at: start) == true)
        #expect(machine.readUntilClosed() == .read)
        #expect(machine.readRequested(isWritable: false) == .read)
    }

    // MARK: The end

    @Test mutating func `the last request of a client that closed its side closes the connection`() {
        receive(first)
        receive(second)
        #expect(machine.inputClosed() == nil)
        #expect(machine.next(isWritable: true) == .answer(first))
        #expect(machine.respond(closes: false, at: start) == false)
        #expect(machine.next(isWritable: true) == .answer(second))
        #expect(machine.respond(closes: false, at: start) == true)
        #expect(machine.inputClosed() == .close)
    }

    @Test mutating func `a client that closes without a request is closed`() {
        #expect(machine.inputClosed() == .close)
    }

    @Test mutating func `a shutdown closes an idle connection and lets a response finish`() {
        var idle = machine
        #expect(idle.quiesced(at: start) == .close)
        receive(first)
        #expect(machine.next(isWritable: true) == .answer(first))
        machine.startAnswering()
        #expect(machine.quiesced(at: start) == nil)
        #expect(machine.finishAnswering() == true)
        #expect(machine.respond(closes: false, at: start) == true)
    }

    @Test mutating func `a first request that does not arrive in time is refused`() {
        #expect(machine.tick(at: start) == nil)
        #expect(machine.next(isWritable: true) == nil)
        #expect(machine.tick(at: start + .nanoseconds(1)) == nil)
        guard case .refuse(let refusal) = machine.next(isWritable: true) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.error.code == .handshakeTimeout)
    }

    @Test mutating func `a connection that rests between requests is closed`() {
        receive(first)
        #expect(machine.next(isWritable: true) == .answer(first))
        machine.startAnswering()
        #expect(machine.tick(at: start + .hours(1)) == nil)
        #expect(machine.finishAnswering() == true)
        #expect(machine.respond(closes: false, at: start) == false)
        #expect(machine.tick(at: start + HTTPLimits.requestTimeout) == nil)
        #expect(machine.tick(at: start + HTTPLimits.requestTimeout + .nanoseconds(1)) == .close)
    }

    @Test mutating func `the client has a moment to read the last response`() {
        machine.enqueue(refusal)
        #expect(machine.next(isWritable: true) == .refuse(refusal))
        #expect(machine.respond(closes: true, at: start) == true)
        #expect(machine.tick(at: start + HTTPLimits.requestTimeout) == nil, "it has not taken all of it")
        machine.outputClosed(at: start)
        #expect(machine.tick(at: start + HTTPLimits.lingerTimeout) == nil)
        #expect(machine.tick(at: start + HTTPLimits.lingerTimeout + .nanoseconds(1)) == .close)
    }

    @Test mutating func `a client that takes nothing is given up, and sooner while the relay shuts down`() {
        machine.close(at: start)
        #expect(machine.next(isWritable: true) == nil)
        #expect(machine.tick(at: start + HTTPLimits.requestTimeout + .nanoseconds(1)) == .close)
        #expect(machine.quiesced(at: start) == nil)
        #expect(machine.tick(at: start + HTTPLimits.lingerTimeout) == nil)
        #expect(machine.tick(at: start + HTTPLimits.lingerTimeout + .nanoseconds(1)) == .close)
        machine.close(at: start)
        #expect(machine.tick(at: start + HTTPLimits.lingerTimeout + .nanoseconds(1)) == .close)
    }

    @Test mutating func `a client that closes its side while its request is upgraded is given up too`() {
        receive(first)
        #expect(machine.next(isWritable: true) == .answer(first))
        machine.upgrade()
        #expect(machine.inputClosed() == nil)
        #expect(machine.upgraded() == .close)
        machine.close(at: start)
        #expect(machine.tick(at: start + HTTPLimits.requestTimeout + .nanoseconds(1)) == .close)
    }

    // MARK: Upgrades

    @Test mutating func `an upgrade discards the requests behind it`() {
        receive(first)
        receive(second)
        #expect(machine.next(isWritable: true) == .answer(first))
        machine.upgrade()
        #expect(machine.received(.head(second)) == nil)
        #expect(machine.received(.end(nil)) == nil)
        #expect(machine.next(isWritable: true) == nil)
        #expect(machine.readRequested(isWritable: true) == nil)
        #expect(machine.upgraded() == .read)
    }

    @Test mutating func `an upgrade of a client that has left closes`() {
        receive(first)
        #expect(machine.next(isWritable: true) == .answer(first))
        machine.upgrade()
        #expect(machine.inputClosed() == nil)
        #expect(machine.upgraded() == .close)
    }
}
