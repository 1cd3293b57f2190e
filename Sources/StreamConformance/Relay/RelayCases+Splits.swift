import Platform

extension RelayCases {
    /// A session in which the publisher's bytes come in two pieces, for each place between two bytes.
    static let splits: [Case] = {
        let whole = session("name", [0, 0])
        // A case tries several places, so that a run does not open thousands of connections.
        return stride(from: 1, to: whole.count, by: placesOfCase).map { first in
            let places = first..<min(first + placesOfCase, whole.count)
            return Case(
                "splits/\(places.lowerBound)-\(places.upperBound - 1)",
                "Transport",
                "The boundaries of what carries the bytes have no meaning."
            ) { trial in
                for place in places {
                    let name = trial.target.names.draw()
                    trial.publishes(name)
                    let bytes = try trial.withToken(session(name, Wire.integer(UInt16(place))), .publish)
                    let peer = try await trial.connect(path: "/" + name)
                    try await peer.send(
                        pieces: [Array(bytes[..<place]), Array(bytes[place...])],
                        pause: .milliseconds(2)
                    )
                    try await peer.expectWelcome()
                    let viewer = try await trial.viewer(name)
                    try await viewer.expectFrame(
                        FrameFields(1, payload: Wire.integer(UInt16(place)) + [1, 2, 3]),
                        ignoring: [.tracks, .streamState, .clockOffset, .frame]
                    )
                    await peer.send(Wire.ending(.goodbye, code: 1))
                    try await viewer.peer.expectEnding("end-of-stream")
                    await peer.close()
                    await viewer.peer.close()
                }
            }
        }
    }()

    private static let placesOfCase = 20

    private static func session(_ name: String, _ mark: [UInt8]) -> [UInt8] {
        let hello = Wire.hello(.publish, name, options: [Wire.option(2, Array("kit".utf8)), Wire.option(0x3A3A, [1])])
        let tracks = Wire.tracks(
            epoch: 1,
            [Wire.track(0, configuration: [1, 2], options: [Wire.option(1, [0, 1, 0, 1])])]
        )
        let rest =
            Wire.clockOffset(1, errorBound: 2) + Wire.ping(5) + Wire.message(.unknown, [7]) + FrameFields(0).bytes
            + FrameFields(1, payload: mark + [1, 2, 3]).bytes
        return Wire.preface + hello + tracks + rest
    }

    static let viewers: [Case] = [
        Case("viewer/order", "Rules for a viewer", "A viewer gets welcome, tracks, clock offset, then frames.") {
            trial in
            let publisher = try await trial.publisher()
            await publisher.peer.send(Wire.clockOffset(-1, errorBound: 4))
            let frames = [await publisher.frame(0), await publisher.frame(1, flags: 0)]
            try await publisher.peer.expectAlive()
            for kinds: UInt8 in [1, 7] {
                let viewer = try await trial.viewer(kinds: kinds)
                try await viewer.expectTracks()
                _ = try await viewer.expect(.clockOffset)
                try await viewer.expectFrames(frames)
            }
        },
        Case("viewer/many", "Rules for a relay", "Every viewer gets every frame, however many there are.") { trial in
            let publisher = try await trial.publisher()
            var viewers: [TestViewer] = []
            for _ in 0..<20 {
                viewers.append(try await trial.viewer())
                // Many handshakes may take seconds, in which those that are there answer pings.
                try await publisher.peer.expectSilence(.zero, ignoring: [.viewerCount])
                for viewer in viewers { try await viewer.expectSilence(.zero, ignoring: [.tracks, .streamState]) }
            }
            var frames: [FrameFields] = []
            for number: UInt64 in 0..<40 {
                let payload = [UInt8](repeating: UInt8(number), count: Int(number) * 300)
                frames.append(await publisher.frame(number, flags: number % 8 == 0 ? 1 : 0, payload: payload))
            }
            for viewer in viewers { try await viewer.expectFrames(frames, ignoring: [.tracks, .streamState]) }
            try await publisher.endStream()
            for viewer in viewers { try await viewer.peer.expectEnding("end-of-stream") }
        },
        Case("viewer/stalled-does-not-harm", "Rules for a viewer", "A viewer that stalls does not delay another.") {
            trial in
            let publisher = try await trial.publisher()
            let stalled = try await trial.viewer(receiveBuffer: 4096)
            try await stalled.peer.setReading(false)
            let viewer = try await trial.viewer()
            let clock = ContinuousClock()
            var worst = Duration.zero
            for number: UInt64 in 0..<60 {
                let began = clock.now
                let frame = await publisher.frame(
                    number,
                    flags: number % 10 == 0 ? 1 : 0,
                    payload: [UInt8](repeating: 1, count: 100_000)
                )
                try await viewer.expectFrame(frame, ignoring: [.tracks, .streamState])
                worst = max(worst, clock.now - began)
            }
            guard worst < .seconds(4) else {
                throw Finding("A frame took \(worst) beside a viewer that reads nothing.")
            }
        },
        Case("viewer/reports", "Receiver report", "Nothing depends on receiver reports.") { trial in
            let (publisher, viewer) = try await trial.watched()
            await viewer.peer.send(Wire.receiverReport(received: 3000, missed: 29, bytes: 25_000_000, median: 47_000))
            await viewer.peer.send(
                Wire.receiverReport(received: .max, missed: .max, bytes: .max, median: .max, high: .max)
            )
            await viewer.peer.send(Wire.receiverReport())
            try await viewer.expectFrame(await publisher.frame(1))
        },
        Case("viewer/reconnects", "Rules for a viewer", "Frames have the same names after a viewer has come back.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            let instance = viewer.welcome?.streamInstance
            await viewer.peer.reset()
            let frames = [await publisher.frame(1), await publisher.frame(2, flags: 0)]
            try await publisher.peer.expectAlive()
            let again = try await trial.viewer()
            guard again.welcome?.streamInstance == instance else { throw Finding("The stream has another instance.") }
            try await again.expectTracks()
            try await again.expectFrames(frames)
        },
        Case(
            "viewer/clean-end",
            "Rules for a viewer",
            "At the end, a viewer gets what is left and a reason of the relay."
        ) {
            trial in
            let (publisher, viewer) = try await trial.watched()
            let last = await publisher.frame(1, flags: 0, payload: [UInt8](repeating: 7, count: 300_000))
            await publisher.peer.send(Wire.ending(.goodbye, code: 1, reason: "secret words of the publisher"))
            try await viewer.expectFrame(last)
            let ending = try await viewer.peer.expectEnding("end-of-stream")
            guard !ending.reason.contains("secret") else {
                throw Finding("The reason of the publisher's goodbye is forwarded.", Clause("Extending"))
            }
        },
        Case("viewer/not-forwarded", "Extending", "Messages of unknown types and flags of others are not forwarded.") {
            trial in
            let (publisher, viewer) = try await trial.watched()
            await publisher.peer.send(Wire.message(.unknown, [1]))
            var gap = Wire.gap(first: 1, count: 1)
            gap[7] = 0xFF
            var offset = Wire.clockOffset(1, errorBound: 1)
            offset[6] = 0xFF
            await publisher.peer.send(gap, offset)
            await publisher.frame(2)
            while true {
                guard case .message(let message) = try await viewer.peer.next() else {
                    throw Finding("The connection ended.")
                }
                if message.type == .unknown { throw Finding("A message of an unknown type is forwarded.") }
                if message.type == .frame, try FrameFields(message).sequence == 2 { return }
            }
        },
    ]
}
