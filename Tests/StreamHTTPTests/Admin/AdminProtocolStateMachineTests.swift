import NIOCore
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct AdminProtocolStateMachineTests {
    private var machine = AdminProtocolStateMachine()
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private var deadline: NIODeadline { start + AdminStateMachine.requestTimeout }
    private let http = ByteBuffer(string: "GET / HTTP/1.1\r\n")
    private let tls = ByteBuffer(bytes: [0x16, 0x03, 0x01])

    @Test mutating func `HTTP starts with the first byte, and keeps the time limit of the connection`() {
        #expect(machine.added() == .nothing)
        #expect(machine.opened(at: start) == .closeAt(deadline))
        #expect(machine.received(ByteBuffer(), servesTLS: true, at: start) == .nothing)
        #expect(!machine.hasHandedOver)
        let late = start + .seconds(19)
        #expect(
            machine.received(http, servesTLS: true, at: late)
                == .startHTTP(http, isEncrypted: false, deadline: deadline)
        )
        #expect(machine.hasHandedOver)
    }

    @Test mutating func `TLS starts where there is a certificate`() {
        #expect(machine.opened(at: start) == .closeAt(deadline))
        #expect(machine.received(tls, servesTLS: true, at: start) == .startTLS(tls, deadline: deadline))
        #expect(machine.hasHandedOver)
        var inside = AdminProtocolStateMachine(insideTLS: deadline)
        #expect(inside.added() == .closeAt(deadline))
        #expect(
            inside.received(http, servesTLS: true, at: start) == .startHTTP(http, isEncrypted: true, deadline: deadline)
        )
        var twice = AdminProtocolStateMachine(insideTLS: deadline)
        #expect(
            twice.received(tls, servesTLS: true, at: start) == .startHTTP(tls, isEncrypted: true, deadline: deadline)
        )
    }

    @Test(arguments: [false, true]) func `a client of streams is refused`(isEncrypted: Bool) {
        var machine = isEncrypted ? AdminProtocolStateMachine(insideTLS: deadline) : AdminProtocolStateMachine()
        if !isEncrypted { #expect(machine.opened(at: start) == .closeAt(deadline)) }
        var preface = ByteBuffer()
        Preface.supported.write(to: &preface)
        let end = start + AdminProtocolStateMachine.lingerTimeout
        #expect(machine.received(preface, servesTLS: true, at: start) == .refuseStreams(closeAt: end))
        #expect(machine.received(http, servesTLS: true, at: start) == .nothing)
        #expect(!machine.hasHandedOver)
    }

    @Test mutating func `without a certificate TLS is refused, and nothing more is read`() {
        #expect(machine.opened(at: start) == .closeAt(deadline))
        let end = start + AdminProtocolStateMachine.lingerTimeout
        #expect(machine.received(tls, servesTLS: false, at: start) == .refuseTLS(closeAt: end))
        #expect(machine.received(http, servesTLS: false, at: start) == .nothing)
        #expect(!machine.hasHandedOver)
    }
}
