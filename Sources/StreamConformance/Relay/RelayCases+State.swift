extension RelayCases {
    static let states: [Case] = [
        Case("state/live", "Stream state", "A stream is live from the first table on, not from the welcome.") { trial in
            let viewer = try await trial.viewer()
            guard viewer.welcome?.state == 0, viewer.welcome?.epoch == 0 else {
                throw Finding("The welcome of a stream without a publisher does not say waiting.", Clause("Welcome"))
            }
            let peer = try await trial.join(.publish)
            guard peer.welcome?.state == 0 else {
                throw Finding("The publisher's welcome has the state \(peer.welcome?.state ?? 9).", Clause("Welcome"))
            }
            try await viewer.expectSilence()
            await peer.send(Wire.tracks(epoch: 1, [Wire.track(0)]))
            try await viewer.expectState(1)
            try await viewer.expectTracks()
        },
        Case("state/interrupted", "Stream state", "When the publisher is lost, its viewers get interrupted, and stay.")
        {
            trial in
            let (publisher, viewer) = try await trial.watched()
            let instance = viewer.welcome?.streamInstance
            await publisher.peer.reset()
            try await viewer.expectState(2)
            let late = try await trial.viewer()
            guard late.welcome?.state == 2, late.welcome?.streamInstance == instance else {
                throw Finding("The welcome of the interrupted stream has another state or instance.", Clause("Welcome"))
            }
            try await late.expectTracks()
            _ = try await late.expect(.frame)
            try await late.expectState(2)
            let second = try await trial.join(.publish)
            guard second.welcome?.state == 2, second.welcome?.epoch == 2 else {
                throw Finding("The next publisher's welcome has another state or epoch.", Clause("Welcome"))
            }
            try await viewer.expectSilence()
            await second.send(Wire.tracks(epoch: 2, [Wire.track(0)]), FrameFields(0, epoch: 2).bytes)
            for viewer in [viewer, late] {
                try await viewer.expectState(1)
                try await viewer.expectTracks(epoch: 2)
                try await viewer.expectFrame(FrameFields(0, epoch: 2))
            }
        },
        Case("state/done", "Rules for a publisher", "A goodbye with done interrupts the stream at once.") { trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.send(Wire.ending(.goodbye, code: 0))
            try await viewer.expectState(2)
            try await publisher.peer.expectClose()
        },
        Case("state/other-codes", "Rules for a publisher", "Any end but end-of-stream is an interruption.") { trial in
            for (type, code): (MessageNumber, UInt16) in [
                (.error, 0x0102), (.goodbye, 0x0004), (.error, 0x02F0), (.goodbye, 0x00FF), (.error, 0x0401),
            ] {
                let name = trial.stream + "/\(code)"
                let publisher = try await trial.publisher(name: name)
                let viewer = try await trial.viewer(name)
                await publisher.peer.send(Wire.ending(type, code: code))
                try await viewer.expectState(2, ignoring: [.tracks, .streamState])
            }
        },
        Case("state/half-closed", "Closing", "A client that closes only its sending direction is lost.") { trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.finishSending()
            try await viewer.expectState(2)
            try await publisher.peer.expectClose()
        },
        Case("state/end", "Stream state", "With end-of-stream, viewers get the rest and the goodbye; the name is free.")
        {
            trial in
            let (publisher, viewer) = try await trial.watched()
            let last = await publisher.frame(1, flags: 0)
            try await publisher.endStream()
            try await viewer.expectFrame(last)
            try await viewer.peer.expectEnding("end-of-stream")
            let peer = try await trial.open(.subscribe, options: [Wire.option(6)])
            try await peer.expectEnding("stream-not-found")
            let waiting = try await trial.join(.subscribe)
            guard waiting.welcome?.epoch == 0, waiting.welcome?.state == 0 else {
                throw Finding("A viewer that waits after the end has joined the stream that has ended.")
            }
            let next = try await trial.join(.publish)
            guard next.welcome?.epoch == 1, next.welcome?.state == 0,
                next.welcome?.streamInstance != viewer.welcome?.streamInstance
            else { throw Finding("The next stream of this name is not a new one.") }
        },
        Case("state/end-by-error", "Error and goodbye", "An error with end-of-stream ends a stream as a goodbye does.")
        {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.send(Wire.ending(.error, code: 1))
            try await viewer.peer.expectEnding("end-of-stream")
        },
        Case("state/end-without-tracks", "Stream state", "A publisher that has sent nothing may end its stream, too.") {
            trial in
            let viewer = try await trial.viewer()
            let peer = try await trial.join(.publish)
            await peer.send(Wire.ending(.goodbye, code: 1))
            try await viewer.peer.expectEnding("end-of-stream")
        },
        Case(
            "state/lost-before-tracks",
            "Stream state",
            "A publisher that is lost with nothing sent leaves interrupted."
        ) {
            trial in
            let viewer = try await trial.viewer()
            let peer = try await trial.join(.publish)
            await peer.close()
            try await viewer.expectState(2)
        },
        Case("state/instance", "Welcome", "All clients of a stream get its instance, and other streams have others.") {
            trial in
            let peer = try await trial.join(.publish)
            let viewer = try await trial.viewer()
            let other = try await trial.viewer(trial.stream + "/other")
            guard peer.welcome?.streamInstance == viewer.welcome?.streamInstance else {
                throw Finding("The publisher and its viewer have two instances.")
            }
            guard other.welcome?.streamInstance != viewer.welcome?.streamInstance else {
                throw Finding("Two streams have one instance.")
            }
        },
        Case("state/forgotten", "Stream state", "A stream that only viewers knew is forgotten with the last of them.") {
            trial in
            let viewer = try await trial.viewer()
            await viewer.peer.send(Wire.ending(.goodbye, code: 0))
            try await viewer.peer.expectClose()
            let next = try await trial.viewer()
            guard next.welcome?.streamInstance != viewer.welcome?.streamInstance else {
                throw Finding("The next stream of this name has the same instance.")
            }
        },
    ]

    static let publishers: [Case] = [
        Case(
            "publisher/replaced",
            "Rules for a publisher",
            "A publisher with the same instance replaces its connection."
        ) { trial in
            let instance = Wire.randomInstance()
            let first = try await trial.publisher(instance: instance)
            let frame = await first.frame(0)
            try await first.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
            let second = try await trial.join(.publish, instance: instance)
            guard second.welcome?.epoch == 2, second.welcome?.state == 1 else {
                throw Finding("The welcome does not say epoch 2 and live.", Clause("Welcome"))
            }
            try await first.peer.expectEnding("replaced")
            await second.send(Wire.tracks(epoch: 2, [Wire.track(0)]), FrameFields(0, epoch: 2).bytes)
            // No stream state comes before the table.
            try await viewer.expectTracks()
            try await viewer.expectFrame(FrameFields(0, epoch: 2))
        },
        Case("publisher/taken", "Rules for a publisher", "A publisher with another instance gets stream-taken.") {
            trial in
            let first = try await trial.publisher()
            await first.frame(0)
            let second = try await trial.open(.publish)
            let ending = try await second.expectEnding("stream-taken")
            guard !ending.isRetryable else { throw Finding("The error is retryable, and the publisher is not silent.") }
            try await first.peer.expectAlive()
        },
        Case(
            "publisher/taken-silent",
            "Rules for a publisher",
            "After two ping intervals of silence, stream-taken is retryable.",
            deadline: .seconds(60)
        ) { trial in
            let first = try await trial.publisher()
            first.peer.answersPings = false
            let interval = try trial.interval(first.peer)
            // The silence may end the connection after three intervals.
            try await Task.sleep(for: interval * 5 / 2)
            let second = try await trial.open(.publish)
            guard try await second.expectEnding("stream-taken").isRetryable else {
                throw Finding("The error is not retryable.")
            }
        },
        Case("publisher/any-may-continue", "Rules for a publisher", "If a stream has no publisher, any may take it.") {
            trial in
            let first = try await trial.publisher()
            await first.frame(0)
            try await first.peer.expectAlive()
            await first.peer.send(Wire.ending(.goodbye, code: 0))
            try await first.peer.expectClose()
            let second = try await trial.join(.publish)
            guard second.welcome?.epoch == 2, second.welcome?.streamInstance == first.peer.welcome?.streamInstance
            else {
                throw Finding("The second publisher does not continue the stream.")
            }
        },
        Case("publisher/goodbye-behind-frames", "Closing", "What was sent before the goodbye reaches the viewers.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            var bytes: [UInt8] = []
            let frames = (1...40).map { FrameFields(UInt64($0), payload: [UInt8](repeating: 3, count: 20_000)) }
            for frame in frames { bytes += frame.bytes }
            await publisher.peer.send(bytes + Wire.ending(.goodbye, code: 1))
            await publisher.peer.finishSending()
            try await viewer.expectFrames(frames)
            try await viewer.peer.expectEnding("end-of-stream")
            try await publisher.peer.expectClose()
        },
        Case("publisher/replaced-many", "Rules for a publisher", "Each new connection gets a new epoch.") { trial in
            let instance = Wire.randomInstance()
            var last: Peer?
            for epoch: UInt32 in 1...5 {
                let peer = try await trial.join(.publish, instance: instance)
                guard peer.welcome?.epoch == epoch else {
                    throw Finding("The epoch is \(peer.welcome?.epoch ?? 0), not \(epoch).")
                }
                try await last?.expectEnding("replaced")
                last = peer
            }
        },
    ]
}
