import NIOCore
import StreamProtocol

/// The client's part of the handshake: it sends preface and hello, and receives preface and welcome.
struct ClientHandshake {
    private enum State {
        case awaitingPreface
        case awaitingResponse
        case finished
    }

    /// The relay's answer to the hello.
    enum Response: Hashable {
        case welcome(Welcome)
        case refusal(Ending)
    }

    private var state = State.awaitingPreface

    /// The bytes that the client sends before it receives any.
    static func opening(_ hello: Hello) -> ByteBuffer {
        var buffer = ByteBuffer()
        Preface.supported.write(to: &buffer)
        ProtocolMessage.hello(hello).write(to: &buffer)
        return buffer
    }

    /// Takes a preface or message from the relay.
    ///
    /// - Returns: `nil` until the relay has answered the hello.
    /// - Throws: ``ProtocolError`` for input that a handshake does not allow, or if there is no common version.
    mutating func receive(_ input: MessageDecoder.InboundOut) throws(ProtocolError) -> Response? {
        switch (state, input) {
        case (.awaitingPreface, .preface(let versions)):
            _ = try Preface.supported.version(with: versions)
            state = .awaitingResponse
            return nil
        case (.awaitingResponse, .message(.welcome(let welcome))):
            state = .finished
            return .welcome(welcome)
        case (.awaitingResponse, .message(.error(let ending))), (.awaitingResponse, .message(.goodbye(let ending))):
            state = .finished
            return .refusal(ending)
        case (_, .message(let message)):
            throw ProtocolError(.unexpectedMessage, "The relay answered the hello with a \(message.type) message.")
        case (_, .preface):
            throw ProtocolError(.unexpectedMessage, "The relay sent its preface twice.")
        }
    }
}
