/// A stream for a viewer under test.
struct TestStream {
    let trial: ClientTrial
    let peer: Peer
    let hello: HelloFields

    static func begin(_ trial: ClientTrial, _ welcome: Welcome = Welcome(epoch: 1)) async throws -> TestStream {
        let (peer, hello) = try await trial.welcomed(welcome)
        return TestStream(trial: trial, peer: peer, hello: hello)
    }

    /// A table with one track of H.264.
    static func table(epoch: UInt32 = 1, track: UInt16 = 0, generation: UInt16 = 0) -> [UInt8] {
        let options = [Wire.option(1, [0, 16, 0, 16]), Wire.option(2, [0, 0, 0, 25, 0, 0, 0, 1])]
        return Wire.tracks(epoch: epoch, [Wire.track(track, generation: generation, options: options)])
    }

    /// A random access point whose mark is its number.
    static func key(_ number: UInt64, epoch: UInt32 = 1, track: UInt16 = 0, mark: Int? = nil) -> [UInt8] {
        let payload = MarkedPicture.key(mark ?? Int(number))
        return FrameFields(number, epoch: epoch, track: track, payload: payload).bytes
    }

    static func delta(_ number: UInt64, mark: Int? = nil) -> [UInt8] {
        FrameFields(number, flags: 0, payload: MarkedPicture.delta(mark ?? Int(number))).bytes
    }

    func send(_ messages: [UInt8]...) async { await peer.send(Array(messages.joined())) }

    func expectOutput(_ marks: [Int]) async throws { try await trial.expectOutput(marks, peer) }
}

extension ViewerCases {
    typealias Stream = TestStream

    static let session: [Case] = [
        Case("session/frames", "Frame", "A viewer takes each frame, in its order.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Stream.delta(1), Stream.delta(2), Stream.key(3))
            try await stream.expectOutput([0, 1, 2, 3])
        },
        Case("session/late", "Rules for a viewer", "A viewer stays connected while a stream waits for its publisher.") {
            trial in
            let stream = try await Stream.begin(trial, Welcome(epoch: 0, state: 0))
            try await stream.peer.expectAlive()
            await stream.send(Wire.streamState(1), Stream.table(), Stream.key(0), Stream.key(1))
            try await stream.expectOutput([0, 1])
        },
        Case("session/split", "Messages", "The stream can be cut at every place.", deadline: .seconds(60)) { trial in
            let stream = try await Stream.begin(trial)
            let gap = Wire.gap(reason: 1, first: 1, count: 1)
            let length = (Stream.table() + Stream.key(0) + gap).count
            for place in 0..<length {
                let number = UInt64(place) * 2
                let gap = Wire.gap(reason: 1, first: number + 1, count: 1)
                let bytes = Stream.table() + Stream.key(number) + gap
                try await stream.peer.send(
                    pieces: [Array(bytes[..<place]), Array(bytes[place...])],
                    pause: .milliseconds(1)
                )
                if place % 16 == 15 { try await stream.peer.expectAlive() }
            }
            try await stream.expectOutput((0..<length).map { $0 * 2 })
        },
        Case("session/bytes", "Messages", "The stream may come byte by byte, or all at once.") { trial in
            let stream = try await Stream.begin(trial)
            let bytes = Stream.table() + Stream.key(0) + Wire.gap(first: 1, count: 2) + Stream.key(3)
            try await stream.peer.send(pieces: bytes.map { [$0] }, pause: .microseconds(20))
            await stream.send(Array((4..<40).map { Stream.key($0) }.joined()))
            try await stream.expectOutput([0] + (3..<40))
        },
        Case("session/flags", "Messages", "Unknown flags of a frame are no error.") { trial in
            let stream = try await Stream.begin(trial)
            let frame = FrameFields(0, flags: 0xFFE1, payload: MarkedPicture.key(0))
            await stream.send(Stream.table(), frame.bytes, Stream.key(1))
            try await stream.expectOutput([0, 1])
        },
        Case("session/states", "Stream state", "A viewer stays in every state, and takes unknown ones as not live.") {
            trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0))
            for state: UInt8 in [2, 2, 1, 1, 0, 3, 255, 1] { await stream.send(Wire.streamState(state)) }
            await stream.send(Stream.key(1))
            try await stream.expectOutput([0, 1])
        },
        Case("tracks/codec", "Tracks", "A receiver ignores tracks whose codec it does not know.") { trial in
            let stream = try await Stream.begin(trial)
            let table = Wire.tracks(
                epoch: 1,
                [
                    Wire.track(0, codec: "xnew", configuration: [1, 2, 3]), Wire.track(3),
                    Wire.track(9, kind: 3, codec: "x\u{1}\u{2}\u{3}"),
                ]
            )
            await stream.send(table, Stream.key(0, track: 3, mark: 0))
            for number in 0..<3 as Range<UInt64> {
                await stream.send(Stream.key(number, mark: 900), Stream.key(number, track: 9, mark: 901))
            }
            await stream.send(Stream.key(1, track: 3, mark: 1))
            try await stream.expectOutput([0, 1])
        },
        Case(
            "tracks/aac-without-configuration",
            "Codecs",
            "A viewer ignores a track of AAC without a configuration."
        ) { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(
                Wire.tracks(epoch: 1, [Wire.track(0), Wire.track(1, kind: 2, codec: "mp4a")]),
                Stream.key(0, mark: 0)
            )
            for number in 0..<3 as Range<UInt64> { await stream.send(Stream.key(number, track: 1, mark: 900)) }
            await stream.send(Stream.key(1, mark: 1))
            try await stream.expectOutput([0, 1])
        },
        Case("tracks/options", "Tracks", "A track may have unknown options, and hints that are wrong.") { trial in
            let stream = try await Stream.begin(trial)
            let options = [
                Wire.option(1, [0, 0, 0, 0]), Wire.option(2, [0, 0, 0, 0, 0, 0, 0, 0]), Wire.option(0x3A3A, [1, 2, 3]),
                Wire.option(5, Array("de".utf8)),
            ]
            await stream.send(Wire.tracks(epoch: 1, [Wire.track(0, generation: 0xFFFF, options: options)]))
            let frame = FrameFields(0, generation: 0xFFFF, payload: MarkedPicture.key(0))
            await stream.send(frame.bytes)
            try await stream.expectOutput([0])
        },
        Case("tracks/sixteen", "Limits", "A table may have 16 tracks, and 65536 bytes.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Wire.tracks(epoch: 1, RelayCases.fullTable(65536)))
            try await stream.peer.expectAlive()
            await stream.send(Wire.tracks(epoch: 1, (0..<16).map { Wire.track($0) }), Stream.key(0))
            try await stream.expectOutput([0])
        },
        Case("tracks/replaced", "Tracks", "A table replaces the table before it.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(track: 4), Stream.key(0, track: 4, mark: 0))
            await stream.send(Stream.table(epoch: 2, track: 7), Stream.key(0, epoch: 2, track: 7, mark: 1))
            await stream.send(
                Stream.table(epoch: 2, track: 7, generation: 1),
                Stream.key(1, epoch: 2, track: 7, mark: 2)
            )
            try await stream.expectOutput([0, 1, 2])
        },
        Case(
            "tracks/unknown-track",
            "Tracks",
            "A frame of a track that the table does not have is ignored, or is malformed."
        ) { trial in
            try trial.requireStart()
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Stream.key(0, track: 5, mark: 900))
            try await expectIgnored(stream, Stream.key(1), [0, 1])
        },
        Case(
            "tracks/unknown-epoch",
            "Tracks",
            "A frame of an epoch that the table does not have is ignored, or is malformed."
        ) { trial in
            try trial.requireStart()
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Stream.key(1, epoch: 3, mark: 900))
            try await expectIgnored(stream, Stream.key(1), [0, 1])
        },
    ]

    /// The viewer either goes on, or ends with `malformed-message`.
    private static func expectIgnored(_ stream: Stream, _ next: [UInt8], _ marks: [Int]) async throws {
        await stream.send(next, Wire.ping(-5))
        while true {
            switch try await stream.peer.next() {
            case .end: return
            case .message(let message) where message.type == .pong:
                if try Pong(message).sent == -5 { return try await stream.expectOutput(marks) }
            case .message(let message) where message.type == .error || message.type == .goodbye:
                let code = EndingCode.name(try EndingFields(message).code)
                guard code == "malformed-message" else { throw Finding("The viewer answered with \(code).") }
                return
            case .message, .preface: continue
            }
        }
    }
}
