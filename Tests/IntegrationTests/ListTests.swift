import NIOCore
import RelayTestSupport
import StreamClient
import StreamProtocol
import StreamRelay
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct ListTests {
    /// The lists that a client gets, one after the other.
    private struct Lists {
        private var iterator: AsyncThrowingStream<[StreamList.Entry], any Error>.Iterator

        init(_ lister: StreamLister) { iterator = lister.lists.makeAsyncIterator() }

        /// Waits for the list with these streams.
        mutating func wait(for streams: [String: StreamState]) async throws {
            while let list = try await iterator.next() {
                let states = list.map { ($0.name.description, $0.state) }
                if Dictionary(uniqueKeysWithValues: states) == streams { return }
            }
            Issue.record("the lists ended before \(streams)")
        }

        /// Waits for the error that ends them.
        mutating func end() async throws -> Ending? {
            do {
                while try await iterator.next() != nil {}
                return nil
            } catch let error as ClientError {
                return error.ending
            }
        }
    }

    @Test func `a client learns of streams as they come and go`() async throws {
        try await RunningRelay.run { relay in
            var (all, folder) = (
                Lists(StreamLister(try relay.client())),
                Lists(StreamLister(try relay.client(), below: try StreamName("studio")))
            )
            try await all.wait(for: [:])
            try await folder.wait(for: [:])
            let first = try TestPublisher(try relay.client("studio/one"), kinds: [.video, .audio])
            try await first.sendGroup()
            let second = try TestPublisher(try relay.client("two"))
            try await second.sendGroup()
            try await all.wait(for: ["studio/one": .live, "two": .live])
            try await folder.wait(for: ["studio/one": .live])
            await first.vanish()
            try await folder.wait(for: ["studio/one": .interrupted])
            try await second.finish()
            try await all.wait(for: ["studio/one": .interrupted])
            let roles = await relay.control.connections().map(\.role)
            #expect(roles.count { if case .lister = $0 { true } else { false } } == 2)
        }
    }

    /// What the tokens allow, as a test changes it.
    private final class ChangingAdmission: Admission {
        /// The streams that may be watched; `nil` where no token is valid.
        let patterns: Mutex<[StreamPattern]?>

        init(_ patterns: [StreamPattern]) { self.patterns = Mutex(patterns) }

        func admit(_ credentials: Credentials, on eventLoop: any EventLoop) -> EventLoopFuture<Permissions> {
            guard let patterns = patterns.withLock(\.self) else {
                return eventLoop.makeFailedFuture(ProtocolError(.unauthorized, "The token has expired."))
            }
            return eventLoop.makeSucceededFuture(Permissions(bearer: "test", publish: [.all], watch: patterns))
        }
    }

    @Test func `a list is limited to what may be watched, also after that has changed`() async throws {
        let admission = ChangingAdmission([.all])
        let configure = { (configuration: inout RelayConfiguration) in
            configuration.pingInterval = .seconds(1)
            // A stream without a publisher stays for as long.
            configuration.stream.logDuration = .minutes(5)
        }
        try await RunningRelay.run(admission: admission, configure: configure) { relay in
            var lists = Lists(StreamLister(try relay.client()))
            let publishers = try ["a/one", "b/one"].map { try TestPublisher(try relay.client($0)) }
            for publisher in publishers { try await publisher.sendGroup() }
            try await lists.wait(for: ["a/one": .live, "b/one": .live])
            for publisher in publishers { await publisher.vanish() }
            admission.patterns.withLock { $0 = try? [StreamPattern("a/*")] }
            try await lists.wait(for: ["a/one": .interrupted])
            admission.patterns.withLock { $0 = try? [StreamPattern("b/*")] }
            try await lists.wait(for: ["b/one": .interrupted])
            admission.patterns.withLock { $0 = nil }
            #expect(try await lists.end()?.code == .unauthorized)
        }
    }

    @Test func `a client that may watch nothing is refused`() async throws {
        try await RunningRelay.run(admission: ChangingAdmission([])) { relay in
            var lists = Lists(StreamLister(try relay.client()))
            #expect(try await lists.end()?.code == .forbidden)
        }
    }

    @Test func `a client that lists may only ping`() async throws {
        try await RunningRelay.run { relay in
            let hello = ProtocolMessage.hello(Hello(role: .list, stream: .empty, instance: .random()))
            let request = ProtocolMessage.keyFrameRequest(KeyFrameRequest(track: .zero))
            let answers = try await relay.open().answers(to: .opening(hello, .ping(Ping(sent: 1)), request))
            #expect(answers.error?.code == .unexpectedMessage)
            #expect(answers.messages.contains(.streams(StreamList(isNew: true, hasMore: false, entries: []))))
            #expect(answers.messages.contains { if case .pong = $0 { true } else { false } })
        }
    }
}
