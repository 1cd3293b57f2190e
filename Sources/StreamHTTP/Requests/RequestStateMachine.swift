import DequeModule
import NIOCore
import NIOHTTP1
import StreamProtocol

/// The requests of one HTTP/1.1 connection, served one after the other until a request takes the connection over.
///
/// The value does no I/O and reads no clock. After each event, the handler performs ``next(isWritable:)`` until it
/// returns `nil`.
struct RequestStateMachine {
    enum Action: Equatable {
        /// Answer the request. Then call ``respond(closes:at:)``, ``startAnswering()`` or ``upgrade()``.
        case answer(HTTPRequestHead)
        /// Refuse the input and close: what follows it cannot be understood.
        case refuse(HTTPRefusal)
        /// Read from the socket.
        case read
        /// Close the channel.
        case close
    }

    private enum State {
        case reading
        /// A request is being answered that cannot be answered at once.
        case answering
        /// A request has taken the connection over.
        case upgraded
        /// The last response is written.
        case closing
    }

    private enum QueuedInput {
        case request(HTTPRequestHead)
        case invalid(HTTPRefusal)
    }

    private var state = State.reading
    /// Requests that arrived before the one in front of them was answered: at most the requests of one read.
    private var queue: Deque<QueuedInput> = []
    /// The request whose end has not arrived.
    private var head: HTTPRequestHead?
    private var isReadPending = false
    private var isInputClosed = false
    private var isDraining = false
    private var hasResponded = false
    private var deadline: NIODeadline

    /// - Parameter deadline: When the first request must have arrived.
    init(deadline: NIODeadline) {
        self.deadline = deadline
    }

    // MARK: Input

    /// A part of a request arrived.
    ///
    /// - Returns: A whole request, which the handler charges and then enqueues.
    mutating func received(_ part: HTTPServerRequestPart) -> HTTPRequestHead? {
        switch part {
        case .head(let head) where Request.announcesBody(head.headers):
            enqueue(Request.isServed(head.method) ? .unwantedBody : .refusingMethod(of: head))
        case .head(let head): self.head = head
        case .body: break
        case .end:
            defer { head = nil }
            return takesRequests ? head : nil
        }
        return nil
    }

    /// Queues a request that is charged.
    mutating func enqueue(_ head: HTTPRequestHead) { enqueue(.request(head)) }

    /// Queues a refusal of input that is not a valid request. Later input is ignored.
    mutating func enqueue(_ refusal: HTTPRefusal) { enqueue(.invalid(refusal)) }

    private var takesRequests: Bool {
        switch state {
        case .reading, .answering: true
        case .upgraded, .closing: false
        }
    }

    private mutating func enqueue(_ input: QueuedInput) {
        guard takesRequests else { return }
        if case .invalid = queue.last { return }
        queue.append(input)
    }

    // MARK: Events of the channel and the timer

    /// The pipeline wants to read. The read waits while a request is not answered, so that requests do not fill the memory.
    mutating func readRequested(isWritable: Bool) -> Action? {
        isReadPending = state != .closing && (state != .reading || !queue.isEmpty || !isWritable)
        return isReadPending ? nil : .read
    }

    /// The client closed its side.
    mutating func inputClosed() -> Action? {
        state == .closing ? .close : finish()
    }

    /// The relay shuts down.
    mutating func quiesced(at now: NIODeadline) -> Action? {
        isDraining = true
        if state == .closing { deadline = min(deadline, now + HTTPLimits.lingerTimeout) }
        return state == .reading ? .close : finish()
    }

    /// The channel is about to close, once the client has taken everything that was written.
    mutating func close(at now: NIODeadline) {
        state = .closing
        queue = []
        deadline = now + (isDraining ? HTTPLimits.lingerTimeout : HTTPLimits.requestTimeout)
    }

    /// The client has taken the last response.
    mutating func outputClosed(at now: NIODeadline) { deadline = min(deadline, now + HTTPLimits.lingerTimeout) }

    /// Closes when everything that arrived is answered.
    private mutating func finish() -> Action? {
        isInputClosed = true
        return state == .reading && queue.isEmpty ? .close : nil
    }

    mutating func tick(at now: NIODeadline) -> Action? {
        guard now > deadline else { return nil }
        switch state {
        case .answering, .upgraded: return nil
        case .closing: return .close
        case .reading where hasResponded: return .close
        case .reading:
            enqueue(.timeout)
            return nil
        }
    }

    // MARK: Responses

    /// The next action; `nil` until the next event.
    mutating func next(isWritable: Bool) -> Action? {
        guard state == .reading else { return nil }
        if isWritable, let input = queue.popFirst() {
            switch input {
            case .request(let head): return .answer(head)
            case .invalid(let refusal): return .refuse(refusal)
            }
        }
        guard isReadPending else { return nil }
        if isInputClosed, queue.isEmpty {
            state = .closing
            return .close
        }
        return readRequested(isWritable: isWritable)
    }

    /// The answer to the request needs work elsewhere.
    mutating func startAnswering() { state = .answering }

    /// The work is done.
    ///
    /// - Returns: Whether the client still waits for the response.
    mutating func finishAnswering() -> Bool {
        guard state == .answering else { return false }
        state = .reading
        return true
    }

    /// A response is about to be written.
    ///
    /// - Parameter closes: Whether the request asks for the connection to close after its response.
    /// - Returns: Whether the connection closes after this response; then the handler discards further input, closes the
    ///   output, and performs ``readUntilClosed()``.
    mutating func respond(closes: Bool, at now: NIODeadline) -> Bool {
        hasResponded = true
        guard closes || isInputClosed && queue.isEmpty else {
            deadline = now + HTTPLimits.requestTimeout
            return false
        }
        close(at: now)
        return true
    }

    /// Performs the pending read, if there is one: after the last response the client's close must be seen.
    mutating func readUntilClosed() -> Action? {
        isReadPending ? readRequested(isWritable: true) : nil
    }

    /// Another handler takes the connection over; requests that follow are discarded.
    mutating func upgrade() {
        state = .upgraded
        queue = []
    }

    /// The parser is gone, and the other handlers may be added.
    ///
    /// - Returns: ``Action/read`` if a read is pending, and ``Action/close`` if the client has closed its side meanwhile.
    func upgraded() -> Action? {
        isInputClosed ? .close : isReadPending ? .read : nil
    }
}

extension HTTPRefusal {
    fileprivate static let timeout = HTTPRefusal(
        ProtocolError(.handshakeTimeout, "No whole request came in time; send it again, in one go.")
    )
}
