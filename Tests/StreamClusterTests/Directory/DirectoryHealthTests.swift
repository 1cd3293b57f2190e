import NIOCore
import Testing

@testable import StreamCluster

/// What an operator learns of etcd, and how often.
@Suite struct DirectoryHealthTests {
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
    private let refusal = EtcdError(.refused, "no permission")
    private let absence = EtcdError(.unavailable, "no answer")

    @Test func `writes that are refused are told although the directory is current, once in a while`() {
        var health = DirectoryHealth("a:2379")
        var warnings = 0
        // 2 minutes, in which all else is answered.
        for second in 0..<120 {
            let now = now + .seconds(Int64(second))
            health.answered(by: "a:2379", isWrite: false, isCurrent: true, at: now)
            if health.failed(refusal, by: "a:2379", isWrite: true, isCurrent: true, at: now) { warnings += 1 }
            health.answered(by: "a:2379", isWrite: false, isCurrent: true, at: now)
            #expect(health.problem == "no permission")
        }
        #expect(warnings == 2)
        health.answered(by: "a:2379", isWrite: true, isCurrent: true, at: now)
        #expect(health.problem == nil)
    }

    @Test func `requests that fail now and then are not told while the directory is current`() {
        var health = DirectoryHealth("a:2379")
        let isTold = health.failed(absence, by: "b:2379", isWrite: true, isCurrent: true, at: now)
        #expect(!isTold && health.problem == "no answer" && health.endpoint == "b:2379")
        health.answered(by: "b:2379", isWrite: false, isCurrent: true, at: now)
        #expect(health.problem == nil && health.lastAnswer == now)
    }

    @Test func `an etcd that is away is told once in a while, and is a problem until the directory is current`() {
        var health = DirectoryHealth("a:2379")
        let told = [0, 59, 60].map { seconds in
            health.failed(absence, by: "a:2379", isWrite: false, isCurrent: false, at: now + .seconds(seconds))
        }
        #expect(told == [true, false, true])
        health.answered(by: "a:2379", isWrite: false, isCurrent: false, at: now + .seconds(61))
        #expect(health.problem == "no answer")
        health.becameCurrent()
        #expect(health.problem == nil)
    }
}
