extension RelayCases {
    static let limits: [Case] = [
        Case("rate/tables", "Limits", "More than 250 track tables at once are answered with rate-exceeded.") { trial in
            let publisher = try await trial.publisher()
            for number: UInt16 in 0..<230 { await publisher.tracks([Wire.track(0, generation: number)]) }
            try await publisher.peer.expectAlive()
            for number: UInt16 in 230..<700 {
                publisher.peer.post(Wire.tracks(epoch: publisher.epoch, [Wire.track(0, generation: number)]))
            }
            try await publisher.peer.expectRateExceeded()
        },
        Case("rate/clock-offsets", "Limits", "More than 250 clock offsets at once are answered with rate-exceeded.") {
            trial in
            let publisher = try await trial.publisher()
            await publisher.peer.send((0..<220).flatMap { (number: Int64) in Wire.clockOffset(number, errorBound: 1) })
            try await publisher.peer.expectAlive()
            await publisher.peer.send(
                (220..<700).flatMap { (number: Int64) in Wire.clockOffset(number, errorBound: 1) }
            )
            try await publisher.peer.expectRateExceeded()
        },
        Case("rate/equal-tables", "Limits", "Tables and offsets that equal the one before do not count.") { trial in
            let publisher = try await trial.publisher()
            for _ in 0..<400 {
                publisher.peer.post(Wire.tracks(epoch: publisher.epoch, [Wire.track(0)]))
                publisher.peer.post(Wire.clockOffset(5, errorBound: 50))
            }
            try await publisher.peer.expectAlive()
        },
        Case("rate/viewer-bytes", "Limits", "A client that does not publish may send 65536 bytes at once, not more.") {
            trial in
            let peer = try await trial.join(.subscribe)
            let message = Wire.message(.unknown, [UInt8](repeating: 0, count: 4096))
            for _ in 0..<13 { await peer.send(message) }
            try await peer.expectAlive()
            peer.post((0..<100).flatMap { _ in message })
            try await peer.expectRateExceeded()
        },
        Case("rate/pings", "Limits", "A ping of a viewer counts as 256 bytes more: 180 at once pass, 2000 do not.") {
            trial in
            let peer = try await trial.join(.subscribe)
            await peer.send((0..<180).flatMap { (number: Int64) in Wire.ping(number) })
            for number: Int64 in 0..<180 {
                guard try Pong(await peer.expect(.pong)).sent == number else { throw Finding("A pong is missing.") }
            }
            peer.post((0..<2000).flatMap { (number: Int64) in Wire.ping(number) })
            try await peer.expectRateExceeded()
        },
        Case("rate/key-frame-requests", "Limits", "A key frame request counts as 64 bytes more.") { trial in
            let (_, viewer) = try await trial.watched()
            await viewer.peer.send((0..<500).flatMap { _ in Wire.keyFrameRequest(track: 0) })
            try await viewer.peer.expectAlive()
            // So many that they are too many only with the 64 bytes, also if the allowance grows for some seconds meanwhile.
            viewer.peer.post((0..<1500).flatMap { _ in Wire.keyFrameRequest(track: 0) })
            try await viewer.peer.expectRateExceeded()
        },
        Case("rate/empty-messages", "Limits", "Each message counts as 16 bytes more than header and body.") { trial in
            let peer = try await trial.join(.subscribe)
            await peer.send((0..<2000).flatMap { _ in Wire.message(.unknown, []) })
            try await peer.expectAlive()
            peer.post((0..<5000).flatMap { _ in Wire.message(.unknown, []) })
            try await peer.expectRateExceeded()
        },
        Case("rate/list", "Limits", "The limits hold for a client of the role list, too.") { trial in
            try await trial.require(.list)
            let peer = try await trial.join(.list, trial.stream)
            peer.post((0..<2000).flatMap { (number: Int64) in Wire.ping(number) })
            try await peer.expectRateExceeded()
        },
        Case("rate/publisher", "Limits", "The bytes of a publisher are not limited like those of others.") { trial in
            let publisher = try await trial.publisher()
            for number: UInt64 in 0..<64 {
                await publisher.frame(number, payload: [UInt8](repeating: 1, count: 65536))
            }
            await publisher.peer.send((0..<400).flatMap { (number: Int64) in Wire.ping(number) })
            try await publisher.peer.expectAlive()
        },
    ]

    static let slow: [Case] = [
        Case(
            "slow/jumps",
            "Rules for a viewer",
            "A viewer beyond its latency bound goes on with a start frame, and a gap names what it missed.",
            isAlone: true,
            deadline: .seconds(90)
        ) { trial in
            let publisher = try await trial.publisher([Wire.track(0), Wire.track(2)])
            let slow = try await trial.viewer(
                options: [Wire.option(4, Wire.integer(UInt32(500)))],
                receiveBuffer: 8192
            )
            let fast = try await trial.viewer()
            let bound = Duration.milliseconds(Int(slow.welcome?.maximumLatency ?? 0))
            guard bound <= .seconds(3) else { throw NotApplicable("The least latency bound is \(bound).") }
            // Both tracks have begun for the viewer that then stops.
            let first = (await publisher.frame(0), await publisher.frame(0, track: 2))
            for viewer in [slow, fast] {
                try await viewer.expectFrame(first.0, ignoring: [.tracks, .streamState])
                try await viewer.expectFrame(first.1)
            }
            try await slow.peer.setReading(false)
            var frames = [first.0]
            let clock = ContinuousClock()
            let began = clock.now
            // Longer than the bound, shorter than the time after which the relay ends a viewer that takes nothing. The
            // bytes are more than the buffers of the system hold.
            let least = 60
            while clock.now - began < bound + .seconds(2) || frames.count < least {
                guard clock.now - began < bound + .milliseconds(4500) else {
                    throw NotApplicable("The machine is too slow: only \(frames.count) frames passed.")
                }
                let number = UInt64(frames.count)
                frames.append(
                    await publisher.frame(
                        number,
                        flags: number % 5 == 0 ? 1 : 0,
                        payload: [UInt8](repeating: UInt8(number % 251), count: 200_000)
                    )
                )
                try await fast.expectFrame(frames[Int(number)], ignoring: [.tracks, .streamState])
                // Its start frames are elsewhere.
                let isStart = number % 7 == 3
                try await fast.expectFrame(await publisher.frame(number, track: 2, flags: isStart ? 1 : 0))
                // A slow machine that is late sends at once.
                try await Task.sleep(until: began + .milliseconds(30) * frames.count, clock: clock)
            }
            let count = UInt64(frames.count)
            try await slow.peer.setReading(true)
            // The account of the viewer checks that gaps and frames cover all, and that each can be decoded.
            var hasGap = false
            var last: UInt64?
            while last != count - 1 {
                let message = try await slow.next()
                if message.type == .gap {
                    let gap = try GapFields(message)
                    guard gap.reason == 1 || gap.reason == 2 else {
                        throw Finding("A gap of the relay has the reason \(gap.reason).", Clause("Gap"))
                    }
                    hasGap = true
                } else if message.type == .frame {
                    let frame = try FrameFields(message)
                    guard frame.track == 0 else { continue }
                    guard let number = Int(exactly: frame.sequence), frames.indices.contains(number) else {
                        throw Finding("Frame \(frame.sequence) came, which was never sent.", Clause("Frame"))
                    }
                    guard frame == frames[number] else {
                        throw Finding("Frame \(number) came with other bytes.", Clause("Frame"))
                    }
                    last = frame.sequence
                }
            }
            guard hasGap else {
                throw Finding("The relay kept all frames for a viewer that read nothing for \(bound + .seconds(2)).")
            }
        },
        Case(
            "slow/too-slow",
            "Keepalive and timeouts",
            "A viewer that takes nothing for its latency bound and 5 seconds is ended.",
            isAlone: true,
            deadline: .seconds(120)
        ) { trial in
            let publisher = try await trial.publisher()
            let stalled = try await trial.viewer(receiveBuffer: 4096)
            let bound = Duration.milliseconds(Int(stalled.welcome?.maximumLatency ?? 0))
            guard bound <= .seconds(10) else { throw NotApplicable("The latency bound is \(bound).") }
            try await stalled.peer.setReading(false)
            try await publisher.expectCount(1)
            let clock = ContinuousClock()
            let began = clock.now
            var number: UInt64 = 0
            var count: UInt32 = 1
            while count != 0 {
                guard clock.now - began < bound + .seconds(15) else {
                    throw Finding("The relay kept a viewer that took nothing for \(clock.now - began).")
                }
                await publisher.frame(
                    number,
                    flags: number % 10 == 0 ? 1 : 0,
                    payload: [UInt8](repeating: 1, count: 50_000)
                )
                number += 1
                if let message = try await publisher.peer.pollMessage(.milliseconds(20)), message.type == .viewerCount {
                    count = try ViewerCountFields(message).viewers
                }
            }
            guard clock.now - began >= bound + .seconds(3) else {
                throw Finding("The viewer was ended after \(clock.now - began) already.")
            }
        },
    ]
}

extension Peer {
    /// An ending with `rate-exceeded`, after which a client may come back.
    fileprivate func expectRateExceeded() async throws {
        guard try await expectEnding("rate-exceeded").isRetryable else {
            throw Finding("'rate-exceeded' is not marked as retryable.", Clause("Error registry"))
        }
    }
}
