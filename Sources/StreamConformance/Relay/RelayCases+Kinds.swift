extension RelayCases {
    static let kinds: [Case] = [
        Case("kinds/each", "Hello", "A viewer gets the kinds that it asked for, and the table names all tracks.") {
            trial in
            let tracks = both + [Wire.track(2, kind: 3, codec: "xtst")]
            let publisher = try await trial.publisher(tracks)
            let frames = [
                await publisher.frame(0), await publisher.frame(0, track: 1), await publisher.frame(0, track: 2),
                await publisher.frame(1), await publisher.frame(1, track: 1), await publisher.frame(1, track: 2),
            ]
            try await publisher.peer.expectAlive()
            // The relay ignores the higher bits.
            for kinds: UInt8 in Array(0...7) + Array(0xF8...0xFF) {
                let viewer = try await trial.viewer(kinds: kinds)
                guard kinds & 7 != 0 else {
                    let live = try await trial.viewer(start: 1, kinds: kinds)
                    try await viewer.expectSilence(ignoring: [.tracks])
                    try await live.expectSilence(ignoring: [.tracks])
                    continue
                }
                guard try await viewer.expectTracks().tracks.count == 3 else {
                    throw Finding("The table does not name all tracks.", Clause("Rules for a viewer"))
                }
                // The newest frame of the leading track, and what follows it.
                let wanted = frames.filter { kinds & 1 << $0.track != 0 }
                try await viewer.expectFrames(Array(wanted[(wanted.count / 2)...]))
                try await viewer.expectSilence()
            }
        },
        Case("kinds/gaps", "Gap", "Tracks of kinds that a viewer did not ask for do not count.") { trial in
            let publisher = try await trial.publisher(both)
            let first = await publisher.frame(0, track: 1)
            await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(kinds: 2)
            await publisher.gap(first: 1, count: 3)
            let sound = await publisher.frame(1, track: 1)
            await publisher.frame(4)
            try await viewer.expectTracks()
            try await viewer.expectFrames([first, sound])
            try await viewer.expectSilence()
        },
    ]

    static let thinning: [Case] = [
        Case(
            "thinning/video",
            "Thinning",
            "A viewer gets random access points, and gaps with the reason not requested."
        ) { trial in
            try await trial.require(.thinning)
            let publisher = try await trial.publisher()
            let first = await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(isThinned: true)
            try await viewer.expectTracks()
            try await viewer.expectFrame(first)
            await publisher.frame(1, flags: 0)
            await publisher.frame(2, flags: FrameFields.gradual)
            await publisher.frame(3, flags: FrameFields.recovered)
            let second = await publisher.frame(4)
            try await viewer.expectGap(1...3, reason: 4)
            try await viewer.expectFrame(second)
        },
        Case("thinning/sound", "Thinning", "Of an audio track, every frame is a random access point.") { trial in
            try await trial.require(.thinning)
            let publisher = try await trial.publisher([both[1]])
            let viewer = try await trial.viewer(isThinned: true)
            var frames: [FrameFields] = []
            for number: UInt64 in 0..<4 { frames.append(await publisher.frame(number, track: 1)) }
            try await viewer.expectFrames(frames, ignoring: [.tracks, .streamState])
        },
        Case(
            "thinning/gradual-only",
            "Thinning",
            "A track of gradual frames gives neither frames nor gaps; the relay asks for a key frame."
        ) { trial in
            try await trial.require(.thinning)
            let publisher = try await trial.publisher()
            let both = FrameFields.gradual | FrameFields.recovered
            for number: UInt64 in 0..<3 { await publisher.frame(number, flags: number == 0 ? both : 0) }
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(isThinned: true)
            await publisher.frame(3, flags: 0)
            try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            await publisher.frame(4, flags: both)
            try await viewer.expectSilence(ignoring: [.tracks])
        },
        Case("thinning/new-epoch", "Gap", "A later epoch counts from 0, with the reason not requested.") { trial in
            try await trial.require(.thinning)
            let publisher = try await trial.publisher()
            let first = await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(isThinned: true)
            try await viewer.expectTracks()
            try await viewer.expectFrame(first)
            await publisher.tracks([Wire.track(0)], epoch: 2)
            await publisher.frame(0, flags: 0, epoch: 2)
            await publisher.frame(1, flags: FrameFields.gradual, epoch: 2)
            let second = await publisher.frame(2, epoch: 2)
            try await viewer.expectTracks()
            try await viewer.expectGap(0...1, epoch: 2, reason: 4)
            try await viewer.expectFrame(second)
        },
    ]
}
