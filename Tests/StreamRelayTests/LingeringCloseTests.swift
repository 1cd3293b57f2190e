import NIOCore
import Platform
import StreamProtocol
import Testing

@testable import StreamRelay

/// How long a connection stays open after the relay's last message.
@Suite struct LingeringCloseTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    @Test func `usually the close lingers for a moment, whatever the peer sends`() {
        var close = LingeringClose(at: Self.start)
        close.update(.answered(1), at: Self.start + .milliseconds(900))
        #expect(!close.hasExpired(at: Self.start + .seconds(1)))
        #expect(close.hasExpired(at: Self.start + .milliseconds(1_001)))
    }

    @Test func `a patient close is prolonged by whatever the peer takes`() {
        var close = LingeringClose(at: Self.start, extensionTime: .seconds(15))
        #expect(!close.hasExpired(at: Self.start + .seconds(15)))
        close.update(.answered(1), at: Self.start + .seconds(10))
        close.update(.answered(1), at: Self.start + .seconds(20))
        #expect(!close.hasExpired(at: Self.start + .seconds(25)))
        #expect(close.hasExpired(at: Self.start + .seconds(26)))
    }

    @Test func `a patient close has an end`() {
        var close = LingeringClose(at: Self.start, extensionTime: .seconds(15))
        for second in stride(from: Int64(10), through: 200, by: 10) {
            close.update(.answered(UInt64(second)), at: Self.start + .seconds(second))
        }
        #expect(!close.hasExpired(at: Self.start + LingeringClose.maximumTimeout))
        #expect(close.hasExpired(at: Self.start + LingeringClose.maximumTimeout + .nanoseconds(1)))
    }

    @Test func `a close whose bytes are not acknowledged waits for an answer, for so long as the peer does`() {
        var close = LingeringClose(at: Self.start, answerTime: .seconds(15))
        close.update(.unanswered, at: Self.start + .milliseconds(900))
        #expect(!close.hasExpired(at: Self.start + .milliseconds(1_900)))
        #expect(close.hasExpired(at: Self.start + .milliseconds(1_901)))
        close.update(.unanswered, at: Self.start + .seconds(20))
        #expect(!close.hasExpired(at: Self.start + .seconds(15)))
        #expect(close.hasExpired(at: Self.start + .milliseconds(15_001)))
    }

    @Test func `a ping interval of minutes does not move the end`() {
        var close = LingeringClose(at: Self.start, extensionTime: .minutes(30), answerTime: .minutes(30))
        close.update(.unanswered, at: Self.start + LingeringClose.maximumTimeout)
        #expect(!close.hasExpired(at: Self.start + LingeringClose.maximumTimeout))
        #expect(close.hasExpired(at: Self.start + LingeringClose.maximumTimeout + .nanoseconds(1)))
    }
}

/// How long a session stays open after the relay's last message.
@Suite struct LingeringSessionTests {
    private typealias Machine = SessionStateMachine<Int, Int, Int>

    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func stranger() -> Machine {
        Machine(handshakeDeadline: Self.start + .seconds(10), pingInterval: .seconds(5), now: Self.start)
    }

    /// A client whose hello is not answered yet.
    private func asking() -> Machine {
        var machine = stranger()
        let hello = Hello(role: .subscribe, stream: .live, instance: InstanceID(high: 1, low: 2))
        _ = machine.received(.preface(versions: Preface.supported.versions), at: Self.start)
        _ = machine.received(.message(.hello(hello)), at: Self.start)
        return machine
    }

    private func admitted(_ role: Machine.Role) -> Machine {
        var machine = asking()
        let welcome = Welcome(
            epoch: 1,
            streamInstance: 2,
            maximumFrameLength: 3,
            pingInterval: 4,
            maximumLatency: 5,
            state: .live
        )
        _ = machine.began(role, of: .live, welcome)
        return machine
    }

    private func viewing() -> Machine { admitted(.viewer(7)) }

    private func publishing() -> Machine { admitted(.publisher(7)) }

    @Test func `the close lingers for a moment, and longer while a viewer reads a stream to its end`() {
        var machine = viewing()
        _ = machine.failed(.noHello, at: Self.start)
        #expect(machine.tick(at: Self.start) == .checkLinger(at: Self.start))
        #expect(machine.lingerChecked(nil, at: Self.start + .seconds(1)) == .none)
        #expect(machine.lingerChecked(nil, at: Self.start + .seconds(2)) == .abort)

        var reading = viewing()
        _ = reading.streamEnded(at: Self.start)
        #expect(reading.tick(at: Self.start) == .checkLinger(at: Self.start))
        #expect(reading.lingerChecked(.answered(1), at: Self.start + .seconds(15)) == .none)
        #expect(reading.lingerChecked(.answered(1), at: Self.start + .seconds(30)) == .none)
        #expect(reading.lingerChecked(.answered(1), at: Self.start + .seconds(31)) == .abort)
    }

    @Test func `the close lingers while the network of an admitted peer is cut, until the peer gives up`() {
        var machine = viewing()
        _ = machine.ended(with: .moved, at: Self.start)
        #expect(machine.lingerChecked(.unanswered, at: Self.start + .seconds(1)) == .none)
        #expect(machine.lingerChecked(.unanswered, at: Self.start + .seconds(14)) == .none)
        #expect(machine.lingerChecked(.unanswered, at: Self.start + .seconds(15)) == .none)
        #expect(machine.lingerChecked(.unanswered, at: Self.start + .seconds(16)) == .abort)

        var healed = viewing()
        _ = healed.ended(with: .moved, at: Self.start)
        #expect(healed.lingerChecked(.unanswered, at: Self.start + .seconds(4)) == .none)
        #expect(healed.lingerChecked(.answered(1), at: Self.start + .seconds(5)) == .none)
        #expect(healed.lingerChecked(.answered(1), at: Self.start + .seconds(6)) == .abort)
    }

    /// Ends a session whose peer's system does not answer.
    ///
    /// - Returns: Whether the relay waits for longer than usual.
    private func waits(for machine: consuming Machine, after end: (inout Machine) -> Machine.Action) -> Bool {
        var machine = machine
        _ = end(&machine)
        _ = machine.lingerChecked(.unanswered, at: Self.start + .seconds(1))
        return machine.lingerChecked(.unanswered, at: Self.start + .seconds(2)) == .none
    }

    @Test func `the relay waits for clients that can use the message, and for no other`() {
        let goodbye = Ending(.draining, "later")
        let forbidden = ProtocolError(.forbidden, "no")
        let redirect = Ending(.redirect, "there")
        let waits = [
            "moved": waits(for: viewing()) { $0.ended(with: .moved, at: Self.start) },
            "stalled": waits(for: viewing()) { $0.failed(.stalled, at: Self.start) },
            "silent": waits(for: viewing()) { $0.failed(.silent, at: Self.start) },
            "flood": waits(for: viewing()) { $0.failed(.unreadAnswers, at: Self.start) },
            "viewer leaves": waits(for: viewing()) { $0.received(.message(.goodbye(goodbye)), at: Self.start) },
            "publisher ends": waits(for: publishing()) {
                $0.received(.message(.goodbye(.endOfStream)), at: Self.start)
            },
            "stranger": waits(for: stranger()) { $0.failed(.noHello, at: Self.start) },
            "redirect": waits(for: asking()) { $0.ended(with: redirect, at: Self.start) },
            "upstream": waits(for: asking()) { $0.failed(.upstreamSilent, at: Self.start) },
            "forbidden": waits(for: asking()) { $0.failed(forbidden, at: Self.start) },
        ]
        let expected: Set = ["moved", "stalled", "publisher ends", "redirect", "upstream"]
        #expect(Set(waits.filter(\.value).keys) == expected)
    }

    @Test func `a relay that shuts down shortens the wait for a viewer`() {
        var machine = viewing()
        _ = machine.streamEnded(at: Self.start)
        #expect(machine.draining(Ending(.draining, "later"), at: Self.start) == .none)
        #expect(machine.lingerChecked(.unanswered, at: Self.start + .seconds(2)) == .abort)

        var open = viewing()
        _ = open.draining(Ending(.draining, "later"), at: Self.start)
        #expect(open.lingerChecked(.unanswered, at: Self.start + .seconds(2)) == .abort)
    }
}

extension SendQueue.Delivery {
    static let unanswered = Self(acknowledgedBytes: 0, hasBytesInFlight: true)

    static func answered(_ bytes: UInt64) -> Self { Self(acknowledgedBytes: bytes, hasBytesInFlight: false) }
}
