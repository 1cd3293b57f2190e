import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct SessionStateMachineTests {
    private let start = NIODeadline.uptimeNanoseconds(0)
    private let stream = StreamName.live

    private func machine() -> SessionStateMachine {
        SessionStateMachine(handshakeDeadline: start + .seconds(10), pingInterval: .seconds(5), now: start)
    }

    private func admitted(_ role: Hello.Role) throws -> SessionStateMachine {
        var machine = machine()
        _ = try machine.receive(.preface(.supported), at: start)
        _ = try machine.receive(
            .message(.hello(Hello(role: role, stream: stream, instance: InstanceID(high: 1, low: 2)))),
            at: start
        )
        machine.admitted(as: role)
        return machine
    }

    private func refusal(_ machine: SessionStateMachine, _ input: MessageDecoder.InboundOut) -> ErrorCode? {
        var machine = machine
        do throws(ProtocolError) {
            _ = try machine.receive(input, at: start)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func theHandshakeGoesPrefaceHello() throws {
        var machine = machine()
        guard case .greet = try machine.receive(.preface(.supported), at: start) else {
            Issue.record("the preface is not answered")
            return
        }
        let hello = Hello(role: .publish, stream: stream, instance: InstanceID(high: 1, low: 2))
        guard case .admit(let asked) = try machine.receive(.message(.hello(hello)), at: start) else {
            Issue.record("the hello is not looked at")
            return
        }
        #expect(asked == hello)
    }

    @Test func aVersionNobodySpeaksIsRefused() {
        #expect(refusal(machine(), .preface(Preface(lowest: 7, highest: 9))) == .unsupportedVersion)
    }

    @Test func nothingButAHelloMayComeFirst() throws {
        var greeted = machine()
        _ = try greeted.receive(.preface(.supported), at: start)
        #expect(refusal(greeted, .message(.ping(Ping(sent: 0)))) == .unexpectedMessage)
        #expect(refusal(greeted, .preface(.supported)) == .unexpectedMessage)
    }

    @Test func eachRoleHasItsMessages() throws {
        let offset = Message.clockOffset(ClockOffset(offset: 1, errorBound: 1))
        let request = Message.keyFrameRequest(KeyFrameRequest(track: .zero))
        #expect(refusal(try admitted(.publish), .message(offset)) == nil)
        #expect(refusal(try admitted(.publish), .message(request)) == .unexpectedMessage)
        #expect(refusal(try admitted(.subscribe), .message(request)) == nil)
        #expect(refusal(try admitted(.subscribe), .message(offset)) == .unexpectedMessage)
        for role in [Hello.Role.publish, .subscribe, .relay] {
            #expect(refusal(try admitted(role), .message(.ping(Ping(sent: 0)))) == nil)
            #expect(refusal(try admitted(role), .message(.viewerCount(ViewerCount(viewers: 1)))) == .unexpectedMessage)
        }
    }

    @Test func aHelloThatDoesNotComeTimesOut() {
        var machine = machine()
        guard case .nothing = machine.tick(at: start + .seconds(10)) else {
            Issue.record("too early")
            return
        }
        guard case .end(let error) = machine.tick(at: start + .seconds(11)) else {
            Issue.record("no time-out")
            return
        }
        #expect(error.code == .handshakeTimeout)
    }

    @Test func silenceEndsASessionAndNothingFollowsTheEnd() throws {
        var machine = try admitted(.subscribe)
        for seconds in [5, 10, 15] as [Int64] {
            guard case .ping = machine.tick(at: start + .seconds(seconds)) else {
                Issue.record("no question")
                return
            }
        }
        guard case .end(let error) = machine.tick(at: start + .seconds(16)) else {
            Issue.record("no time-out")
            return
        }
        #expect(error.code == .silent)
        let ends = [machine.end(), machine.end()]
        #expect(ends == [true, false])
        guard case .nothing = machine.tick(at: start + .seconds(60)) else {
            Issue.record("an ended session has no clock")
            return
        }
        #expect(refusal(machine, .message(.viewerCount(ViewerCount(viewers: 1)))) == nil, "what still comes is ignored")
    }

    /// What a viewer says that does not read.
    @Test func aViewersNoiseIsNoSignOfLife() throws {
        var machine = try admitted(.subscribe)
        for second in 1...15 as ClosedRange<Int64> {
            let now = start + .seconds(second)
            if case .ping = machine.tick(at: now) { machine.asked(1_000 + second) }
            machine.heard(at: now)
            _ = try machine.receive(.message(.pong(Pong(sent: second, received: 2, answered: 3))), at: now)
        }
        guard case .end(let error) = machine.tick(at: start + .seconds(16)) else {
            Issue.record("noise keeps it")
            return
        }
        #expect(error.code == .silent)
    }

    @Test func aViewersPongToThePingAskedForIs() throws {
        var machine = try admitted(.subscribe)
        for second in 1...60 as ClosedRange<Int64> {
            let now = start + .seconds(second)
            switch machine.tick(at: now) {
            case .ping: machine.asked(second)
            case .nothing: break
            case .end: Issue.record("ended although it answers")
            }
            // Each comes two pings late.
            _ = try machine.receive(
                .message(.pong(Pong(sent: second - 10, received: 2, answered: 3))),
                at: now
            )
        }
    }

    @Test func anythingThatAPublisherSendsIs() throws {
        var machine = try admitted(.publish)
        for second in 1...60 as ClosedRange<Int64> {
            machine.heard(at: start + .seconds(second))
            if case .end = machine.tick(at: start + .seconds(second)) { Issue.record("ended although it sends") }
        }
    }

    @Test func aGoodbyeIsTakenAsItIsMeant() throws {
        let last: [(message: Message, endsStream: Bool)] = [
            (.goodbye(Ending(.endOfStream, "done")), true),
            (.goodbye(Ending(.done, "back soon")), false),
            (.error(Ending(.endOfStream, "an error ends no stream")), false),
        ]
        for (message, expected) in last {
            var machine = try admitted(.publish)
            guard case .leave(_, let endsStream) = try machine.receive(.message(message), at: start) else {
                Issue.record("\(message) is not heard")
                continue
            }
            #expect(endsStream == expected)
        }
    }
}
