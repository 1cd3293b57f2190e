import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct SessionStateMachineTests {
    private typealias Machine = SessionStateMachine<String, Int, Character>

    private let start = NIODeadline.uptimeNanoseconds(0)
    private let hello = Hello(role: .publish, stream: .live, instance: InstanceID(high: 1, low: 2))
    private let ping = MessageDecoder.InboundOut.message(.ping(Ping(sent: 0)))
    private let welcome = Welcome(
        epoch: 1,
        streamInstance: 2,
        maximumFrameLength: 3,
        pingInterval: 4,
        maximumLatency: 5,
        state: .live
    )

    private func machine(of stream: StreamName? = nil) -> Machine {
        Machine(handshakeDeadline: start + .seconds(10), pingInterval: .seconds(5), stream: stream, now: start)
    }

    private func afterPreface() -> Machine {
        var machine = machine()
        _ = machine.received(.preface(versions: Preface.supported.versions), at: start)
        return machine
    }

    private func afterHello() -> Machine {
        var machine = afterPreface()
        _ = machine.received(.message(.hello(hello)), at: start)
        return machine
    }

    private func publishing() -> Machine {
        var machine = afterHello()
        _ = machine.began(.publisher("publisher"), of: .live, welcome)
        return machine
    }

    private func viewing() -> Machine {
        var machine = afterHello()
        _ = machine.began(.viewer(7), of: .live, welcome)
        return machine
    }

    private func error(_ code: ErrorCode, _ reason: String) -> Machine.Closing {
        Machine.Closing(reason: .error(Ending(ProtocolError(code, reason))))
    }

    /// The code of the error that an action ends the session with.
    private func code(_ action: Machine.Action) -> ErrorCode? {
        if case .close(let closing) = action, case .error(let ending) = closing.reason { ending.code } else { nil }
    }

    // MARK: Streams of other relays

    @Test func `a hello waits for another relay for as long as that takes`() {
        var machine = afterHello()
        machine.awaitUpstream()
        #expect(machine.tick(at: start + .hours(1)) == .none)
        #expect(machine.began(.viewer(7), of: .live, welcome) == .welcome(welcome, .viewer(7)))
    }

    @Test func `a session ends with a goodbye if that is orderly, and with an error if not`() {
        var moved = viewing()
        guard case .close(let goodbye) = moved.ended(with: .moved, at: start) else {
            Issue.record("the session goes on")
            return
        }
        #expect(goodbye.message == .goodbye(.moved))
        var failed = viewing()
        #expect(code(failed.ended(with: Ending(ProtocolError.upstreamFailed), at: start)) == .internalFault)
    }

    // MARK: Handshake

    @Test func `the handshake goes preface, hello, welcome`() {
        var machine = machine()
        #expect(machine.received(.preface(versions: Preface.supported.versions), at: start) == .sendPreface)
        #expect(machine.received(.message(.hello(hello)), at: start) == .admit(hello))
        #expect(machine.identity.stream == .live)
        let role = Machine.Role.publisher("publisher")
        #expect(machine.began(role, of: .live, welcome) == .welcome(welcome, role))
        #expect(machine.publisher == "publisher")
    }

    @Test func `a viewer is written its first messages after the welcome`() {
        var machine = afterHello()
        #expect(machine.began(.viewer(7), of: .live, welcome) == .welcome(welcome, .viewer(7)))
        #expect(machine.viewer == 7)
    }

    @Test func `a client that lists may ping, and is asked for signs of life`() {
        var machine = afterHello()
        #expect(machine.began(.lister("l"), of: .empty, welcome) == .welcome(welcome, .lister("l")))
        #expect(machine.lister == "l")
        #expect(machine.received(ping, at: start) == .answer(Ping(sent: 0)))
        #expect(machine.chargesMessages == true)
        #expect(machine.tick(at: start) == .updateList("l"))
        #expect(machine.listUpdated(at: start) == .none)
        for count in 1...4 as ClosedRange<Int64> {
            let now = start + .seconds(5 * count)
            #expect(machine.bytesReceived(at: now) == .accept(nil), "bytes are no sign of life")
            if count <= 3 {
                #expect(machine.listUpdated(at: now) == .checkFrames(nil))
                let action = machine.framesChecked(hasReceivedFrames: false, wallTime: count, at: now)
                #expect(action == .ping(Ping(sent: count)))
            } else {
                #expect(code(machine.listUpdated(at: now)) == .silent)
            }
        }
    }

    @Test func `a client that lists sends nothing of viewers`() {
        for message in [ProtocolMessage.keyFrameRequest(KeyFrameRequest(track: .zero)), .streamState(.live)] {
            var machine = afterHello()
            _ = machine.began(.lister("l"), of: .empty, welcome)
            #expect(code(machine.received(.message(message), at: start)) == .unexpectedMessage)
        }
        var machine = afterHello()
        _ = machine.began(.lister("l"), of: .empty, welcome)
        #expect(machine.channelInactive() == .closeChannel(.init(role: .lister("l"))))
    }

    @Test func `an unknown version is refused, after this side's preface`() {
        var machine = machine()
        let action = machine.received(.preface(versions: 7...9), at: start)
        guard case .close(let closing) = action else {
            Issue.record("an unknown version is accepted")
            return
        }
        #expect(code(action) == .unsupportedVersion && closing.sendsPreface && closing.departure == nil)
    }

    @Test func `only a hello may come first`() {
        var first = afterPreface()
        #expect(code(first.received(ping, at: start)) == .unexpectedMessage)
        var second = afterPreface()
        #expect(code(second.received(.preface(versions: Preface.supported.versions), at: start)) == .unexpectedMessage)
    }

    @Test func `a hello may not name another stream than the address`() throws {
        var machine = machine(of: try StreamName("other"))
        _ = machine.received(.preface(versions: Preface.supported.versions), at: start)
        #expect(code(machine.received(.message(.hello(hello)), at: start)) == .invalidStreamName)
    }

    @Test func `a hello that does not come times out`() {
        var machine = machine()
        #expect(machine.tick(at: start + .seconds(10)) == .none)
        #expect(code(machine.tick(at: start + .seconds(11))) == .handshakeTimeout)
    }

    @Test func `nothing is decoded while the token is checked`() {
        var machine = afterHello()
        #expect(machine.mayDecode == false)
        #expect(machine.pauseReading() == .setReading(false))
        #expect(machine.pauseReading() == .none)
        _ = machine.began(.publisher("publisher"), of: .live, welcome)
        #expect(machine.mayDecode == true)
        #expect(machine.resumeReading() == .setReading(true))
        #expect(machine.resumeReading() == .none)
    }

    @Test func `the identity is known once the token is valid`() {
        var machine = afterHello()
        machine.identified(bearer: "alice", clientName: "camera", at: 3)
        let expected = SessionIdentity(stream: .live, bearer: "alice", clientName: "camera", admittedAt: 3)
        #expect(machine.identity == expected)
    }

    // MARK: Messages

    @Test func `a publisher's messages are appended`() {
        let offset = ClockOffset(offset: 1, errorBound: 1)
        let gap = Gap(track: .zero, reason: .publisher, epoch: 1, first: 2, count: 3)
        var machine = publishing()
        #expect(
            machine.received(.message(.clockOffset(offset)), at: start) == .append(.clockOffset(offset), "publisher")
        )
        #expect(machine.received(.message(.gap(gap)), at: start) == .append(.gap(gap), "publisher"))
        #expect(machine.received(ping, at: start) == .answer(Ping(sent: 0)))
        #expect(machine.received(.message(.pong(Pong(sent: 1, received: 2, answered: 3))), at: start) == .none)
        let request = ProtocolMessage.keyFrameRequest(KeyFrameRequest(track: .zero))
        #expect(code(machine.received(.message(request), at: start)) == .unexpectedMessage)
    }

    @Test func `a viewer's messages are requests`() {
        var machine = viewing()
        let request = ProtocolMessage.keyFrameRequest(KeyFrameRequest(track: .zero))
        #expect(machine.received(.message(request), at: start) == .requestKeyFrame(.zero, 7))
        #expect(machine.received(ping, at: start) == .answer(Ping(sent: 0)))
        // The decoder takes it from relays alone.
        let count = ViewerCount(viewers: 40)
        #expect(machine.received(.message(.viewerCount(count)), at: start) == .recordViewers(count, 7))
        let offset = ProtocolMessage.clockOffset(ClockOffset(offset: 1, errorBound: 1))
        #expect(code(machine.received(.message(offset), at: start)) == .unexpectedMessage)
    }

    @Test func `a message that only a relay sends ends either session`() {
        let state = MessageDecoder.InboundOut.message(.streamState(.live))
        var publishing = publishing()
        var viewing = viewing()
        #expect(code(publishing.received(state, at: start)) == .unexpectedMessage)
        #expect(code(viewing.received(state, at: start)) == .unexpectedMessage)
    }

    @Test func `only a viewer is charged for its messages, and only once at a time`() {
        let publishing = publishing()
        var viewing = viewing()
        #expect(viewing.beginDecoding() == true)
        #expect(viewing.beginDecoding() == false)
        viewing.endDecoding()
        #expect(viewing.beginDecoding() == true)
        #expect(viewing.chargesMessages == true)
        #expect(publishing.chargesMessages == false)
    }

    @Test func `a client that does not read the answers it asks for is ended`() {
        var machine = viewing()
        let answer = ByteBuffer(repeating: 0, count: ControlBacklog.maximumBytes / 2)
        #expect(machine.send(answer, isWritable: false, at: start) == .write(answer, 7))
        #expect(machine.send(answer, isWritable: true, at: start) == .write(answer, 7))
        #expect(machine.send(answer, isWritable: false, at: start) == .write(answer, 7))
        #expect(machine.send(answer, isWritable: false, at: start) == .write(answer, 7))
        #expect(code(machine.send(answer, isWritable: false, at: start)) == .rateExceeded)
        #expect(machine.send(answer, isWritable: true, at: start) == .none)
    }

    // MARK: Signs of life

    @Test func `silence ends a session, and nothing follows the end`() {
        var machine = viewing()
        for seconds in [5, 10, 15] as [Int64] {
            let now = start + .seconds(seconds)
            #expect(machine.tick(at: now, progress: .idle) == .checkFrames(7))
        }
        let end = start + .seconds(16)
        #expect(code(machine.tick(at: end, progress: .none)) == .silent)
        #expect(machine.failed(.noHello, at: end) == .none)
        #expect(machine.received(ping, at: end) == .none)
        #expect(machine.bytesReceived(at: end) == .discard)
        #expect(machine.tick(at: end, progress: .idle) == .checkLinger(at: end))
    }

    @Test func `a viewer that takes nothing is ended`() {
        var machine = viewing()
        #expect(code(machine.tick(at: start, progress: .stalled)) == .tooSlow)
    }

    @Test func `a viewer that takes frames is not silent`() {
        var machine = viewing()
        for second in 1...60 as ClosedRange<Int64> {
            #expect(code(machine.tick(at: start + .seconds(second), progress: .progress)) == nil)
        }
    }

    @Test func `a viewer that has received frames since the last ping needs none`() {
        var machine = viewing()
        for second in stride(from: 5, through: 60, by: 5) as StrideThrough<Int64> {
            let now = start + .seconds(second)
            #expect(machine.tick(at: now, progress: .idle) == .checkFrames(7))
            #expect(machine.framesChecked(hasReceivedFrames: true, wallTime: second, at: now) == .none)
        }
    }

    /// A viewer that never reads can send all of this.
    @Test func `other messages of a viewer are not a sign of life`() {
        var machine = viewing()
        for second in 1...15 as ClosedRange<Int64> {
            let now = start + .seconds(second)
            if machine.tick(at: now, progress: .idle) == .checkFrames(7) {
                _ = machine.framesChecked(hasReceivedFrames: false, wallTime: 1_000 + second, at: now)
            }
            #expect(machine.bytesReceived(at: now) == .accept(nil))
            _ = machine.received(.message(.pong(Pong(sent: second, received: 2, answered: 3))), at: now)
        }
        #expect(code(machine.tick(at: start + .seconds(16), progress: .idle)) == .silent)
    }

    @Test func `a viewer's pong to one of the last pings is a sign of life`() {
        var machine = viewing()
        for second in 1...60 as ClosedRange<Int64> {
            let now = start + .seconds(second)
            let action = machine.tick(at: now, progress: .idle)
            #expect(code(action) == nil)
            if action == .checkFrames(7) {
                _ = machine.framesChecked(hasReceivedFrames: false, wallTime: second, at: now)
            }
            // Each pong comes two pings late.
            _ = machine.received(.message(.pong(Pong(sent: second - 10, received: 2, answered: 3))), at: now)
        }
    }

    @Test func `any bytes of a publisher are a sign of life`() {
        var machine = publishing()
        for second in 1...60 as ClosedRange<Int64> {
            #expect(machine.bytesReceived(at: start + .seconds(second)) == .accept("publisher"))
            #expect(code(machine.tick(at: start + .seconds(second))) == nil)
        }
    }

    // MARK: The end

    @Test(
        arguments: [
            (.goodbye(Ending(.endOfStream, "done")), true),
            (.goodbye(Ending(.done, "back soon")), false),
            (.error(Ending(.endOfStream, "the code decides, not the type")), true),
            (.error(Ending(.internalFault, "back soon")), false),
        ] as [(ProtocolMessage, Bool)]
    )
    func `a goodbye or an error ends the session with its code`(message: ProtocolMessage, endsStream: Bool) {
        var machine = publishing()
        guard case .close(let closing) = machine.received(.message(message), at: start) else {
            Issue.record("\(message) is ignored")
            return
        }
        #expect(closing.departure == .init(role: .publisher("publisher"), endsStream: endsStream))
    }

    @Test func `an error closes the session and ends the side of the stream`() {
        var machine = viewing()
        var closing = error(.malformedMessage, "broken")
        closing.departure = .init(role: .viewer(7))
        #expect(machine.failed(ProtocolError(.malformedMessage, "broken"), at: start) == .close(closing))
    }

    @Test func `reading resumes for the last message, but not for a flood`() {
        var checking = afterHello()
        _ = checking.pauseReading()
        var closing = error(.forbidden, "no")
        closing.reading = true
        #expect(checking.failed(ProtocolError(.forbidden, "no"), at: start) == .close(closing))
        var flooding = afterHello()
        closing = error(.rateExceeded, "slow down")
        closing.reading = false
        #expect(flooding.failed(ProtocolError(.rateExceeded, "slow down"), at: start) == .close(closing))
    }

    @Test func `memory of a viewer is given back without a wait, that of a publisher after a message`() {
        let reason = ProtocolError(.overloaded, "no memory")
        var publishing = publishing()
        var viewing = viewing()
        var closing = error(.overloaded, "no memory")
        closing.departure = .init(role: .publisher("publisher"))
        #expect(publishing.evicted(because: reason, at: start) == .close(closing))
        closing.departure = .init(role: .viewer(7))
        closing.isImmediate = true
        #expect(viewing.evicted(because: reason, at: start) == .close(closing))
        #expect(viewing.evicted(because: reason, at: start) == .abort)
    }

    @Test func `a peer that stops sending is closed, and refused in the middle of its handshake`() {
        var handshaking = afterPreface()
        var viewing = viewing()
        #expect(code(handshaking.inputClosed(at: start)) == .malformedMessage)
        #expect(handshaking.inputClosed(at: start) == .closeChannel())
        #expect(viewing.inputClosed(at: start) == .closeChannel(.init(role: .viewer(7))))
        #expect(viewing.channelInactive() == .none)
    }

    @Test func `a connection that is lost gives back its side of the stream`() {
        var handshaking = afterPreface()
        var publishing = publishing()
        #expect(handshaking.channelFailed(isTLSFailure: false) == .closeChannel())
        #expect(handshaking.channelInactive() == .closeChannel(nil, .closedEarly))
        let departure = Machine.Departure(role: .publisher("publisher"))
        #expect(publishing.channelFailed(isTLSFailure: true) == .closeChannel(departure, .tlsError))
        var broken = afterPreface()
        #expect(broken.channelFailed(isTLSFailure: true) == .closeChannel(nil, .tlsError))
        #expect(broken.channelInactive() == .none)
    }
}
