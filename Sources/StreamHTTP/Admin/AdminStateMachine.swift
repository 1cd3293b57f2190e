import NIOCore
import NIOHTTP1

/// The requests of one connection to the admin listener, one after the other.
///
/// The value does no I/O and reads no clock. Each event returns the action that the handler performs.
struct AdminStateMachine {
    enum Action: Equatable {
        case nothing
        /// Close the connection after this time, unless another action follows.
        case closeAfter(TimeAmount)
        /// Answer the request, and then call ``respond()``.
        case answer(AdminRequest)
        /// Refuse the request, because its body is longer than ``AdminRequest/maximumBodyLength``.
        case refuseBody
        /// Close the channel.
        case close
    }

    /// What the form of a response depends on beside the response itself.
    struct ResponseOptions: Equatable {
        /// The number of the response on its connection, from 1 on.
        let number: Int
        /// Whether the connection closes after the response.
        let closes: Bool
        /// Whether the request was a HEAD, so that the response has no body.
        let isHead: Bool
    }

    /// How long a whole request may take to arrive, and a whole response to be sent.
    static let requestTimeout = TimeAmount.seconds(20)
    /// How long a connection may be idle between requests: longer than most scraping intervals.
    static let idleTimeout = TimeAmount.seconds(75)

    private enum State {
        case waiting
        case receiving(AdminRequest)
        case answering
        /// Nothing more is read.
        case closing
    }

    private var state = State.waiting
    private var keepsAlive = false
    private var isHead = false
    private var responses = 0

    /// Whether the last response is sent, or the connection is lost.
    var isClosing: Bool { if case .closing = state { true } else { false } }

    /// A part of a request arrived.
    mutating func received(_ part: HTTPServerRequestPart) -> Action {
        switch (state, part) {
        case (.waiting, .head(let head)):
            keepsAlive = head.isKeepAlive
            isHead = head.method == .HEAD
            state = .receiving(AdminRequest(head))
            return .closeAfter(Self.requestTimeout)
        case (.receiving(var request), .body(var part)):
            guard request.body.readableBytes + part.readableBytes <= AdminRequest.maximumBodyLength else {
                keepsAlive = false
                state = .answering
                return .refuseBody
            }
            // With a second reference, the body would be copied when it grows.
            state = .waiting
            request.body.writeBuffer(&part)
            state = .receiving(request)
            return .nothing
        case (.receiving(let request), .end):
            state = .answering
            return .answer(request)
        case (.waiting, _), (.receiving, .head), (.answering, _), (.closing, _): return .nothing
        }
    }

    /// A response is about to be written.
    mutating func respond() -> ResponseOptions {
        state = keepsAlive ? .waiting : .closing
        responses += 1
        return ResponseOptions(number: responses, closes: !keepsAlive, isHead: isHead)
    }

    /// The system has taken the whole response with this number.
    ///
    /// - Returns: `nil` while the connection is still busy with a request that the client has sent behind the first.
    func responseWritten(_ number: Int) -> Action? {
        guard number == responses else { return nil }
        switch state {
        case .waiting: return .closeAfter(Self.idleTimeout)
        case .receiving: return .nothing
        case .answering: return nil
        case .closing: return .close
        }
    }

    /// The channel closed.
    mutating func closed() { state = .closing }
}
