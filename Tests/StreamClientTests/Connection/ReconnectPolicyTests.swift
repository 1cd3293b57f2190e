import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamClient

@Suite struct ReconnectPolicyTests {
    private let home: RelayAddress
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private var generator = SeededGenerator(seed: 3)

    init() throws {
        home = try RelayAddress("home:1/cam")
    }

    private func policy(retriesFirstAttempt: Bool = true) -> ReconnectPolicy {
        ReconnectPolicy(home, backoff: Backoff(), retriesFirstAttempt: retriesFirstAttempt)
    }

    @Test mutating func `a temporary error is followed by a reconnection`() {
        for code in [ClientError.Code.unreachable, .connectionLost, .relaySilent] {
            var policy = policy()
            guard case .retry = policy.failed(ClientError(code, ""), at: start, using: &generator) else {
                Issue.record("gave up on \(code)")
                continue
            }
        }
        for code in [ErrorCode.draining, .overloaded, .tooManyViewers, .silent] {
            var policy = policy()
            guard case .retry = policy.failed(ClientError(Ending(code, "")), at: start, using: &generator) else {
                Issue.record("gave up on \(code)")
                continue
            }
        }
    }

    @Test mutating func `the end of a stream is no end for a client that follows the next one`() {
        var policy = ReconnectPolicy(home, backoff: Backoff(), retriesFirstAttempt: true, followsNextStream: true)
        policy.welcomed(at: start)
        let ended = ClientError(Ending(.endOfStream, ""))
        guard case .retry = policy.failed(ended, at: start, using: &generator) else {
            Issue.record("gave up at the end of the stream")
            return
        }
        policy.welcomed(at: start)
        guard case .fail = policy.failed(ClientError(Ending(.replaced, "")), at: start, using: &generator) else {
            Issue.record("tried again after another end")
            return
        }
    }

    @Test mutating func `a permanent error ends the client`() {
        var replaced = Ending(.replaced, "")
        replaced.isRetryable = true
        var ended = Ending(.endOfStream, "")
        ended.isRetryable = true
        for ending in [Ending(.streamTaken, ""), Ending(.unauthorized, ""), Ending(.done, ""), replaced, ended] {
            var policy = policy()
            policy.welcomed(at: start)
            guard case .fail(let error) = policy.failed(ClientError(ending), at: start, using: &generator) else {
                Issue.record("tried again after \(ending.code)")
                continue
            }
            #expect(error.ending == ending)
        }
    }

    @Test(arguments: [
        ClientError(.unreachable, ""), ClientError(Ending(.overloaded, "")), ClientError(Ending(.draining, "")),
    ])
    mutating func `a client that shall not wait fails at once, but only at first`(refused: ClientError) {
        var impatient = policy(retriesFirstAttempt: false)
        guard case .fail = impatient.failed(refused, at: start, using: &generator) else {
            Issue.record("waited")
            return
        }
        impatient.welcomed(at: start)
        guard case .retry = impatient.failed(refused, at: start, using: &generator) else {
            Issue.record("gave up although it had been welcomed")
            return
        }
    }

    @Test mutating func `a server of another protocol is a permanent error, unless a relay was there before`() {
        let violation = ClientError(.protocolViolation, "")
        var policy = policy()
        guard case .fail = policy.failed(violation, at: start, using: &generator) else {
            Issue.record("tried a stranger again")
            return
        }
        policy.welcomed(at: start)
        guard case .retry = policy.failed(violation, at: start, using: &generator) else {
            Issue.record("gave up on a relay")
            return
        }
    }

    @Test mutating func `the delay that the relay asks for is kept`() {
        var ending = Ending(.draining, "")
        ending.retryAfter = 60_000
        var policy = policy()
        guard case .retry(let pause) = policy.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("gave up")
            return
        }
        #expect(pause >= .seconds(60))
    }

    @Test mutating func `a redirect is followed, and then the first relay is tried again`() throws {
        var ending = Ending(.redirect, "")
        ending.redirect = "other:2"
        var policy = policy()
        guard case .redirect(let address, .zero) = policy.failed(ClientError(ending), at: start, using: &generator)
        else {
            Issue.record("did not follow")
            return
        }
        #expect(address.description == "other:2/cam")
        #expect(policy.address == address)
        policy.welcomed(at: start)
        _ = policy.failed(ClientError(.connectionLost, ""), at: start, using: &generator)
        #expect(policy.address == home)
    }

    @Test mutating func `relays that welcome and redirect in turns are followed with waits`() throws {
        var ending = Ending(.redirect, "")
        ending.redirect = "other:2"
        var policy = policy()
        var pauses: [Duration] = []
        for lasted in [0, 0, 0, 10, 0] as [Int64] {
            policy.welcomed(at: start)
            let decision = policy.failed(ClientError(ending), at: start + .seconds(lasted), using: &generator)
            guard case .redirect(_, let pause) = decision else {
                Issue.record("did not follow")
                return
            }
            pauses.append(pause)
        }
        #expect(pauses[0] == .zero, "a relay that drains")
        #expect(pauses[1] > .zero && pauses[2] > .zero)
        #expect(pauses[3] == .zero, "the connection lasted")
        #expect(pauses[4] > .zero)
    }

    @Test mutating func `another hello may help against any error`() {
        var policy = policy()
        let loop = ClientError(Ending(.relayLoop, ""))
        guard case .retry = policy.failed(loop, retriesAnyway: true, at: start, using: &generator) else {
            Issue.record("gave up")
            return
        }
    }

    @Test mutating func `redirects in a circle are not followed`() {
        var ending = Ending(.redirect, "")
        ending.redirect = "other:2"
        var policy = policy()
        for _ in 0..<ReconnectPolicy.maximumRedirects {
            _ = policy.failed(ClientError(ending), at: start, using: &generator)
        }
        guard case .fail(let error) = policy.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("went on")
            return
        }
        #expect(error.code == .redirectLoop)
    }

    @Test mutating func `a redirect to nowhere is an error`() {
        var ending = Ending(.redirect, "")
        ending.redirect = "no where"
        var policy = policy()
        guard case .fail(let error) = policy.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("went on")
            return
        }
        #expect(error.code == .invalidAddress)
    }
}
