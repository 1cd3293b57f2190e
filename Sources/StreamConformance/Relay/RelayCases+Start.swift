extension RelayCases {
    static let start: [Case] = [
        Case("start/last", "Hello", "A viewer begins with the newest start frame and gets everything after it.") {
            trial in
            let publisher = try await trial.publisher()
            var frames: [FrameFields] = []
            for number: UInt64 in 0..<8 { frames.append(await publisher.frame(number, flags: number % 3 == 0 ? 1 : 0)) }
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            guard viewer.welcome?.state == 1, viewer.welcome?.epoch == 1 else {
                throw Finding("The welcome does not say that epoch 1 is live.", Clause("Welcome"))
            }
            try await viewer.expectTracks()
            try await viewer.expectFrames(Array(frames[6...]))
            try await viewer.expectFrame(await publisher.frame(8, flags: 0))
        },
        Case("start/live", "Hello", "A viewer with the start live begins with the newest frame or the next one.") {
            trial in
            let publisher = try await trial.publisher()
            for number: UInt64 in 0..<5 { await publisher.frame(number, flags: number == 0 ? 1 : 0) }
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(start: 1)
            for number: UInt64 in 5..<8 { await publisher.frame(number, flags: 0) }
            try await viewer.expectTracks()
            let first = try FrameFields(await viewer.expect(.frame)).sequence
            guard first == 4 || first == 5 else { throw Finding("The first frame is \(first), not 4 or 5.") }
            while try FrameFields(await viewer.expect(.frame)).sequence < 7 {}
        },
        Case("start/live-before-publisher", "Hello", "A live viewer of a stream to come gets every frame.") { trial in
            let viewer = try await trial.viewer(start: 1)
            let publisher = try await trial.publisher()
            let frames = [await publisher.frame(0, flags: 0), await publisher.frame(1, flags: 0)]
            try await viewer.expectState(1)
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("start/next", "Hello", "A viewer with the start next begins with the next start frame.") { trial in
            let publisher = try await trial.publisher()
            for number: UInt64 in 0..<3 { await publisher.frame(number, flags: number == 0 ? 1 : 0) }
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(start: 2)
            await publisher.frame(3, flags: 0)
            let frames = [await publisher.frame(4), await publisher.frame(5, flags: 0)]
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("start/next-gradual", "Hello", "A gradual frame is a start frame for a viewer with the start next.") {
            trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer(start: 2)
            let frames = [
                await publisher.frame(1, flags: FrameFields.gradual), await publisher.frame(2, flags: 0),
                await publisher.frame(3, flags: FrameFields.recovered),
            ]
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("start/gradual-complete", "Conventions", "A gradual frame is complete when its recovered frame has come.")
        {
            trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0)
            let frames = [
                await publisher.frame(1, flags: FrameFields.gradual), await publisher.frame(2, flags: 0),
                await publisher.frame(3, flags: FrameFields.recovered), await publisher.frame(4, flags: 0),
                await publisher.frame(5, flags: FrameFields.gradual),
            ]
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("start/gradual-at-once", "Frame", "A frame with both flags is right from itself on.") { trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0)
            let both = FrameFields.gradual | FrameFields.recovered
            let frames = [await publisher.frame(1, flags: both), await publisher.frame(2, flags: 0)]
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("start/gradual-only", "Hello", "Without a complete start frame, a viewer begins with the newest gradual.")
        {
            trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0, flags: FrameFields.gradual)
            let frames = [
                await publisher.frame(1, flags: FrameFields.gradual), await publisher.frame(2, flags: 0),
            ]
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case("start/asks", "Hello", "Without a frame to begin with, the relay asks the publisher for a key frame.") {
            trial in
            let publisher = try await trial.publisher()
            await publisher.frame(0, flags: 0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            let request = try await publisher.peer.expect(.keyFrameRequest, ignoring: [.viewerCount])
            guard try KeyFrameRequestFields(request).track == 0 else {
                throw Finding("The request is for another track.", Clause("Key frame request"))
            }
            await publisher.frame(1, flags: 0)
            let frame = await publisher.frame(2)
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
        Case("start/sound-first", "Hello", "A viewer that waits hears sound that comes before the first picture.") {
            trial in
            let viewer = try await trial.viewer()
            let publisher = try await trial.publisher(both)
            let sound = [await publisher.frame(0, track: 1), await publisher.frame(1, track: 1)]
            let picture = await publisher.frame(0)
            try await viewer.expectState(1)
            try await viewer.expectTracks()
            try await viewer.expectFrames(sound + [picture])
        },
        Case("start/picture-leads", "Hello", "A viewer that joins hears nothing before it has a picture.") { trial in
            let publisher = try await trial.publisher(both)
            await publisher.frame(0)
            await publisher.frame(0, track: 1)
            await publisher.frame(1, flags: 0)
            await publisher.frame(1, track: 1)
            let frames = [
                await publisher.frame(2), await publisher.frame(2, track: 1), await publisher.frame(3, flags: 0),
            ]
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrames(frames)
        },
        Case(
            "start/lowest-video-leads",
            "Conventions",
            "Of several video tracks, the one with the lowest number leads."
        ) { trial in
            let publisher = try await trial.publisher([Wire.track(5), Wire.track(3)])
            await publisher.frame(0, track: 3)
            await publisher.frame(0, track: 5)
            let frames = [await publisher.frame(1, track: 3), await publisher.frame(1, track: 5, flags: 0)]
            let second = await publisher.frame(2, track: 5)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrames([frames[0], second])
        },
    ]

    /// Video as track 0 and sound as track 1.
    static let both = [
        Wire.track(0), Wire.track(1, kind: 2, codec: "mp4a", configuration: [0x11, 0x90]),
    ]
}
