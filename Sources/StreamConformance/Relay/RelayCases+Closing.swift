import NIOCore

extension RelayCases {
    static let closing: [Case] = [
        Case("closing/reads-on", "Closing", "After an error, the relay reads on, so that the error is not lost.") {
            trial in
            let peer = try await trial.join(.publish)
            let rest = [UInt8](repeating: 0x5A, count: 1 << 20)
            await peer.send(Wire.message(.ping, []))
            for _ in 0..<4 { peer.post(rest) }
            try await peer.expectEnding("malformed-message")
        },
        Case("closing/after-a-second", "Closing", "The relay closes after one second if the client does not.") {
            trial in
            let peer = try await trial.join(.subscribe)
            await peer.send(Wire.message(.ping, []))
            try await peer.expectEnding("malformed-message")
            let clock = ContinuousClock()
            let deadline = clock.now + Peer.patience
            // The first bytes after the close are answered by a reset, and the next ones find it.
            while !peer.mailbox.isGone {
                guard clock.now < deadline else { throw Finding("The relay did not close within \(Peer.patience).") }
                try await Task.sleep(for: .milliseconds(200))
                await peer.sendRaw([0])
            }
        },
        Case("closing/goodbye", "Closing", "The receiver of a goodbye closes.") { trial in
            for role in [Role.publish, .subscribe] {
                let peer = try await trial.join(role)
                await peer.send(Wire.ending(.goodbye, code: 0, reason: "Enough.", options: [Wire.option(0x7F00)]))
                try await peer.expectClose()
            }
        },
        Case(
            "closing/before-welcome",
            "Closing",
            "A client that half-closes before the welcome gets malformed-message."
        ) {
            trial in
            let peer = try await trial.connect()
            await peer.send(Wire.preface)
            try await peer.expectPreface()
            await peer.finishSending()
            guard trial.target.connector.carrier == .tcp else {
                return try await peer.expectNothingBehind(orEnding: "malformed-message")
            }
            try await peer.expectEnding("malformed-message")
        },
        Case("closing/unknown-code", "Error registry", "A code that the relay does not know ends a connection.") {
            trial in
            for code: UInt16 in [0x00F0, 0x01F0, 0x02FF, 0x03F7, 0x04F0, 0x7F00, 0xFFFF] {
                let peer = try await trial.join(.subscribe)
                await peer.send(Wire.ending(code >> 8 == 0 ? .goodbye : .error, code: code))
                try await peer.expectClose()
            }
        },
        Case("closing/redirect-from-client", "Reconnecting", "With another code, the option redirect has no meaning.") {
            trial in
            let peer = try await trial.join(.subscribe)
            await peer.send(
                Wire.ending(.goodbye, code: 0, options: [Wire.option(1, Array("nowhere.invalid:1/x".utf8))])
            )
            try await peer.expectClose()
        },
    ]

    static let roles: [Case] = {
        let ofPublisher: Set<UInt16> = [3, 4, 5, 12, 9, 10, 13, 14]
        let ofViewer: Set<UInt16> = [6, 7, 9, 10, 13, 14]
        let allowed: [(Role, Set<UInt16>)] = [
            (.publish, ofPublisher), (.subscribe, ofViewer), (.relay, ofViewer.union([8])), (.list, [9, 10, 13, 14]),
        ]
        return allowed.flatMap { role, types in
            (1...15 as ClosedRange<UInt16>).map { number in
                let type = MessageNumber(rawValue: number)
                let isAllowed = types.contains(number)
                let words = "\(role)-\(type)".split(separator: " ").joined(separator: "-")
                let answer = isAllowed ? "waits for the body of" : "answers with unexpected-message the header of"
                return Case(
                    "roles/\(words)",
                    "Rules for a relay",
                    "In the role \(role), the relay \(answer) '\(type)'."
                ) {
                    trial in
                    try await trial.require(role)
                    let peer = try await trial.join(role)
                    if role == .publish { await peer.send(Wire.tracks(epoch: 1, [Wire.track(0)])) }
                    await peer.send(Wire.header(type, length: 40))
                    guard isAllowed else { return _ = try await peer.expectEnding("unexpected-message") }
                    try await peer.expectSilence(.milliseconds(150), ignoring: [.viewerCount, .streams])
                }
            }
        }
    }()

    static let loops: [Case] = [
        Case("path/welcome", "Path", "The welcome to a client of the role relay has the relay's id as path.") { trial in
            try await trial.require(.relay)
            try await trial.require(.path)
            let path = try await trial.join(.relay).welcome?.path
            guard path?.count == 1 else { throw Finding("The path of the welcome has \(path?.count ?? 0) relays.") }
            let other = try await trial.join(.relay, trial.stream + "/other", options: [Wire.option(10, relayID)])
            guard other.welcome?.path == path else { throw Finding("Another welcome has another path.") }
            guard try await trial.viewer().welcome?.path == nil else {
                throw Finding("A viewer gets a path.", Clause("Welcome"))
            }
        },
        Case("path/loop", "Path", "The relay refuses a hello whose path has its own id.") { trial in
            try await trial.require(.relay)
            try await trial.require(.path)
            guard let id = try await trial.join(.relay).welcome?.path?.first else {
                throw Finding("The welcome has no path.")
            }
            for path in [id, relayID + id, id + relayID, relayID + relayID + relayID + id] {
                let peer = try await trial.open(.relay, options: [Wire.option(10, path)])
                try await peer.expectEnding("relay-loop")
            }
            _ = try await trial.join(.subscribe, options: [Wire.option(10, id)])
        },
        Case("arrivals/relay", "Arrivals", "Arrivals name frames of the stream, with the times at which they came.") {
            trial in
            try await trial.require(.relay)
            let publisher = try await trial.publisher()
            await publisher.frame(0)
            await publisher.frame(1, flags: 0)
            try await publisher.peer.expectAlive()
            let relay = try await trial.join(.relay)
            let pong = try await relay.expectAlive()
            relay.skipsArrivals = false
            await relay.send(Wire.ping(1))
            _ = try await relay.expect(.pong, ignoring: [.tracks, .frame, .arrivals])
            // A relay need not send any.
            guard let message = try await relay.pollMessage(Peer.silence), message.type == .arrivals else { return }
            let arrivals = try ArrivalsFields(message)
            let numbers = Set(arrivals.frames.map(\.number))
            guard arrivals.epoch == 1, arrivals.hops == 0, numbers.isSubset(of: [0, 1]) else {
                throw Finding("They name epoch \(arrivals.epoch), \(arrivals.hops) hops and the frames \(numbers).")
            }
            guard arrivals.frames.allSatisfy({ $0.track == 0 && $0.arrival <= pong.answered }) else {
                throw Finding("A frame came after the pong that followed it.")
            }
        },
        Case("relay/served", "Relays behind relays", "A client of the role relay is served as a viewer.") { trial in
            try await trial.require(.relay)
            let publisher = try await trial.publisher(both)
            let frames = [await publisher.frame(0), await publisher.frame(0, track: 1), await publisher.frame(3)]
            try await publisher.peer.expectAlive()
            let peer = try await trial.join(.relay, options: [Wire.option(10, relayID)])
            let viewer = TestViewer(peer)
            await peer.send(Wire.viewerCount(3), Wire.receiverReport(received: 1))
            try await viewer.expectTracks()
            try await viewer.expectFrame(frames[2])
            try await publisher.endStream()
            try await peer.expectEnding("end-of-stream")
        },
    ]

    private static let relayID = [UInt8](repeating: 0xE7, count: 16)
}

extension Peer {
    /// The end, after an error with this name or none.
    func expectNothingBehind(orEnding name: String) async throws {
        while true {
            switch try await next() {
            case .end: return
            case .message(let message) where message.type == .error || message.type == .goodbye:
                let code = EndingCode.name(try EndingFields(message).code)
                guard code == name else { throw Finding("The connection ended with \(code), not with \(name).") }
            case .message, .preface: continue
            }
        }
    }
}
