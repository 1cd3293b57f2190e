import NIOCore
import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct ReconnectPlanTests {
    private let home: RelayAddress
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private var generator = SeededGenerator(seed: 3)

    init() throws {
        home = try RelayAddress("home:1/cam")
    }

    private func plan(isPatient: Bool = true) -> ReconnectPlan {
        ReconnectPlan(home, backoff: Backoff(), isPatient: isPatient)
    }

    @Test mutating func comesBackAfterWhatMayPass() {
        for code in [ClientError.Code.unreachable, .connectionLost, .relaySilent] {
            var plan = plan()
            guard case .retry = plan.failed(ClientError(code, ""), at: start, using: &generator) else {
                Issue.record("gave up on \(code)")
                continue
            }
        }
        for code in [ErrorCode.draining, .overloaded, .tooManyViewers, .silent] {
            var plan = plan()
            guard case .retry = plan.failed(ClientError(Ending(code, "")), at: start, using: &generator) else {
                Issue.record("gave up on \(code)")
                continue
            }
        }
    }

    @Test mutating func givesUpOnWhatIsMeantForGood() {
        var replaced = Ending(.replaced, "")
        replaced.isRetryable = true
        for ending in [Ending(.streamTaken, ""), Ending(.unauthorized, ""), Ending(.done, ""), replaced] {
            var plan = plan()
            plan.welcomed(at: start)
            guard case .giveUp(let error) = plan.failed(ClientError(ending), at: start, using: &generator) else {
                Issue.record("tried again after \(ending.code)")
                continue
            }
            #expect(error as? Ending == ending)
        }
    }

    @Test mutating func toldNotToWaitItFailsAtOnceButOnlyAtFirst() {
        let refused = ClientError(.unreachable, "")
        var impatient = plan(isPatient: false)
        guard case .giveUp = impatient.failed(refused, at: start, using: &generator) else {
            Issue.record("waited")
            return
        }
        impatient.welcomed(at: start)
        guard case .retry = impatient.failed(refused, at: start, using: &generator) else {
            Issue.record("gave up although it had been welcomed")
            return
        }
    }

    @Test mutating func aStrangerIsNoRelayButARelayMayFalter() {
        let violation = ClientError(.protocolViolation, "")
        var plan = plan()
        guard case .giveUp = plan.failed(violation, at: start, using: &generator) else {
            Issue.record("tried a stranger again")
            return
        }
        plan.welcomed(at: start)
        guard case .retry = plan.failed(violation, at: start, using: &generator) else {
            Issue.record("gave up on a relay")
            return
        }
    }

    @Test mutating func staysAwayAsLongAsTheRelayAsks() {
        var ending = Ending(.draining, "")
        ending.retryAfter = 60_000
        var plan = plan()
        guard case .retry(let pause) = plan.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("gave up")
            return
        }
        #expect(pause >= .seconds(60))
    }

    @Test mutating func followsARedirectAndReturnsHome() throws {
        var ending = Ending(.redirect, "")
        ending.redirect = "other:2"
        var plan = plan()
        guard case .follow(let address) = plan.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("did not follow")
            return
        }
        #expect(address.description == "other:2/cam")
        #expect(plan.address == address)
        plan.welcomed(at: start)
        _ = plan.failed(ClientError(.connectionLost, ""), at: start, using: &generator)
        #expect(plan.address == home)
    }

    @Test mutating func doesNotRunInCircles() {
        var ending = Ending(.redirect, "")
        ending.redirect = "other:2"
        var plan = plan()
        for _ in 0..<ReconnectPlan.redirects { _ = plan.failed(ClientError(ending), at: start, using: &generator) }
        guard case .giveUp(let error) = plan.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("went on")
            return
        }
        #expect((error as? ClientError)?.code == .redirectLoop)
    }

    @Test mutating func aRedirectToNowhereIsAnError() {
        var ending = Ending(.redirect, "")
        ending.redirect = "no where"
        var plan = plan()
        guard case .giveUp(let error) = plan.failed(ClientError(ending), at: start, using: &generator) else {
            Issue.record("went on")
            return
        }
        #expect((error as? ClientError)?.code == .invalidAddress)
    }
}
