extension ViewerCases {
    static let extremes: [Case] = [
        Case("extreme/times", "Frame", "Times of a frame may be any numbers.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), Wire.clockOffset(0, errorBound: 0))
            let times: [Int64] = [.max, .min, 0, -1, .max, 1]
            for (place, time) in times.enumerated() {
                let frame = FrameFields(
                    UInt64(place) + 1,
                    flags: FrameFields.randomAccess | FrameFields.discontinuity,
                    decodeTime: time,
                    presentationTime: times[(place + 1) % times.count],
                    captureTime: times[(place + 2) % times.count],
                    payload: MarkedPicture.key(place + 1)
                )
                await stream.send(frame.bytes)
            }
            // Containers cannot hold such times, so the output is not compared.
            try await stream.peer.expectAlive()
        },
        Case("extreme/backwards", "Frame", "Decode times that decrease without the flag are no error.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0))
            for (place, time) in [9_000_000, 8_000_000, 8_000_000, 0].enumerated() as EnumeratedSequence<[Int64]> {
                let payload = MarkedPicture.key(place + 1)
                await stream.send(FrameFields(UInt64(place) + 1, decodeTime: time, payload: payload).bytes)
            }
            try await stream.peer.expectAlive()
        },
        Case("extreme/offsets", "Clock offset", "A clock offset may have any numbers.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Wire.clockOffset(.min, errorBound: .max), Stream.table())
            for offset: Int64 in [.max, .min, 0, -1] {
                await stream.send(Wire.clockOffset(offset, errorBound: .max), Wire.clockOffset(offset, errorBound: 0))
            }
            let frame = FrameFields(0, captureTime: .min, payload: MarkedPicture.key(0))
            await stream.send(frame.bytes)
            try await stream.expectOutput([0])
        },
        Case("extreme/welcome", "Welcome", "Numbers of a welcome may be the largest.") { trial in
            let welcome = Welcome(
                epoch: .max,
                streamInstance: .max,
                maximumFrameLength: .max,
                pingInterval: .max,
                maximumLatency: .max,
                state: 255,
                options: [2: [255, 255, 255, 255]]
            )
            let stream = try await Stream.begin(trial, welcome)
            await stream.send(Stream.table(epoch: .max), Stream.key(0, epoch: .max))
            try await stream.expectOutput([0])
        },
        Case("extreme/empty", "Frame", "A frame may have no payload.") { trial in
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Stream.key(0), FrameFields(1, flags: 0, payload: []).bytes, Stream.key(2))
            try await stream.expectOutput([0, 2])
        },
        Case("extreme/garbage", "Security", "A payload or a configuration that no decoder can read is no error.") {
            trial in
            let stream = try await Stream.begin(trial)
            let track = Wire.track(0, configuration: [UInt8](repeating: 0xFF, count: 3072))
            await stream.send(Wire.tracks(epoch: 1, [track]))
            for (number, count) in [1, 3, 4, 5, 6, 50, 5000].enumerated() {
                let payload = (0..<count).map { $0 == 3 ? 1 : UInt8(truncatingIfNeeded: ($0 - 4) &* 101 &+ 0x67) }
                await stream.send(FrameFields(UInt64(number), payload: [0, 0, 0] + payload).bytes)
            }
            try await stream.peer.expectAlive()
        },
        Case("extreme/frame-longest", "Welcome", "A frame may be as long as the welcome says.") { trial in
            try trial.requireStart()
            let stream = try await Stream.begin(trial, Welcome(epoch: 1, maximumFrameLength: 300_000))
            let padding =
                [0, 0, 0, 1, 0x0C] + [UInt8](repeating: 0xFF, count: 300_000 - 5 - MarkedPicture.key(0).count - 1)
            let payload = MarkedPicture.key(0) + padding + [0x80]
            await stream.send(Stream.table(), FrameFields(0, payload: payload).bytes, Wire.ping(-6))
            while true {
                switch try await stream.peer.next() {
                case .message(let message)
                where message.type == .pong && message.body == Wire.integer(Int64(-6)) + message.body.dropFirst(8):
                    return
                case .message(let message) where message.type == .error:
                    let code = EndingCode.name(try EndingFields(message).code)
                    // A viewer may have a lower bound of its own.
                    guard code == "message-too-long" else { throw Finding("The viewer answered with \(code).") }
                    return
                // So may one that only closes.
                case .end: return
                default: continue
                }
            }
        },
        Case("extreme/frame-too-long", "Limits", "A longer frame ends the connection when its header has come.") {
            trial in
            try trial.requireStart()
            let stream = try await Stream.begin(trial, Welcome(epoch: 1, maximumFrameLength: 5000))
            await stream.send(Stream.table(), Wire.header(.frame, length: 40 + 5001))
            try await trial.expectFault(stream.peer, "message-too-long")
        },
        Case("extreme/frame-huge", "Limits", "A frame of 4 GiB ends the connection before it comes.") { trial in
            try trial.requireStart()
            let stream = try await Stream.begin(trial)
            await stream.send(Stream.table(), Wire.header(.frame, length: Int(UInt32.max)))
            try await trial.expectFault(stream.peer, "message-too-long")
        },
    ]
}
