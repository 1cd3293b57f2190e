import Platform

extension RelayCases {
    static let time: [Case] = [
        Case("ping/answered", "Ping and pong", "The relay answers each ping at once with a pong that repeats its time.")
        {
            trial in
            for role in [Role.publish, .subscribe] {
                let peer = try await trial.join(role)
                let times: [Int64] = [0, -1, .min, .max, 1, 1]
                for time in times { await peer.send(Wire.ping(time)) }
                for time in times {
                    let pong = try Pong(await peer.expect(.pong, ignoring: [.viewerCount]))
                    guard pong.sent == time else { throw Finding("The pong repeats \(pong.sent), not \(time).") }
                }
            }
        },
        Case("ping/clock", "Ping and pong", "The times of a pong are in order, by one clock in microseconds.") {
            trial in
            let peer = try await trial.join(.subscribe)
            let clock = ContinuousClock()
            let before = clock.now
            let first = try await peer.expectAlive()
            let between = clock.now
            try await Task.sleep(for: .milliseconds(400))
            let later = clock.now
            let second = try await peer.expectAlive()
            let after = clock.now
            guard first.received <= first.answered, second.received <= second.answered,
                second.answered &- second.received < 100_000
            else { throw Finding("A pong left before its ping came, or long after.") }
            let elapsed = Duration.microseconds(second.received &- first.received)
            guard elapsed >= later - between - .milliseconds(5), elapsed <= after - before + .milliseconds(5) else {
                throw Finding("The relay's clock counted \(elapsed) between two pings; \(later - between) had passed.")
            }
        },
        Case("ping/stray-pong", "Ping and pong", "A pong whose time is that of no ping is ignored.") { trial in
            for role in [Role.publish, .subscribe] {
                let peer = try await trial.join(role)
                await peer.send(
                    Wire.pong(12345, received: .max, answered: .min),
                    Wire.pong(0, received: 0, answered: 0)
                )
                try await peer.expectAlive()
            }
        },
        Case(
            "ping/by-relay",
            "Keepalive and timeouts",
            "The relay sends a ping once per ping interval.",
            deadline: .seconds(60)
        ) {
            trial in
            let peer = try await trial.join(.subscribe)
            try await peer.expectSilence(try trial.interval(peer) * 5 / 2)
            guard (1...3).contains(peer.pings) else {
                throw Finding("\(peer.pings) pings came in two and a half ping intervals.")
            }
        },
        Case("ping/list", "Streams", "A client of the role list may send pings.") { trial in
            try await trial.require(.list)
            try await trial.join(.list).expectAlive()
        },
    ]

    static let clockOffsets: [Case] = [
        Case("clock-offset/forwarded", "Clock offset", "The relay forwards an offset to all viewers.") { trial in
            let (publisher, viewer) = try await trial.watched()
            let other = try await trial.viewer()
            await publisher.peer.send(Wire.clockOffset(-123_456_789, errorBound: 700))
            for viewer in [viewer, other] {
                let offset = try ClockOffsetFields(await viewer.expect(.clockOffset, ignoring: [.tracks, .frame]))
                guard offset.offset == -123_456_789, (700..<1000).contains(offset.errorBound) else {
                    throw Finding("The offset came as \(offset.offset) ± \(offset.errorBound).")
                }
            }
        },
        Case("clock-offset/equal", "Clock offset", "The relay does not forward an equal offset within 10 seconds.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            for bound: UInt32 in [500, 500, 500, 400] {
                await publisher.peer.send(Wire.clockOffset(5, errorBound: bound))
            }
            let bounds = [
                try ClockOffsetFields(await viewer.expect(.clockOffset)).errorBound,
                try ClockOffsetFields(await viewer.expect(.clockOffset)).errorBound,
            ]
            guard bounds[0] >= 500, bounds[1] < 500 else {
                throw Finding("The offsets came with the bounds \(bounds).")
            }
            try await viewer.expectSilence()
        },
        Case("clock-offset/equal-later", "Clock offset", "After 10 seconds the relay forwards an equal offset again.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.send(Wire.clockOffset(6, errorBound: 500))
            try await viewer.expectClockOffset(6, errorBound: 500...1000)
            try await trial.pass(.milliseconds(10_200), publisher, viewer)
            await publisher.peer.send(Wire.clockOffset(6, errorBound: 500))
            try await viewer.expectClockOffset(6, errorBound: 500...1000)
        },
        Case("clock-offset/before-tracks", "Clock offset", "An offset before the first table comes after that table.") {
            trial in
            let viewer = try await trial.viewer()
            let peer = try await trial.join(.publish)
            await peer.send(Wire.clockOffset(42, errorBound: 10))
            try await peer.expectAlive()
            try await viewer.expectSilence()
            await peer.send(Wire.tracks(epoch: 1, [Wire.track(0)]), FrameFields(0).bytes)
            try await viewer.expectState(1)
            try await viewer.expectTracks()
            // The offset has waited, and ages by 200 µs a second.
            try await viewer.expectClockOffset(42, errorBound: 10...5000)
            try await viewer.expectFrame(FrameFields(0))
        },
        Case("clock-offset/late-joiner", "Clock offset", "A later viewer gets the offset before the first frame, aged.")
        {
            trial in
            let publisher = try await trial.publisher()
            let clock = ContinuousClock()
            let before = clock.now
            await publisher.peer.send(Wire.clockOffset(99, errorBound: 1000))
            try await publisher.peer.expectAlive()
            let sent = clock.now
            let frame = await publisher.frame(0)
            try await Task.sleep(for: .milliseconds(1500))
            let least = (clock.now - sent) / .milliseconds(5)
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            let offset = try ClockOffsetFields(await viewer.expect(.clockOffset))
            let most = (clock.now - before) / .milliseconds(5)
            guard offset.offset == 99 else { throw Finding("The offset is \(offset.offset), not 99.") }
            // 200 µs a second are 1 µs for each 5 ms.
            guard Double(offset.errorBound) >= 1000 + least - 1, Double(offset.errorBound) <= 1000 + most + 5 else {
                throw Finding("The error bound is \(offset.errorBound) µs; with the drift it is \(1000 + Int(least)).")
            }
            try await viewer.expectFrame(frame)
        },
        Case(
            "clock-offset/at-that-frame",
            "Clock offset",
            "A later viewer gets the offset of its first frame, then newer."
        ) { trial in
            let publisher = try await trial.publisher()
            await publisher.peer.send(Wire.clockOffset(1, errorBound: 10))
            let frames = [await publisher.frame(0), await publisher.frame(1, flags: 0)]
            await publisher.peer.send(Wire.clockOffset(-7, errorBound: 10))
            let last = await publisher.frame(2, flags: 0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectClockOffset(1, errorBound: 10...5000)
            try await viewer.expectFrames(frames)
            try await viewer.expectClockOffset(-7, errorBound: 10...5000)
            try await viewer.expectFrame(last)
        },
        Case("clock-offset/epoch", "Clock offset", "When a publisher begins an epoch, the relay repeats the offset.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.send(Wire.clockOffset(31, errorBound: 10))
            _ = try await viewer.expect(.clockOffset)
            await publisher.tracks([Wire.track(0)], epoch: 2)
            let frame = await publisher.frame(0, epoch: 2)
            try await viewer.expectTracks()
            try await viewer.expectClockOffset(31, errorBound: 10...5000)
            try await viewer.expectFrame(frame)
        },
        Case("clock-offset/dropped", "Clock offset", "The relay drops the offset when the publisher's connection ends.")
        {
            trial in
            let instance = Wire.randomInstance()
            let publisher = try await trial.publisher(instance: instance)
            await publisher.peer.send(Wire.clockOffset(8, errorBound: 10))
            await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let second = try await trial.publisher(instance: instance)
            let frame = await second.frame(0)
            try await second.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
    ]
}
