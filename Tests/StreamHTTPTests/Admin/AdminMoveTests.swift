import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Testing

@testable import StreamHTTP

/// Viewers that are moved through the admin listener.
@Suite(.timeLimit(.minutes(10))) struct AdminMoveTests {
    @Test func `the viewers of a stream are sent to another relay`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await RunningAdmin.serve(relay) { admin in
                try await relay.publishing { _ in
                    let viewer = try await relay.connect()
                    let hello = Hello(role: .subscribe, stream: .live, instance: .random())
                    try await viewer.send(Array(ByteBuffer.opening(.hello(hello)).readableBytesView))
                    await relay.untilStream { $0?.viewers == 1 }
                    let answer = try await admin.act("POST /streams/live/move", body: #"{"to":"tls://b.example"}"#)
                    let document = #"{"left":0,"moved":1,"stream":"live","to":"tls://b.example"}"#
                    #expect(answer == Answer(200, document + "\n"))
                    #expect(try await viewer.redirect() == "tls://b.example")
                }
            }
        }
    }

    @Test func `what cannot be moved is refused with a sentence`() async throws {
        try await RunningRelay.runWithHTTP { relay in
            try await RunningAdmin.serve(relay) { admin in
                let target = #"{"to":"b.example:7450"}"#
                let unknown = try await admin.act("POST /streams/live/move", body: target)
                #expect(unknown.status == 404)
                #expect(unknown.body.contains("There is no stream 'live' here"))
                try await relay.publishing { _ in
                    let bodies = [
                        "", "b.example", "{}", #"{"to":7}"#, #"{"to":""}"#, #"{"to":"http://b.example/live"}"#,
                    ]
                    for body in bodies {
                        let answer = try await admin.act("POST /streams/live/move", body: body)
                        #expect(answer.status == 400, "\(body)")
                        #expect(answer.body.contains("b.example:7450"))
                    }
                    let form = "POST /streams/live/move HTTP/1.1\r\nhost: localhost\r\n"
                    #expect(try await admin.send(form + "content-length: 0\r\n").status == 415)
                    #expect(try await admin.act("POST /streams/live/move", body: target).status == 200)
                }
            }
        }
    }
}

extension RawClient {
    /// Reads to the end, which should be a redirect, and returns its address.
    func redirect() async throws -> String? {
        let bytes = try await readToEnd()
        return try ByteBuffer(bytes: bytes).inputs().redirect
    }
}

extension [MessageDecoder.InboundOut] {
    /// The address of the redirect that they end with, if they do.
    var redirect: String? {
        guard case .message(.goodbye(let ending)) = last, ending.code == .redirect else { return nil }
        return ending.redirect
    }
}
