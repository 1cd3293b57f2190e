extension RelayCases {
    static let gaps: [Case] = [
        Case("gap/forwarded", "Gap", "A gap of the publisher passes, with its reason.") { trial in
            for reason: UInt8 in [1, 2, 3, 4, 0, 200] {
                let name = trial.stream + "/\(reason)"
                let publisher = try await trial.publisher(name: name)
                let viewer = try await trial.viewer(name)
                await publisher.frame(0)
                await publisher.gap(first: 1, count: 5, reason: reason)
                let next = await publisher.frame(6)
                try await viewer.expectFrame(FrameFields(0), ignoring: [.tracks, .streamState])
                try await viewer.expectGap(1...5, reason: reason)
                try await viewer.expectFrame(next)
            }
        },
        Case("gap/jump", "Rules for a relay", "Before a frame whose number jumps, the relay makes a gap.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let first = await publisher.frame(10)
            let second = await publisher.frame(14)
            try await viewer.expectFrame(first, ignoring: [.tracks, .streamState])
            try await viewer.expectGap(11...13, reason: 3)
            try await viewer.expectFrame(second)
        },
        Case("gap/jump-to-gap", "Rules for a relay", "Before a gap, the relay makes this gap begin earlier.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let first = await publisher.frame(0)
            await publisher.gap(first: 4, count: 2, reason: 1)
            let second = await publisher.frame(6)
            try await viewer.expectFrame(first, ignoring: [.tracks, .streamState])
            try await viewer.expectGap(1...5, reason: 1)
            try await viewer.expectFrame(second)
        },
        Case("gap/tracks", "Gap", "Each track has numbers and gaps of its own.") { trial in
            let publisher = try await trial.publisher(both)
            let viewer = try await trial.viewer()
            let frames = [
                await publisher.frame(0), await publisher.frame(500, track: 1), await publisher.frame(1),
                await publisher.frame(501, track: 1),
            ]
            await publisher.gap(first: 502, count: 3, track: 1)
            let after = await publisher.frame(2)
            let last = await publisher.frame(505, track: 1)
            try await viewer.expectFrames(frames, ignoring: [.tracks, .streamState])
            try await viewer.expectFrame(after, ignoring: [.gap])
            try await viewer.expectFrame(last, ignoring: [.gap])
        },
        Case("gap/at-end", "Gap", "A gap at the end of a stream comes before the goodbye.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let first = await publisher.frame(0)
            await publisher.gap(first: 1, count: 2)
            try await publisher.endStream()
            try await viewer.expectFrame(first, ignoring: [.tracks, .streamState])
            try await viewer.expectGap(1...2, reason: 3)
            try await viewer.peer.expectEnding("end-of-stream")
        },
        Case("gap/to-the-end", "Gap", "A gap may reach up to 2^64 - 1.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let first = await publisher.frame(5)
            await publisher.gap(first: 6, count: .max - 6)
            try await publisher.endStream()
            try await viewer.expectFrame(first, ignoring: [.tracks, .streamState])
            try await viewer.expectGap(6...(.max - 1), reason: 3)
            try await viewer.peer.expectEnding("end-of-stream")
        },
        Case("gap/reserved", "Conventions", "The relay ignores the reserved byte of a gap.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            await publisher.frame(0)
            var gap = Wire.gap(first: 1, count: 1)
            gap[11] = 0xFF
            await publisher.peer.send(gap)
            let next = await publisher.frame(2)
            try await viewer.expectFrame(next, ignoring: [.tracks, .streamState, .frame, .gap])
        },
    ]

    static let epochs: [Case] = [
        Case("epoch/first", "Epochs", "Epoch numbers begin with 1.") { trial in
            let viewer = try await trial.viewer()
            let peer = try await trial.join(.publish)
            guard viewer.welcome?.epoch == 0, peer.welcome?.epoch == 1 else {
                throw Finding(
                    "The epochs of the welcomes are \(viewer.welcome?.epoch ?? 9), \(peer.welcome?.epoch ?? 9)."
                )
            }
        },
        Case("epoch/by-publisher", "Epochs", "A publisher begins a new epoch with a table; its numbers begin again.") {
            trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let old = await publisher.frame(7)
            await publisher.tracks([Wire.track(0)], epoch: 2)
            let new = [await publisher.frame(0, epoch: 2), await publisher.frame(1, epoch: 2)]
            try await viewer.expectFrame(old, ignoring: [.tracks, .streamState])
            try await viewer.expectTracks(epoch: 2)
            try await viewer.expectFrames(new)
            let late = try await trial.viewer()
            guard late.welcome?.epoch == 2 else {
                throw Finding("The welcome does not have the highest epoch.", Clause("Welcome"))
            }
        },
        Case("epoch/first-table", "Epochs", "A publisher may begin with the next epoch, and the one after is higher.") {
            trial in
            let instance = Wire.randomInstance()
            let first = try await trial.join(.publish, instance: instance)
            await first.send(Wire.tracks(epoch: 2, [Wire.track(0)]), FrameFields(0, epoch: 2).bytes)
            try await first.expectAlive()
            let second = try await trial.join(.publish, instance: instance)
            guard second.welcome?.epoch == 3 else {
                throw Finding("The publisher that comes back gets epoch \(second.welcome?.epoch ?? 0), not 3.")
            }
        },
        Case("epoch/start-frame", "Gap", "Frames of a new epoch before its first start frame are named in a gap.") {
            trial in
            let publisher = try await trial.publisher()
            let first = await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(first)
            await publisher.tracks([Wire.track(0)], epoch: 2)
            await publisher.frame(0, flags: 0, epoch: 2)
            await publisher.frame(1, flags: 0, epoch: 2)
            let start = await publisher.frame(2, epoch: 2)
            try await viewer.expectTracks()
            try await viewer.expectGap(0...1, epoch: 2, reason: 2)
            try await viewer.expectFrame(start)
        },
        Case("epoch/kind", "Epochs", "In a new epoch, a track may have another kind.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer(kinds: 2)
            await publisher.frame(0)
            await publisher.tracks([Wire.track(0, kind: 2, codec: "mp4a")], epoch: 2)
            let sound = await publisher.frame(0, epoch: 2)
            try await viewer.expectFrame(sound, ignoring: [.tracks, .streamState])
        },
        Case("epoch/join-between", "Welcome", "While a new epoch has no frame, a viewer begins in the one before.") {
            trial in
            let instance = Wire.randomInstance()
            let first = try await trial.publisher(instance: instance)
            let frame = await first.frame(0)
            try await first.peer.expectAlive()
            let second = try await trial.join(.publish, instance: instance)
            let viewer = try await trial.viewer()
            guard viewer.welcome?.epoch == 2 else {
                throw Finding("The welcome has epoch \(viewer.welcome?.epoch ?? 0).")
            }
            try await viewer.expectTracks(epoch: 1)
            try await viewer.expectFrame(frame)
            await second.send(Wire.tracks(epoch: 2, [Wire.track(0)]), FrameFields(0, epoch: 2).bytes)
            try await viewer.expectFrame(FrameFields(0, epoch: 2), ignoring: [.tracks, .streamState])
        },
    ]
}
