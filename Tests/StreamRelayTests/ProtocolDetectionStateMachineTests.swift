import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct ProtocolDetectionStateMachineTests {
    private typealias Machine = ProtocolDetectionStateMachine

    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let everything = Machine.Context(servesTLS: true, servesHTTP: true)
    private let error = ProtocolError(.tooManyConnections, "No.")
    private let draining = ProtocolError(.draining, "Later.")
    private let preface = ByteBuffer(bytes: [Preface.firstByte, 1])
    private let clientHello = ByteBuffer(bytes: [0x16, 3])
    private let request = ByteBuffer(string: "GET /")
    private var machine = Machine(refusalTimeout: .seconds(1))

    private mutating func open(_ decision: PeerTable.Decision? = .accepted) -> Machine.Action {
        machine.opened(decision, deadline: start + .seconds(5), at: start)
    }

    // MARK: Detection

    @Test mutating func `each protocol gets its bytes`() {
        for (bytes, action) in [
            (preface, Machine.Action.startSession(preface)), (clientHello, .startTLS(clientHello)),
            (request, .startHTTP(request)), (ByteBuffer(bytes: [0]), .startSession(ByteBuffer(bytes: [0]))),
        ] {
            machine = Machine(refusalTimeout: .seconds(1))
            #expect(open() == .nothing)
            machine.received(bytes)
            #expect(machine.next(everything, at: start) == action)
            #expect(machine.next(everything, at: start) == .nothing)
            #expect(machine.hasHandedOver == (bytes != clientHello))
        }
    }

    @Test mutating func `behind TLS the protocol is detected again`() {
        var inside = everything
        inside.hasTLS = true
        machine.received(clientHello)
        #expect(machine.next(everything, at: start) == .startTLS(clientHello))
        machine.received(request)
        #expect(machine.next(inside, at: start) == .startHTTP(request))
    }

    @Test mutating func `a handshake of TLS asks for its turn once, and gets all that has come until then`() {
        var waiting = everything
        waiting.hasTurn = false
        machine.received(ByteBuffer(bytes: [0x16]))
        #expect(machine.next(waiting, at: start) == .awaitTurn)
        #expect(machine.isAwaitingTurn)
        machine.received(ByteBuffer(bytes: [3, 1]))
        #expect(machine.next(waiting, at: start) == .nothing)
        #expect(machine.next(everything, at: start) == .startTLS(ByteBuffer(bytes: [0x16, 3, 1])))
        #expect(!machine.isAwaitingTurn)
    }

    @Test mutating func `a client whose handshake waited for too long is refused by an alert`() {
        var waiting = everything
        waiting.hasTurn = false
        #expect(open() == .nothing)
        machine.received(clientHello)
        #expect(machine.next(waiting, at: start) == .awaitTurn)
        let action = machine.tick(at: start + .seconds(6), hasTLS: false, restriction: nil)
        guard case .refuse(let error, .tls, isCounted: false) = action else {
            Issue.record("\(action)")
            return
        }
        #expect(error.code == .connectingTooFast)
        #expect(machine.next(everything, at: start) == .nothing)
    }

    @Test(arguments: [([0x16, 3], DetectedProtocol.tls), (Array("GET".utf8), .http)] as [([UInt8], DetectedProtocol)])
    mutating func `a protocol that is not served is refused`(bytes: [UInt8], detected: DetectedProtocol) {
        machine.received(ByteBuffer(bytes: bytes))
        guard case .refuse(let error, detected, isCounted: false) = machine.next(.init(), at: start) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .notThisProtocol)
    }

    @Test mutating func `clear text is refused where TLS is required`() {
        var strict = everything
        strict.mayStayUnencrypted = false
        machine.received(request)
        guard case .refuse(let error, .http, isCounted: false) = machine.next(strict, at: start) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .encryptionRequired)
        #expect(machine.next(strict, at: start) == .nothing)
    }

    // MARK: Proxies

    @Test mutating func `the header of a trusted proxy comes before the protocol`() throws {
        let client = try SocketAddress(ipAddress: "203.0.113.7", port: 1_000)
        #expect(open(nil) == .nothing)
        machine.received(ByteBuffer(string: "PROXY TCP4 203.0.113.7 198.51.100.1 1000"))
        #expect(machine.next(everything, at: start) == .nothing)
        machine.received(ByteBuffer(string: " 7450\r\nGET /"))
        #expect(machine.next(everything, at: start) == .identify(ProxyHeader(client: client)))
        #expect(machine.apply(.accepted, at: start) == .nothing)
        #expect(machine.next(everything, at: start) == .startHTTP(request))
    }

    @Test(arguments: ["GET /", "POST /", "\u{16}\u{3}"])
    mutating func `a header that may be missing is looked for, and the bytes are served without it`(bytes: String) {
        var lenient = everything
        lenient.mayOmitProxyHeader = true
        let bytes = ByteBuffer(string: bytes)
        #expect(open(nil) == .nothing)
        for byte in bytes.readableBytesView {
            machine.received(ByteBuffer(bytes: [byte]))
            let action = machine.next(lenient, at: start)
            if action == .identifyByAddress { break }
            #expect(action == .nothing && byte == UInt8(ascii: "P"))
        }
        #expect(machine.apply(.accepted, at: start) == .nothing)
        #expect(machine.next(lenient, at: start) != .nothing)
    }

    @Test mutating func `a header that may be missing counts where it is`() throws {
        var lenient = everything
        lenient.mayOmitProxyHeader = true
        let client = try SocketAddress(ipAddress: "203.0.113.7", port: 1_000)
        #expect(open(nil) == .nothing)
        var action = Machine.Action.nothing
        for byte in "PROXY TCP4 203.0.113.7 198.51.100.1 1000 7450\r\n".utf8 {
            #expect(action == .nothing)
            machine.received(ByteBuffer(bytes: [byte]))
            action = machine.next(lenient, at: start)
        }
        #expect(action == .identify(ProxyHeader(client: client)))
    }

    @Test mutating func `a header of an untrusted proxy is refused as soon as it is known to be one`() {
        #expect(open() == .nothing)
        machine.received(ByteBuffer(string: "PRO"))
        #expect(machine.next(everything, at: start) == .nothing)
        machine.received(ByteBuffer(string: "XY "))
        #expect(
            machine.next(everything, at: start) == .refuse(.untrustedProxyHeader, .unknown, isCounted: false)
        )
    }

    @Test mutating func `a request that begins like a header of a proxy is a request`() {
        machine.received(ByteBuffer(string: "PROP"))
        machine.received(ByteBuffer(string: "FIND /"))
        #expect(machine.next(everything, at: start) == .startHTTP(ByteBuffer(string: "PROPFIND /")))
    }

    // MARK: Limits

    @Test mutating func `a refused client gets the reason in its protocol and is counted once`() {
        #expect(open(.refused(error)) == .recordEnd(error))
        machine.received(request)
        #expect(machine.next(everything, at: start) == .refuse(error, .http, isCounted: true))
        #expect(machine.tick(at: start + .seconds(1), hasTLS: false, restriction: nil) == .nothing)
        #expect(machine.tick(at: start + .seconds(2), hasTLS: false, restriction: nil) == .close())
    }

    @Test mutating func `a refused client does not get a TLS handshake`() {
        #expect(open(.refused(error)) == .recordEnd(error))
        machine.received(clientHello)
        #expect(machine.next(everything, at: start) == .refuse(error, .tls, isCounted: true))
    }

    @Test mutating func `a dropped client is closed`() {
        #expect(open(.dropped(error)) == .drop(error))
        machine.received(request)
        #expect(machine.next(everything, at: start) == .nothing)
    }

    @Test mutating func `a client at a limit may stay to publish, for a shorter time`() {
        #expect(
            open(.publishOnly(error, allowsLingeringClose: true))
                == .restrictToPublishing(error, allowsLingeringClose: true)
        )
        machine.deadlineChanged(start + .seconds(1))
        #expect(machine.tick(at: start + .seconds(1), hasTLS: false, restriction: error) == .nothing)
        #expect(
            machine.tick(at: start + .seconds(2), hasTLS: false, restriction: error)
                == .refuse(error, .unknown, isCounted: false)
        )
    }

    // MARK: Shutdown

    @Test mutating func `during the shutdown the handshake completes so that the goodbye is sent inside TLS`() {
        var inside = everything
        inside.hasTLS = true
        #expect(open() == .nothing)
        machine.drain(draining, at: start)
        machine.received(clientHello)
        #expect(machine.next(everything, at: start) == .startTLS(clientHello))
        machine.received(preface)
        #expect(machine.next(inside, at: start) == .refuse(draining, .streamd, isCounted: true))
    }

    @Test mutating func `a silent client is closed soon in the shutdown`() {
        #expect(open() == .nothing)
        machine.drain(draining, at: start)
        #expect(machine.tick(at: start + .milliseconds(250), hasTLS: false, restriction: nil) == .nothing)
        #expect(machine.tick(at: start + .milliseconds(251), hasTLS: false, restriction: nil) == .close())
    }

    // MARK: The end

    @Test(arguments: [false, true])
    mutating func `a client that sends nothing is closed without a message, also inside TLS`(hasTLS: Bool) {
        #expect(open() == .nothing)
        if hasTLS { machine.tlsReady() }
        #expect(machine.tick(at: start + .seconds(5), hasTLS: hasTLS, restriction: nil) == .nothing)
        let end = start + .seconds(6)
        #expect(machine.tick(at: end, hasTLS: hasTLS, restriction: nil) == .closeUnanswered(.noHello))
        #expect(machine.tick(at: end + .seconds(1), hasTLS: hasTLS, restriction: nil) == .close())
    }

    @Test mutating func `a client that stops in its first message is refused`() {
        #expect(open() == .nothing)
        machine.received(ByteBuffer(string: "P"))
        #expect(machine.next(everything, at: start) == .nothing)
        #expect(
            machine.tick(at: start + .seconds(6), hasTLS: false, restriction: nil)
                == .refuse(.noHello, .unknown, isCounted: false)
        )
    }

    @Test mutating func `a silent client that a limit refuses gets the reason`() {
        #expect(open(.refused(error)) == .recordEnd(error))
        #expect(
            machine.tick(at: start + .seconds(2), hasTLS: false, restriction: nil)
                == .refuse(error, .unknown, isCounted: true)
        )
    }

    @Test mutating func `a proxy that sends no header gets an error, and its client that sends nothing gets none`() {
        #expect(machine.opened(nil, deadline: start + .seconds(5), at: start) == .nothing)
        var other = machine
        let end = start + .seconds(6)
        #expect(
            other.tick(at: end, hasTLS: false, restriction: nil) == .refuse(.noHello, .unknown, isCounted: false)
        )
        machine.received(ByteBuffer(string: "PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n"))
        guard case .identify = machine.next(everything, at: start) else {
            Issue.record("the header is not read")
            return
        }
        #expect(machine.apply(.accepted, at: start) == .nothing)
        #expect(machine.tick(at: end, hasTLS: false, restriction: nil) == .closeUnanswered(.noHello))
    }

    @Test mutating func `a TLS handshake that does not end is a failure of TLS`() {
        #expect(open() == .nothing)
        #expect(machine.tick(at: start + .seconds(6), hasTLS: true, restriction: nil) == .close(.tlsHandshake))
    }

    @Test mutating func `a client that closes early is counted once`() {
        #expect(open() == .nothing)
        #expect(machine.inputClosed() == .close(.closedEarly))
        #expect(machine.inputClosed() == .close())
    }

    @Test mutating func `a failure is one of the connection, the handshake or TLS`() {
        var handshake = machine
        var established = machine
        established.tlsReady()
        #expect(machine.failed(hasTLS: false) == .close(.closedEarly))
        #expect(handshake.failed(hasTLS: true) == .close(.tlsHandshake))
        #expect(established.failed(hasTLS: true) == .close(.tlsError))
    }
}
