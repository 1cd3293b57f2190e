import StreamClient
import StreamProtocol
import Testing

@testable import StreamCluster

/// What the answer of a relay says about its link to another one.
@Suite struct ClusterLinkTests {
    private typealias Answer = ClusterLink.Answer

    private static let link = ClusterLink(from: "a:1", to: "b:1", stream: .live)
    private static let directory = ["a:1": [StreamName.live]]
    private static let fault = Answer.refusal(Ending(.internalFault, "The relay that has this stream does not answer."))

    @Test(arguments: [StreamState.live, .waiting])
    func `a stream that comes from another relay shows that the link works`(state: StreamState) {
        let directories: [[String: [StreamName]]?] = [Self.directory, nil]
        for directory in directories {
            let step = Self.link.step(after: .welcome(state, relays: 2), directory, isLast: false)
            #expect(step == .done(.works))
        }
    }

    @Test(
        arguments: [
            Answer.welcome(.live, relays: 1), .welcome(.waiting, relays: 1), .welcome(.interrupted, relays: 1),
            .welcome(.interrupted, relays: 2), fault, .refusal(Ending(.relayLoop, "A loop.")),
            .refusal(Ending(.streamNotFound, "No.")), .refusal(Ending(.dismissed, "No.")),
        ]
    )
    func `a failure is final after another attempt, or without a directory`(answer: ClusterLink.Answer) {
        let link = Self.link
        #expect(link.step(after: answer, Self.directory, isLast: false) == .again(link))
        #expect(link.step(after: answer, Self.directory, isLast: true) == .done(.blocked(answer)))
        // etcd is gone, which hides nothing.
        for isLast in [false, true] {
            #expect(link.step(after: answer, nil, isLast: isLast) == .done(.blocked(answer)))
        }
    }

    @Test func `a stream that has moved or ended is replaced by another one of the source`() throws {
        let yard = try StreamName("yard")
        let other = ["a:1": [yard], "c:1": [StreamName.live]]
        var next = Self.link
        next.stream = yard
        #expect(Self.link.step(after: Self.fault, other, isLast: false) == .again(next))
        #expect(Self.link.step(after: Self.fault, other, isLast: true) == .done(.vanished))
    }

    @Test func `a source without streams is dropped`() {
        for isLast in [false, true] {
            #expect(Self.link.step(after: Self.fault, [:], isLast: isLast) == .done(.vanished))
            #expect(Self.link.step(after: Self.fault, ["c:1": [.live]], isLast: isLast) == .done(.vanished))
        }
    }

    @Test(
        arguments: [
            ErrorCode.unauthorized, .forbidden, .encryptionRequired, .tooManyStreams, .tooManyFromAddress, .overloaded,
            .draining, .redirect,
        ]
    )
    func `a relay that refuses the client says nothing about the source`(code: ErrorCode) {
        let answer = Answer.refusal(Ending(code, "No."))
        let directories: [[String: [StreamName]]?] = [Self.directory, [:], nil]
        for directory in directories {
            #expect(Self.link.step(after: answer, directory, isLast: false) == .done(.unknown(answer)))
        }
    }

    @Test func `a relay that is silent is not taken for one that works`() {
        let answer = Answer.silence("Cannot reach b:1: connection refused; is a relay running there?")
        #expect(Self.link.step(after: answer, Self.directory, isLast: false) == .done(.unknown(answer)))
        #expect(Self.link.step(after: answer, nil, isLast: true) == .done(.unknown(answer)))
    }
}
