extension RelayCases {
    static let tracks: [Case] = [
        Case("tracks/forwarded", "Extending", "A table passes unchanged, with the options of the document.") { trial in
            let options = [
                Wire.option(1, [0x07, 0x80, 0x04, 0x38]), Wire.option(2, [0, 0, 0x75, 0x30, 0, 0, 3, 0xE9]),
                Wire.option(3, [0, 0, 0xBB, 0x80]), Wire.option(4, [6]), Wire.option(5, Array("de-CH".utf8)),
            ]
            let tracks = [
                Wire.track(15, kind: 3, codec: "xGPS", generation: 0xFFFF, configuration: [1, 2, 3]),
                Wire.track(0, kind: 1, codec: "H264", generation: 9, options: options),
                Wire.track(7, kind: 2, codec: "\u{1}\u{2} ~", configuration: [UInt8](repeating: 5, count: 3072)),
            ]
            let viewer = try await trial.viewer()
            let publisher = try await trial.publisher(tracks)
            let table = try TrackTableFields(await viewer.expect(.tracks, ignoring: [.streamState]))
            let sent = try TrackTableFields(
                Message(
                    type: .tracks,
                    flags: 0,
                    body: Array(
                        Wire.tracks(epoch: publisher.epoch, tracks).dropFirst(8)
                    )
                )
            )
            guard table == sent else { throw Finding("The table that came is another than the one that was sent.") }
        },
        Case("tracks/equal", "Rules for a publisher", "The relay does not forward a table that equals the one before.")
        {
            trial in
            let publisher = try await trial.publisher()
            let first = await publisher.frame(0)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(first)
            for _ in 0..<3 { await publisher.tracks([Wire.track(0)]) }
            try await viewer.expectFrame(await publisher.frame(1))
        },
        Case("tracks/changed", "Tracks", "The relay sends a viewer the table before the first frame that needs it.") {
            trial in
            let publisher = try await trial.publisher()
            let first = await publisher.frame(0)
            await publisher.tracks([Wire.track(0), Wire.track(1, kind: 3, codec: "xabc")])
            let second = [await publisher.frame(0, track: 1), await publisher.frame(1, flags: 0)]
            try await publisher.peer.expectAlive()
            // This viewer begins before the change, the next one behind it.
            let viewer = try await trial.viewer()
            guard try await viewer.expectTracks().tracks.count == 1 else {
                throw Finding("The first table is a later one.")
            }
            try await viewer.expectFrame(first)
            guard try await viewer.expectTracks().tracks.count == 2 else {
                throw Finding("The second table is missing.")
            }
            try await viewer.expectFrames(second)
            let third = await publisher.frame(2)
            try await publisher.peer.expectAlive()
            let late = try await trial.viewer()
            guard try await late.expectTracks().tracks.count == 2 else {
                throw Finding("The first table is an old one.")
            }
            try await late.expectFrame(third)
        },
        Case("tracks/generation", "Frame", "The relay does not check the generation of a frame.") { trial in
            let publisher = try await trial.publisher([Wire.track(0, generation: 3)])
            let frame = FrameFields(0, generation: 77)
            await publisher.peer.send(frame.bytes)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
        Case("tracks/reserved", "Conventions", "The relay ignores reserved bytes of a table.") { trial in
            let peer = try await trial.join(.publish)
            var table = Wire.tracks(epoch: 1, [Wire.track(0)])
            for index in [6, 7, 14, 15, 19, 30, 31] { table[index] = 0xFF }
            await peer.send(table)
            try await peer.expectAlive()
            let viewer = try await trial.viewer()
            await peer.send(FrameFields(0).bytes)
            // The check of each message finds reserved bytes that the relay passes on.
            try await viewer.expectTracks()
        },
    ]

    static let frames: [Case] = [
        Case(
            "frame/bytes",
            "Rules for a relay",
            "The relay forwards frames byte for byte, and never reads the payload."
        ) { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let payloads: [[UInt8]] = [
                [], [0], Array(0...255), [UInt8](repeating: 0xFF, count: 70_000),
                (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) },
            ]
            for (number, payload) in payloads.enumerated() {
                let frame = FrameFields(
                    UInt64(number),
                    flags: 0xFFE0 | (number == 0 ? 1 : 0),
                    generation: 0xABCD,
                    decodeTime: .min + Int64(number),
                    presentationTime: .max - Int64(number),
                    captureTime: -1,
                    payload: payload
                )
                await publisher.peer.send(frame.bytes)
                try await viewer.expectFrame(frame, ignoring: [.tracks, .streamState])
            }
        },
        Case("frame/each-flag", "Messages", "A relay forwards every flag of a frame, known or not.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            var frames = [await publisher.frame(0)]
            for bit in 0..<16 { frames.append(await publisher.frame(UInt64(bit + 1), flags: 1 << UInt16(bit))) }
            try await viewer.expectFrames(frames, ignoring: [.tracks, .streamState])
        },
        Case("frame/order", "Frame", "A viewer gets the frames of different tracks in the publisher's order.") {
            trial in
            let publisher = try await trial.publisher(both)
            let viewer = try await trial.viewer()
            var frames = [await publisher.frame(0)]
            var sound: UInt64 = 0
            for number: UInt64 in 1..<60 {
                if number % 3 != 0 {
                    frames.append(await publisher.frame(sound, track: 1))
                    sound += 1
                }
                frames.append(await publisher.frame(number, flags: number % 10 == 0 ? 1 : 0))
            }
            try await viewer.expectFrames(frames, ignoring: [.tracks, .streamState])
        },
        Case("frame/decode-times", "Frame", "The relay does not check decode times.") { trial in
            let publisher = try await trial.publisher()
            let viewer = try await trial.viewer()
            let frames = [100, -5, 100, 0].enumerated().map { FrameFields(UInt64($0), decodeTime: Int64($1)) }
            await publisher.peer.send(Array(frames.map(\.bytes).joined()))
            try await viewer.expectFrames(frames, ignoring: [.tracks, .streamState])
        },
        Case("frame/highest-number", "Frame", "The highest sequence number is 2^64 - 2.") { trial in
            let publisher = try await trial.publisher()
            let frame = await publisher.frame(.max - 1)
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrame(frame)
        },
        Case("frame/second-track", "Rules for a viewer", "Each track begins with a start frame of its own.") { trial in
            let publisher = try await trial.publisher([Wire.track(0), Wire.track(1)])
            await publisher.frame(0, track: 1)
            let first = await publisher.frame(0)
            await publisher.frame(1, track: 1, flags: 0)
            let rest = [await publisher.frame(1, flags: 0), await publisher.frame(2, track: 1)]
            try await publisher.peer.expectAlive()
            let viewer = try await trial.viewer()
            try await viewer.expectTracks()
            try await viewer.expectFrames([first] + rest)
        },
    ]
}
