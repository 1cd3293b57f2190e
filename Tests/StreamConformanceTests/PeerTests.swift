import NIOCore
import StreamClient
import Testing

@testable import StreamConformance

/// What a hostile other side can do to the kit.
struct PeerTests {
    private static func pair(_ body: (Peer, Peer) async throws -> Void) async throws {
        let listener = try await ClientListener.bind(host: "127.0.0.1", port: 0, carrier: .tcp, tls: nil)
        let address = try RelayAddress("127.0.0.1:\(listener.port)")
        let near = try await Connector(address, .tcp, ClientSecurity()).connect(path: "")
        let far = try await listener.accept(within: .seconds(600))
        try await body(near, far)
        await near.close()
        await far.close()
        await listener.close()
    }

    @Test func `a side that does not read holds a case no longer than its deadline`() async throws {
        let sending = ConformanceCase<Peer>("a/sends", "Hello", "", deadline: .milliseconds(50)) { peer in
            await peer.send([UInt8](repeating: 0, count: 64 << 20))
        }
        // A case is tried again where the machine stood still.
        let runner = CaseRunner([sending], concurrency: 1) { _, body in
            try await Self.pair { near, far in
                try await far.setReading(false)
                try await body(near)
            }
        }
        #expect(await runner.run { _ in }.map(\.hasFailed) == [true])
    }

    @Test func `a side that sends without an end is a finding`() {
        let mailbox = Mailbox()
        let piece = [UInt8](repeating: 0, count: 16 << 20)
        var accepted = 0
        while accepted < 10, mailbox.append(Wire.preface + piece) { accepted += 1 }
        #expect(accepted < 10)
        mailbox.setFrameLimit(.max)
        #expect(throws: Finding.self) {
            while let _ = try mailbox.take() {}
        }
    }

    @Test func `control frames that nobody looks at take bounded memory`() {
        let mailbox = Mailbox()
        for _ in 0..<1000 { mailbox.append(control: WebSocketFrame(WebSocketFrame.ping, [1], isMasked: false)) }
        #expect(mailbox.controls.count < 100)
    }

    @Test(arguments: [
        [WebSocketFrame(WebSocketFrame.continuation, [1], isMasked: false)],
        [
            WebSocketFrame(WebSocketFrame.binary, [1], isMasked: false, isFinal: false),
            WebSocketFrame(WebSocketFrame.binary, [1], isMasked: false),
        ],
        [WebSocketFrame(WebSocketFrame.ping, [UInt8](repeating: 0, count: 126), isMasked: false)],
        [WebSocketFrame(WebSocketFrame.ping, [], isMasked: false, isFinal: false)],
    ])
    func `frames of WebSocket that break its standard are a finding`(frames: [WebSocketFrame]) throws {
        var side = WebSocketSide(isClient: true)
        _ = try side.push(Array("HTTP/1.1 101 Switching Protocols\r\n\r\n".utf8))
        #expect(throws: Finding.self) { for frame in frames { _ = try side.push(frame.bytes) } }
    }

    @Test(arguments: [
        "POST /live HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13",
        "GET /live HTTP/1.1\r\nSec-WebSocket-Version: 13", "GET /live HTTP/1.1\r\nUpgrade: websocket", "",
    ])
    func `an opening that is none is a finding`(head: String) {
        #expect(throws: Finding.self) { try WebSocketSide.check(opening: head) }
    }

    @Test func `the opening of a browser is right`() throws {
        try WebSocketSide.check(opening: "GET /live HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13")
    }
}
