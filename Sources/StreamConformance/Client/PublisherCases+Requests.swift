import Platform

extension PublisherCases {
    static let requests: [Case] = [
        Case(
            "request/ignored",
            "Key frame request",
            "A key frame request, also for a track that does not exist, is no error."
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(2)
            for track: UInt16 in [0, 1, 15, 0, 0, 0] { await ingest.peer.send(Wire.keyFrameRequest(track: track)) }
            try await ingest.frames(10)
        },
        Case("request/early", "Key frame request", "A key frame request may come directly behind the welcome.") {
            trial in
            let ingest = try await TestIngest.begin(trial)
            await ingest.peer.send(Wire.keyFrameRequest(track: 0), Wire.viewerCount(3))
            try await ingest.frames(2)
        },
        Case("count/any", "Viewer count", "A viewer count may be any number.") { trial in
            let ingest = try await TestIngest.begin(trial)
            for count: UInt32 in [0, 1, .max, 0, 5] { await ingest.peer.send(Wire.viewerCount(count)) }
            try await ingest.frames(10)
        },
        Case(
            "count/none",
            "Viewer count",
            "A publisher that stopped without viewers begins again with a start frame when one comes.",
            deadline: .seconds(40)
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(3)
            await ingest.peer.send(Wire.viewerCount(0))
            try await ingest.read(for: .seconds(2))
            let before = ingest.account.frames.count
            try await ingest.read(for: .seconds(1))
            let hasStopped = ingest.account.frames.count == before
            await ingest.peer.send(Wire.viewerCount(1))
            try await ingest.frames(5)
            let first = ingest.account.frames[before].flags
            guard !hasStopped || first & (FrameFields.randomAccess | FrameFields.gradual) != 0 else {
                throw Finding("It began again with a frame that is no start frame.")
            }
        },
        Case("count/unsent", "Viewer count", "Until a publisher receives the first viewer count, it sends frames.") {
            trial in
            let ingest = try await TestIngest.begin(trial)
            try await ingest.frames(25)
        },
        Case(
            "publisher/split",
            "Messages",
            "Messages of the relay can be cut at every place while frames come.",
            deadline: .seconds(60)
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            let bytes =
                Wire.keyFrameRequest(track: 0) + Wire.viewerCount(2) + Wire.message(.unknown, [1]) + Wire.ping(7)
            for place in 0...bytes.count {
                try await ingest.peer.send(
                    pieces: [Array(bytes[..<place]), Array(bytes[place...])],
                    pause: .milliseconds(1)
                )
            }
            try await ingest.frames(3)
        },
    ]

    static let clock: [Case] = [
        Case(
            "clock/offset",
            "Clock offset",
            "A publisher sends its clock minus the relay's, to within the error bound.",
            deadline: .seconds(40)
        ) { trial in try expect(try await offset(trial, skew: 3_000_000, delay: .zero), near: -3_000_000) },
        Case(
            "clock/offset-ahead",
            "Clock offset",
            "A publisher's clock may be ahead of the relay's.",
            deadline: .seconds(40)
        ) { trial in try expect(try await offset(trial, skew: -250_000_000, delay: .zero), near: 250_000_000) },
        Case(
            "clock/bound",
            "Ping and pong",
            "The error bound holds however much the delays of the two directions differ.",
            isAlone: true,
            deadline: .seconds(40)
        ) { trial in
            let offset = try await offset(trial, skew: 1_000_000, delay: .milliseconds(300))
            try expect(offset, near: -1_000_000)
            guard offset.errorBound >= 150_000 else {
                throw Finding("The error bound is \(offset.errorBound) µs after a round trip of 300 ms.")
            }
        },
        Case(
            "clock/after-table",
            "Clock offset",
            "A publisher that comes back sends a clock offset for its new epoch, too.",
            deadline: .seconds(60)
        ) { trial in
            let first = try await measured(trial, skew: 0, delay: .zero)
            let second = try await first.again(Welcome(epoch: 2, state: 2))
            try await waitForOffset(second)
        },
        Case(
            "clock/unknown-pong",
            "Ping and pong",
            "A pong that repeats no ping that waits is ignored.",
            deadline: .seconds(40)
        ) { trial in
            let ingest = try await TestIngest.begin(trial)
            ingest.peer.answersPings = false
            ingest.answer = { sent in
                let now = SystemClock.wallTime
                let wrong = [sent &- 1, sent &+ 1, 0].map {
                    Wire.pong($0, received: now + 900_000_000, answered: now + 900_000_000)
                }
                return Array(wrong.joined()) + Wire.pong(sent, received: now, answered: now)
            }
            try await waitForOffset(ingest)
            try expect(ingest.account.offsets[0], near: 0)
        },
        Case(
            "clock/pings",
            "Clock offset",
            "A publisher that sends clock offsets sends a ping at least every 10 seconds.",
            deadline: .seconds(60)
        ) { trial in
            let ingest = try await measured(
                trial,
                skew: 0,
                delay: .zero,
                Welcome(epoch: 1, pingInterval: 60_000, state: 0)
            )
            var last = ContinuousClock().now
            var longest = Duration.zero
            try await ingest.read(for: .seconds(23)) { message in
                guard message.type == .ping else { return }
                longest = max(longest, ContinuousClock().now - last)
                last = ContinuousClock().now
            }
            longest = max(longest, ContinuousClock().now - last)
            guard longest < .seconds(11) else { throw Finding("Between two pings passed \(longest).") }
        },
        Case(
            "clock/repeated",
            "Clock offset",
            "A publisher sends the clock offset at least every 30 seconds.",
            deadline: .seconds(60)
        ) { trial in
            // With this delay the bound is so wide that the offset stays within it.
            let ingest = try await measured(trial, skew: 0, delay: .milliseconds(100))
            let count = ingest.account.offsets.count
            try await ingest.read(for: .seconds(32))
            guard ingest.account.offsets.count > count else { throw Finding("No clock offset came in 32 s.") }
        },
    ]

    private static func expect(_ fields: ClockOffsetFields, near expected: Int64) throws {
        // Both sides have the same clock here; the rest is for the time between two looks at it.
        let difference = (fields.offset &- expected).magnitude
        guard difference <= UInt64(fields.errorBound) + 1000 else {
            throw Finding("The offset is \(fields.offset) ± \(fields.errorBound) µs, and right is \(expected).")
        }
    }

    private static func offset(_ trial: ClientTrial, skew: Int64, delay: Duration) async throws -> ClockOffsetFields {
        try await measured(trial, skew: skew, delay: delay).account.offsets[0]
    }

    /// A connection on which a clock offset has come.
    ///
    /// - Parameters:
    ///   - skew: How far the relay's clock is ahead.
    ///   - delay: How long a pong is on its way.
    private static func measured(
        _ trial: ClientTrial,
        skew: Int64,
        delay: Duration,
        _ welcome: Welcome = Welcome(epoch: 1, state: 0)
    ) async throws -> TestIngest {
        let ingest = try await TestIngest.begin(trial, welcome)
        ingest.peer.answersPings = false
        let peer = ingest.peer
        ingest.answer = { sent in
            let now = SystemClock.wallTime + skew
            let pong = Wire.pong(sent, received: now, answered: now)
            guard delay > .zero else { return pong }
            Task {
                try? await Task.sleep(for: delay)
                peer.post(pong)
            }
            return []
        }
        try await waitForOffset(ingest)
        return ingest
    }

    private static func waitForOffset(_ ingest: TestIngest) async throws {
        let deadline = ContinuousClock().now + .seconds(12)
        while ingest.account.offsets.isEmpty {
            guard ContinuousClock().now < deadline else { throw NotApplicable("The publisher sends no clock offset.") }
            try await ingest.read(for: .milliseconds(200))
        }
    }
}
