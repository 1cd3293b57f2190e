import NIOCore
import StreamClient
import Testing

@testable import StreamConformance

/// The cases for clients, against the library of this repository and against clients that break a rule.
struct ClientTests {
    private static func run(
        _ cases: [ConformanceCase<ClientTrial>],
        _ names: [String],
        _ client: @escaping @Sendable (String) async throws -> Void
    ) async -> [CaseResult] {
        let target = ClientTarget(.task(client), host: "127.0.0.1")
        let selected = cases.filter { names.contains($0.name) }
        #expect(selected.count == names.count)
        return await CaseRunner(selected, concurrency: 4) { _, body in try await ClientTrial.run(target, body) }
            .run { _ in }
    }

    /// The cases that do not pass. Cases have time limits, which a busy machine may exceed: one that fails is tried again,
    /// alone. A fault fails each time.
    private static func failures(
        _ cases: [ConformanceCase<ClientTrial>],
        _ names: [String],
        _ client: @escaping @Sendable (String) async throws -> Void
    ) async -> [String] {
        var failed = await run(cases, names, client).filter { $0.outcome != .passed }
        for _ in 0..<5 where !failed.isEmpty {
            var left: [CaseResult] = []
            for result in failed {
                left += await run(cases, [result.name], client).filter { $0.outcome != .passed }
            }
            failed = left
        }
        return failed.map(\.line)
    }

    /// A client that does not give up while a busy machine keeps the case from going on.
    private static func configuration(_ address: String) throws -> ClientConfiguration {
        var configuration = ClientConfiguration(try RelayAddress(address))
        configuration.connectTimeout = .seconds(600)
        return configuration
    }

    private static func watch(_ address: String) async throws {
        try await StreamWatcher(configuration(address)).run { _ in }
    }

    private static func publish(_ address: String) async throws {
        try await StreamPublisher(configuration(address)).run { outlet in
            try outlet.setTracks([Track(id: .zero, kind: .video, codec: .h264)])
            for number in 0... {
                let time = MediaTime(microseconds: Int64(number) * 10_000)
                let frame = MediaFrame(
                    track: .zero,
                    flags: .randomAccess,
                    decodeTime: time,
                    presentationTime: time,
                    payload: ByteBuffer(bytes: MarkedPicture.key(number % 1000))
                )
                _ = outlet.offer(frame)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    @Test func `the watcher of this repository passes`() async {
        let names = [
            "hello/first", "hello/waits", "hello/again", "messages/grease", "messages/split-pings", "ping/each",
            "redirect/followed", "endings/overloaded", "endings/dismissed", "endings/replaced-retryable",
            "endings/lost", "extreme/times", "vectors/a-welcome-of-27-bytes", "pieces/a-ping-interval-of-0",
        ]
        #expect(await Self.failures(ViewerCases.all(.tcp), names, Self.watch) == [])
    }

    @Test func `the publisher of this repository passes`() async {
        let names = [
            "hello/first", "ping/answer", "redirect/stream", "endings/stream-taken", "publisher/table-first",
            "publisher/again", "frame/account", "frame/start", "count/any", "request/ignored", "clock/after-table",
        ]
        #expect(await Self.failures(PublisherCases.all(.tcp), names, Self.publish) == [])
    }

    /// Sends these bytes when it is connected, and then behaves.
    private static func client(
        _ opening: [UInt8],
        then body: @escaping @Sendable (Peer) async throws -> Void
    ) -> @Sendable (String) async throws -> Void {
        { address in
            let connector = try Connector(try RelayAddress(address), .tcp, ClientSecurity())
            let peer = try await connector.connect(path: "/live")
            await peer.send(opening)
            try await body(peer)
            await peer.close()
        }
    }

    private static let hello = Wire.preface + Wire.hello(.subscribe, "live")

    /// Reads until the connection ends.
    private static func idle(_ peer: Peer) async throws {
        while let next = try await peer.poll(.seconds(30)) { if case .end = next { return } }
    }

    @Test(arguments: [
        ("hello/first", Wire.preface + Wire.hello(.publish, "live")),
        ("hello/first", Wire.preface + Wire.hello(role: 2, name: Array("live".utf8), reserved: [0, 1])),
        ("hello/first", Wire.preface(2, 3) + Wire.hello(.subscribe, "live")),
        ("hello/name", Wire.preface + Wire.hello(.subscribe, "other")),
        ("hello/waits", hello + Wire.ping(1)),
        ("hello/instance", Wire.preface + Wire.hello(.subscribe, "live", instance: [UInt8](repeating: 1, count: 16))),
    ])
    func `a client that begins wrongly is found`(name: String, opening: [UInt8]) async {
        let results = await Self.run(ViewerCases.all(.tcp), [name], Self.client(opening, then: Self.idle))
        #expect(results.first?.hasFailed == true, "\(results.map(\.line))")
    }

    @Test(arguments: ["ping/each", "messages/unknown"])
    func `a client that answers no ping is found`(name: String) async {
        let silent = Self.client(Self.hello) { peer in
            peer.answersPings = false
            try await Self.idle(peer)
        }
        let results = await Self.run(ViewerCases.all(.tcp), [name], silent)
        #expect(results.first?.hasFailed == true, "\(results.map(\.line))")
    }

    @Test func `a client that ends where it should connect again is found`() async {
        let client = Self.client(Self.hello, then: Self.idle)
        #expect(await Self.failures(ViewerCases.all(.tcp), ["ping/each"], client) == [])
        let results = await Self.run(ViewerCases.all(.tcp), ["endings/lost"], client)
        #expect(results.first?.hasFailed == true, "\(results.map(\.line))")
    }

    @Test func `a client that ignores a fault is found`() async {
        let client = Self.client(Self.hello, then: Self.idle)
        let results = await Self.run(ViewerCases.all(.tcp), ["vectors/a-welcome-of-27-bytes"], client)
        #expect(results.first?.hasFailed == true, "\(results.map(\.line))")
    }

    @Test func `a client without reconnection skips what needs it`() async {
        let target = ClientTarget(.task(Self.watch), host: "127.0.0.1", reconnects: false)
        let cases = ViewerCases.all(.tcp).filter { $0.name == "endings/lost" }
        let results = await CaseRunner(cases, concurrency: 1) { _, body in try await ClientTrial.run(target, body) }
            .run { _ in }
        #expect(results.map(\.outcome) == [.skipped("The client does not connect again.")])
    }
}
