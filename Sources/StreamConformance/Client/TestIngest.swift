import Platform

/// A publisher under test, and everything that it has sent on this connection.
final class TestIngest {
    let trial: ClientTrial
    let peer: Peer
    let hello: HelloFields
    private(set) var account: PublisherAccount
    /// Answers the publisher's pings; `nil` as the framework does it.
    var answer: ((Int64) -> [UInt8])?

    init(_ trial: ClientTrial, _ peer: Peer, _ hello: HelloFields, _ welcome: Welcome) {
        self.trial = trial
        self.peer = peer
        self.hello = hello
        account = PublisherAccount(welcome)
    }

    static func begin(_ trial: ClientTrial, _ welcome: Welcome = Welcome(epoch: 1, state: 0)) async throws -> TestIngest
    {
        let (peer, hello) = try await trial.welcomed(welcome)
        return TestIngest(trial, peer, hello, welcome)
    }

    /// The next message, which the account has checked; `nil` if none comes in time.
    func read(_ time: Duration = Peer.patience) async throws -> Message? {
        let deadline = ContinuousClock().now + time
        while let next = try await peer.poll(max(.zero, deadline - ContinuousClock().now)) {
            switch next {
            case .end(let end): throw Finding("The connection ended (\(end)).")
            case .preface: continue
            case .message(let message):
                if message.type == .ping, let answer { peer.post(answer(try Ping(message).sent)) }
                try account.receive(message)
                return message
            }
        }
        return nil
    }

    /// Reads for a while.
    func read(for time: Duration, _ body: (Message) throws -> Void = { _ in }) async throws {
        let deadline = ContinuousClock().now + time
        while ContinuousClock().now < deadline, let message = try await read(deadline - ContinuousClock().now) {
            try body(message)
        }
    }

    /// Reads until so many more frames have come.
    func frames(_ count: Int, within time: Duration = .seconds(10)) async throws {
        let goal = account.frames.count + count
        let deadline = ContinuousClock().now + time
        while account.frames.count < goal {
            guard let message = try await read(max(.zero, deadline - ContinuousClock().now)) else {
                throw Finding("\(goal - account.frames.count) of \(count) frames did not come within \(time).")
            }
            guard message.type != .error, message.type != .goodbye else {
                throw Finding("\(Peer.words(for: message)) came, and a frame was expected.")
            }
        }
    }

    /// Loses the connection, and takes the next one.
    func again(_ welcome: Welcome) async throws -> TestIngest {
        try trial.requireReconnection()
        await peer.send(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 20))
        await peer.finishSending()
        try await peer.expectGone()
        await peer.close()
        return try await TestIngest.begin(trial, welcome)
    }
}
