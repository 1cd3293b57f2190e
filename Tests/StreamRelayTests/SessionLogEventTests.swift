import Logging
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct SessionLogEventTests {
    private let ending = Ending(.forbidden, "no")
    private let named = SessionIdentity(stream: .live, bearer: "alice", clientName: "camera", admittedAt: 1)

    private func metadata(_ event: SessionLogEvent, _ identity: SessionIdentity) -> Logger.Metadata {
        event.metadata(of: identity, at: "192.0.2.1:5")
    }

    @Test(arguments: [
        (false, false, Logger.Level.info, "connection refused"), (false, true, .debug, "connection refused"),
        (true, false, .info, "session ended"),
    ])
    func `an error of the relay is a refusal before the admission, and debugging for a flood of them`(
        isAdmitted: Bool,
        isSuppressed: Bool,
        level: Logger.Level,
        message: String
    ) {
        let event = SessionLogEvent.failed(ending, isAdmitted: isAdmitted, isSuppressed: isSuppressed)
        #expect(event.level == level)
        #expect(event.message.description == message)
    }

    @Test func `the goodbye of a health check is for debugging only`() {
        #expect(SessionLogEvent.goodbyeReceived(ending, isAdmitted: false).level == .debug)
        #expect(SessionLogEvent.goodbyeReceived(ending, isAdmitted: true).level == .info)
    }

    @Test func `a client that is sent to another relay has a line with its address`() {
        var ending = Ending(.redirect, "Elsewhere.")
        ending.redirect = "b.example:7450"
        let event = SessionLogEvent.redirected(ending)
        #expect(event.level == .info)
        #expect(event.message.description == "redirected")
        #expect(metadata(event, named)["relay"] == "b.example:7450")
    }

    @Test func `a log line names the peer, and what else is known of it`() {
        let unknown = SessionIdentity()
        #expect(metadata(.opened, unknown) == ["peer": "192.0.2.1:5"])
        #expect(metadata(.opened, SessionIdentity(stream: .empty)) == ["peer": "192.0.2.1:5"])
        #expect(metadata(.closed, named) == ["peer": "192.0.2.1:5", "stream": "live", "bearer": "alice"])
        #expect(metadata(.watching, unknown) == ["peer": "192.0.2.1:5", "client": "unnamed"])
    }

    @Test func `a log line has the details of its event`() {
        #expect(metadata(.publishing(epoch: 7), named)["epoch"] == "7")
        #expect(metadata(.listing, named)["client"] == "camera")
        #expect(metadata(.goodbyeReceived(ending, isAdmitted: true), named)["reason"] == "no")
        #expect(metadata(.goodbyeReceived(ending, isAdmitted: true), named)["code"] == "\(ending.code)")
    }
}
