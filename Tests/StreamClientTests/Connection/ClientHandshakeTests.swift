import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct ClientHandshakeTests {
    private var handshake = ClientHandshake()
    private let preface = MessageDecoder.InboundOut.preface(versions: Preface.supported.versions)

    @Test func `the handshake opens with preface and hello`() throws {
        var hello = Hello(role: .publish, stream: .live, instance: InstanceID(high: 1, low: 2))
        hello.clientName = "test"
        var opening = ClientHandshake.opening(hello)
        var decoder = MessageDecoder()
        #expect(try decoder.decode(buffer: &opening) == preface)
        #expect(try decoder.decode(buffer: &opening) == .message(.hello(hello)))
        #expect(opening.readableBytes == 0)
    }

    @Test mutating func `a welcome ends the handshake`() throws {
        #expect(try handshake.receive(preface) == nil)
        #expect(try handshake.receive(.message(.welcome(.sample()))) == .welcome(.sample()))
    }

    @Test mutating func `an error ends the handshake`() throws {
        let ending = Ending(.unauthorized, "A token is needed.")
        #expect(try handshake.receive(preface) == nil)
        #expect(try handshake.receive(.message(.error(ending))) == .refusal(ending))
    }

    @Test mutating func `a redirect ends the handshake`() throws {
        let ending = Ending(.redirect, "Another relay has this stream.")
        #expect(try handshake.receive(preface) == nil)
        #expect(try handshake.receive(.message(.goodbye(ending))) == .refusal(ending))
    }

    @Test mutating func `any other message is refused`() {
        #expect(throws: ProtocolError.self) { try handshake.receive(.message(.welcome(.sample()))) }
        #expect(throws: Never.self) { try handshake.receive(preface) }
        #expect(throws: ProtocolError.self) { try handshake.receive(preface) }
        let error = #expect(throws: ProtocolError.self) { try handshake.receive(.message(.ping(Ping(sent: 1)))) }
        #expect(error?.code == .unexpectedMessage)
    }

    @Test mutating func `without a common version both ranges are named`() {
        let error = #expect(throws: ProtocolError.self) {
            try handshake.receive(.preface(versions: 7...9))
        }
        #expect(error?.code == .unsupportedVersion)
    }
}
