import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct SessionHandshakeTests {
    private let deadline = NIODeadline.uptimeNanoseconds(10)
    private let hello = Hello(role: .publish, stream: .live, instance: InstanceID(high: 1, low: 2))

    private func handshake(of stream: StreamName? = nil) -> SessionHandshake {
        SessionHandshake(deadline: deadline, stream: stream)
    }

    private func code(_ body: () throws(ProtocolError) -> SessionHandshake.Step) -> ErrorCode? {
        do throws(ProtocolError) {
            _ = try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `the preface is answered, and the hello is admitted`() throws {
        var handshake = handshake()
        #expect(handshake.awaitsPreface)
        #expect(try handshake.receive(.preface(versions: Preface.supported.versions)) == .sendPreface)
        #expect(!handshake.awaitsPreface)
        #expect(try handshake.receive(.message(.hello(hello))) == .admit(hello))
        #expect(handshake.isAdmitting)
    }

    @Test func `what is refused leaves the handshake where it is`() throws {
        var handshake = handshake(of: try StreamName("other"))
        #expect(
            code { () throws(ProtocolError) in try handshake.receive(.preface(versions: 7...9)) } == .unsupportedVersion
        )
        #expect(handshake.awaitsPreface)
        #expect(try handshake.receive(.preface(versions: Preface.supported.versions)) == .sendPreface)
        let preface = MessageDecoder.InboundOut.preface(versions: Preface.supported.versions)
        #expect(code { () throws(ProtocolError) in try handshake.receive(preface) } == .unexpectedMessage)
        let named = MessageDecoder.InboundOut.message(.hello(hello))
        #expect(code { () throws(ProtocolError) in try handshake.receive(named) } == .invalidStreamName)
        let ping = MessageDecoder.InboundOut.message(.ping(Ping(sent: 0)))
        #expect(code { () throws(ProtocolError) in try handshake.receive(ping) } == .unexpectedMessage)
        #expect(!handshake.isAdmitting)
    }

    @Test func `a hello that names the stream of the address is admitted`() throws {
        var handshake = handshake(of: .live)
        _ = try handshake.receive(.preface(versions: Preface.supported.versions))
        #expect(try handshake.receive(.message(.hello(hello))) == .admit(hello))
    }

    @Test func `the time ends after the deadline`() {
        #expect(!handshake().hasExpired(at: deadline))
        #expect(handshake().hasExpired(at: deadline + .nanoseconds(1)))
    }

    @Test func `a hello that waits for another relay has no deadline here`() {
        var handshake = handshake()
        handshake.awaitUpstream()
        #expect(!handshake.hasExpired(at: deadline + .hours(1)))
    }
}
