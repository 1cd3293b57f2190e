import NIOCore
import StreamProtocol

/// The opening of a connection as the client sees it: preface and hello out, preface and welcome in.
struct ClientHandshake {
    private enum State {
        case awaitingPreface
        case awaitingAnswer
        case over
    }

    /// What the relay decided.
    enum Answer: Hashable {
        case welcome(Welcome)
        case refusal(Ending)
    }

    private var state = State.awaitingPreface

    /// All that the client sends before it hears from the relay.
    static func opening(_ hello: Hello) -> ByteBuffer {
        var buffer = ByteBuffer()
        Preface.supported.write(to: &buffer)
        Message.hello(hello).write(to: &buffer)
        return buffer
    }

    /// Takes what the relay sent.
    ///
    /// - Returns: `nil` while the relay has not answered.
    /// - Throws: ``ProtocolError`` for what has no place in a handshake, or where no version is common to both.
    mutating func receive(_ input: MessageDecoder.InboundOut) throws(ProtocolError) -> Answer? {
        switch (state, input) {
        case (.awaitingPreface, .preface(let preface)):
            _ = try Preface.supported.version(with: preface)
            state = .awaitingAnswer
            return nil
        case (.awaitingAnswer, .message(.welcome(let welcome))):
            state = .over
            return .welcome(welcome)
        case (.awaitingAnswer, .message(.error(let ending))), (.awaitingAnswer, .message(.goodbye(let ending))):
            state = .over
            return .refusal(ending)
        case (_, .message(let message)):
            throw ProtocolError(.unexpectedMessage, "The relay answered the hello with a \(message.type) message.")
        case (_, .preface):
            throw ProtocolError(.unexpectedMessage, "The relay sent its preface twice.")
        }
    }
}
