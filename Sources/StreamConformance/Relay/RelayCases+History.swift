extension RelayCases {
    static let history: [Case] = [
        Case(
            "history/granted",
            "History",
            "The first frame is at least so old, and the welcome says how old; the latency bound grows by that."
        ) { trial in
            try await trial.require(.history)
            let publisher = try await trial.publisher()
            let bound = try await trial.viewer().welcome?.maximumLatency ?? 0
            let clock = ContinuousClock()
            var frames: [FrameFields] = []
            // The relay gets each frame between two times.
            var sent: [ContinuousClock.Instant] = []
            var arrived: [ContinuousClock.Instant] = []
            for number: UInt64 in 0..<12 {
                sent.append(clock.now)
                frames.append(await publisher.frame(number, flags: number % 2 == 0 ? 1 : 0))
                try await publisher.peer.expectAlive()
                arrived.append(clock.now)
                try await Task.sleep(for: .milliseconds(100))
            }
            let asked = clock.now
            let viewer = try await trial.viewer(options: [Wire.option(8, Wire.integer(UInt32(500)))])
            let joined = clock.now
            guard let granted = viewer.welcome?.historyGranted else { throw Finding("No history is granted.") }
            guard viewer.welcome?.maximumLatency == bound &+ granted else {
                throw Finding("The maximum latency does not include the history.")
            }
            try await viewer.expectTracks()
            let first = try FrameFields(await viewer.expect(.frame))
            guard first.sequence % 2 == 0, let index = frames.firstIndex(of: first) else {
                throw Finding("Frame \(first.sequence) is no start frame.")
            }
            let age = (asked - arrived[index], joined - sent[index])
            // Both sides round to milliseconds.
            let told = Duration.milliseconds(Int(granted))
            guard granted >= 500, told >= age.0 - .milliseconds(1), told <= age.1 + .milliseconds(1) else {
                throw Finding("A history of \(granted) ms is granted, and the first frame is \(age.1) old.")
            }
            if index + 2 < arrived.count, asked - arrived[index + 2] >= .milliseconds(501) {
                throw Finding("A start frame \(asked - arrived[index + 2]) old is newer, and old enough.")
            }
            try await viewer.expectFrames(Array(frames[(index + 1)...]))
        },
        Case("history/oldest", "History", "Without a frame that is so old, the viewer begins with the oldest.") {
            trial in
            try await trial.require(.history)
            let publisher = try await trial.publisher()
            await publisher.frame(0, flags: 0)
            let frames = [
                await publisher.frame(1), await publisher.frame(2, flags: 0), await publisher.frame(3),
                await publisher.frame(4, flags: FrameFields.gradual),
            ]
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(options: [Wire.option(8, Wire.integer(UInt32.max))])
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("history/none", "Welcome", "The relay grants a history only to a viewer that asks, 0 without frames.") {
            trial in
            guard try await trial.viewer().welcome?.historyGranted == nil else {
                throw Finding("A history is granted to a viewer that did not ask.")
            }
            try await trial.require(.history)
            let viewer = try await trial.viewer(options: [Wire.option(8, Wire.integer(UInt32(9000)))])
            guard viewer.welcome?.historyGranted == 0 else {
                let granted = viewer.welcome?.historyGranted.map { "\($0) ms" } ?? "nothing"
                throw Finding("Of a stream without frames, \(granted) is granted, and not 0 ms.")
            }
        },
        Case("history/epochs", "History", "A history reaches back over epochs, with their tables and states.") {
            trial in
            try await trial.require(.history)
            let instance = Wire.randomInstance()
            let first = try await trial.publisher(instance: instance)
            let waiting = try await trial.viewer()
            let old = [await first.frame(0), await first.frame(1, flags: 0)]
            try await first.peer.expectAlive()
            await first.peer.send(Wire.ending(.goodbye, code: 0))
            try await first.peer.expectClose()
            let second = try await trial.publisher(instance: instance)
            let new = await second.frame(0)
            try await second.peer.expectAlive()
            let viewer = try await trial.viewer(options: [Wire.option(8, Wire.integer(UInt32.max))])
            try await viewer.expectTracks(epoch: 1)
            try await viewer.expectFrames(old)
            try await viewer.expectState(2)
            try await viewer.expectState(1)
            try await viewer.expectTracks(epoch: 2)
            try await viewer.expectFrame(new)
            await waiting.peer.close()
        },
        Case("history/ended", "History", "A history never reaches back over the end of a stream.") { trial in
            let first = try await trial.publisher()
            await first.frame(0)
            try await first.endStream()
            let second = try await trial.publisher()
            let frame = await second.frame(0, payload: [9])
            try await second.peer.expectAlive()
            let viewer = try await trial.viewer(options: [Wire.option(8, Wire.integer(UInt32.max))])
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
        Case("history/not-with-next", "History", "With the start next, a history has no meaning.") { trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(start: 2, options: [Wire.option(8, Wire.integer(UInt32.max))])
            let frame = await publisher.frame(1)
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
    ]
}
