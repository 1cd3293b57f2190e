import Platform

extension ViewerCases {
    static let reports: [Case] = [
        Case("viewer/allowed", "Rules for a viewer", "A viewer sends only what it may.") { trial in
            let stream = try await Stream.begin(trial)
            let allowed: Set<MessageNumber> =
                stream.hello.role == Role.relay.rawValue
                ? [.keyFrameRequest, .receiverReport, .viewerCount, .ping, .pong]
                : [.keyFrameRequest, .receiverReport, .ping, .pong]
            await stream.send(Stream.table())
            var cost = 0
            try await watch(stream, for: .seconds(6)) { message in
                guard allowed.contains(message.type) || !message.type.isKnown else {
                    throw Finding("\(Peer.words(for: message)) came.")
                }
                cost += message.bytes.count + 16
                if message.type == .ping { cost += 256 }
                if message.type == .keyFrameRequest { cost += 64 }
            }
            // The allowance of 64 KiB at once is not for messages that come all the time.
            guard cost < 6 * 16_384 else { throw Finding("The messages of 6 s cost \(cost) bytes.", Clause("Limits")) }
        },
        Case(
            "viewer/key-frames",
            "Key frame request",
            "A viewer asks again after 2 seconds at the earliest."
        ) {
            trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0))
            var last: ContinuousClock.Instant?
            var number: UInt64 = 1
            let deadline = ContinuousClock().now + .seconds(7)
            while ContinuousClock().now < deadline {
                // Slices that no decoder can read.
                let frame = FrameFields(number, flags: 0, payload: [0, 0, 0, 1, 0x41, 0xFF, 0xFF, 0x00, 0x12])
                await stream.send(frame.bytes)
                number += 1
                try await watch(stream, for: .milliseconds(60)) { message in
                    guard message.type == .keyFrameRequest else { return }
                    let now = ContinuousClock().now
                    if let last, now - last < .milliseconds(1500) {
                        throw Finding("A viewer asked again after \(now - last).")
                    }
                    last = now
                }
            }
            guard last != nil else { throw NotApplicable("The viewer asks for no key frames.") }
        },
        Case(
            "report/counts",
            "Receiver report",
            "A report counts frames, those that gaps named, and their bytes.",
            deadline: .seconds(40)
        ) {
            trial in
            let stream = try await Stream.begin(trial)
            let frames = [Stream.key(0), Stream.key(1), Stream.key(5), Stream.key(7)]
            await stream.send(Stream.table(), frames[0], frames[1], Wire.gap(reason: 1, first: 2, count: 3), frames[2])
            await stream.send(Wire.gap(reason: 4, first: 6, count: 1), frames[3])
            try await expectReport(stream, received: 4, missed: 3, bytes: frames.reduce(0) { $0 + $1.count })
        },
        Case(
            "report/again",
            "Receiver report",
            "A report counts since the welcome, without what the viewer drops and has missed in between.",
            deadline: .seconds(60)
        ) {
            trial in
            try trial.requireReconnection()
            let first = try await Stream.begin(trial)
            await first.send(Stream.table(), Stream.key(0), Stream.key(1), Stream.key(2))
            try await first.peer.expectAlive()
            await first.send(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 20))
            try await first.peer.expectGone()
            let stream = try await Stream.begin(trial)
            let frames = [Stream.key(5), Stream.key(8)]
            await stream.send(Stream.table(), Wire.gap(first: 0, count: 1), Stream.key(1))
            // The viewer has the first frame of this gap.
            await stream.send(Wire.gap(first: 2, count: 3))
            await stream.send(frames[0], Wire.gap(first: 6, count: 2), frames[1])
            try await expectReport(stream, received: 2, missed: 4, bytes: frames.reduce(0) { $0 + $1.count })
        },
        Case(
            "report/latency",
            "Latency",
            "The latency follows from the clock offset and the viewer's pings.",
            deadline: .seconds(60)
        ) {
            trial in
            let median = try await latency(trial, clock: 3_600_000_000, offset: -1_800_000_000) { now in
                now - 80_000 + 1_800_000_000
            }
            guard (60_000...3_000_000).contains(median) else {
                throw Finding("The latency of 80 ms is reported as \(median) µs.")
            }
        },
        Case("report/latency-negative", "Latency", "A latency is not negative.", deadline: .seconds(60)) { trial in
            let median = try await latency(trial, clock: 0, offset: 0) { now in now + 5_000_000 }
            guard median <= 3_000_000 else { throw Finding("A negative latency is reported as \(median) µs.") }
        },
        Case(
            "report/no-capture-time",
            "Latency",
            "Without a capture time, the latency is not known.",
            deadline: .seconds(60)
        ) { trial in
            let median = try await latency(trial, clock: 0, offset: 0) { _ in 0 }
            guard median == 0 else { throw Finding("The latency is reported as \(median) µs.") }
        },
        Case(
            "report/no-offset",
            "Latency",
            "Without a clock offset, the latency is not known.",
            deadline: .seconds(60)
        ) { trial in
            let median = try await latency(trial, clock: 0, offset: nil) { now in now - 80_000 }
            guard median == 0 else { throw Finding("The latency is reported as \(median) µs.") }
        },
        Case(
            "report/offset-dropped",
            "Clock offset",
            "A viewer drops the offset when a table of another epoch comes.",
            deadline: .seconds(60)
        ) { trial in
            let median = try await latency(trial, clock: 0, offset: 0, changesEpoch: true) { now in now - 80_000 }
            guard median == 0 else { throw Finding("The latency is reported as \(median) µs.") }
        },
    ]

    /// How long a case waits for a report. A viewer should send one every few seconds.
    private static let reportTime = Duration.seconds(12)

    /// Reads for a while.
    private static func watch(_ stream: Stream, for time: Duration, _ body: (Message) throws -> Void) async throws {
        let deadline = ContinuousClock().now + time
        while let next = try await stream.peer.poll(max(.zero, deadline - ContinuousClock().now)) {
            switch next {
            case .message(let message): try body(message)
            case .end(let end): throw Finding("The connection ended (\(end)).")
            case .preface: continue
            }
        }
    }

    private static func expectReport(_ stream: Stream, received: UInt64, missed: UInt64, bytes: Int) async throws {
        let deadline = ContinuousClock().now + reportTime
        var last: ReceiverReportFields?
        while ContinuousClock().now < deadline {
            try await watch(stream, for: .milliseconds(100)) { message in
                if message.type == .receiverReport { last = try ReceiverReportFields(message) }
            }
            guard let last, last.received >= received else { continue }
            guard last.received == received, last.missed == missed, last.bytes == bytes else { break }
            return
        }
        guard let last else { throw NotApplicable("The viewer sends no reports.") }
        throw Finding(
            "The report has \(last.received) frames, \(last.missed) missed and \(last.bytes) bytes, not \(received), \(missed) and \(bytes)."
        )
    }

    /// The median of the second report while frames come.
    ///
    /// - Parameters:
    ///   - clock: How far the relay's clock is ahead of this machine's.
    ///   - offset: The publisher's clock minus the relay's.
    ///   - changesEpoch: Whether a table of the next epoch comes before the frames, without a clock offset.
    ///   - capture: The capture time of a frame that leaves now.
    private static func latency(
        _ trial: ClientTrial,
        clock: Int64,
        offset: Int64?,
        changesEpoch: Bool = false,
        _ capture: (Int64) -> Int64
    ) async throws -> UInt32 {
        // The interval is long, because this side sends no pings.
        let stream = try await Stream.begin(trial, Welcome(epoch: 1, pingInterval: 60_000))
        stream.peer.answersPings = false
        await stream.send(Stream.table())
        if let offset { await stream.send(Wire.clockOffset(offset, errorBound: 100)) }
        let epoch: UInt32 = changesEpoch ? 2 : 1
        if changesEpoch { await stream.send(Stream.table(epoch: 2)) }
        var isMeasured = false
        var reports: [ReceiverReportFields] = []
        var number: UInt64 = 0
        let began = ContinuousClock().now
        while reports.count < 2, ContinuousClock().now - began < reportTime + reportTime {
            guard isMeasured || ContinuousClock().now - began < reportTime else { break }
            if isMeasured {
                let frame = FrameFields(
                    number,
                    epoch: epoch,
                    captureTime: capture(SystemClock.wallTime),
                    payload: MarkedPicture.key(Int(number))
                )
                await stream.send(frame.bytes)
                number += 1
            }
            var pings: [Int64] = []
            try await watch(stream, for: .milliseconds(100)) { message in
                switch message.type {
                case .ping:
                    pings.append(try Ping(message).sent)
                    stream.peer.post(
                        Wire.pong(
                            pings[pings.count - 1],
                            received: SystemClock.wallTime + clock,
                            answered: SystemClock.wallTime + clock
                        )
                    )
                case .receiverReport where number > 0: reports.append(try ReceiverReportFields(message))
                default: return
                }
            }
            if !pings.isEmpty { isMeasured = true }
        }
        guard isMeasured else { throw NotApplicable("The viewer does not ask for the relay's clock.") }
        guard let last = reports.last, reports.count == 2 else { throw NotApplicable("The viewer sends no reports.") }
        return last.median
    }
}
