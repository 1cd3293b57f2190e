extension RelayCases {
    static let messages: [Case] = [
        Case("messages/flags", "Messages", "A receiver ignores flags that it does not know.") { trial in
            let peer = try await trial.join(.subscribe)
            await peer.send(Wire.message(.ping, Wire.integer(Int64(77)), flags: 0xFFFF))
            guard try Pong(await peer.expect(.pong)).sent == 77 else { throw Finding("The pong repeats another time.") }
        },
        Case(
            "messages/unknown",
            "Messages",
            "A receiver skips a message of a type that it does not know, up to the longest."
        ) { trial in
            let peer = try await trial.join(.publish)
            for length in [0, 1, 4096] {
                await peer.send(Wire.message(.unknown, [UInt8](repeating: 0xFF, count: length), flags: 0xFFFF))
            }
            try await peer.expectAlive()
        },
        Case("messages/grease", "Grease", "A receiver skips all eight numbers without a meaning.") { trial in
            for role in [Role.publish, .subscribe] {
                let options = MessageNumber.grease.map { Wire.option($0, [1, 2, 3]) }
                let peer = try await trial.join(role, options: options)
                for number in MessageNumber.grease {
                    await peer.send(Wire.message(MessageNumber(rawValue: number), [0xAA, 0xAA]))
                }
                try await peer.expectAlive()
            }
        },
        Case("messages/private", "Extending", "Private numbers without the critical bit are skipped.") { trial in
            let options = [Wire.option(0x7F00, [1]), Wire.option(0x7FFF)]
            let peer = try await trial.join(.subscribe, options: options)
            for number: UInt16 in [0x7F00, 0x7FFF] {
                await peer.send(Wire.message(MessageNumber(rawValue: number), [1]))
            }
            try await peer.expectAlive()
        },
        Case("messages/private-critical", "Extending", "Private numbers with the critical bit end a connection.") {
            trial in
            for number: UInt16 in [0xFF00, 0xFFFF, 0x8000, 0x800F] {
                let peer = try await trial.join(.publish)
                await peer.send(Wire.header(MessageNumber(rawValue: number), length: 3))
                try await peer.expectEnding("unknown-critical")
            }
        },
        Case("messages/after-error", "Messages", "A fault in a message behind a fault has no answer.") { trial in
            let peer = try await trial.join(.publish)
            await peer.send(Wire.message(.ping, []), Wire.message(.critical, []), Wire.ping(1))
            try await peer.expectEnding("malformed-message")
        },
        Case("limits/hello-8192", "Limits", "The body of a hello may have 8192 bytes.") { trial in
            let others = trial.options(.subscribe)
            let fixed = 20 + trial.stream.utf8.count + others.reduce(0) { $0 + $1.count }
            let padding = Wire.option(0x7F01, [UInt8](repeating: 1, count: 8192 - fixed - 4))
            let peer = try await trial.connect()
            await peer.send(Wire.preface, Wire.hello(.subscribe, trial.stream, options: others + [padding]))
            try await peer.expectWelcome()
        },
        Case("limits/tracks-65536", "Limits", "The body of a track table may have 65536 bytes.") { trial in
            let publisher = try await trial.publisher(fullTable(65536))
            await publisher.frame(0)
            try await publisher.peer.expectAlive()
            await publisher.peer.send(Wire.header(.tracks, length: 65537))
            try await publisher.peer.expectEnding("message-too-long")
        },
        Case("limits/frame", "Limits", "A frame may be as long as the welcome says, and no longer.") { trial in
            let publisher = try await trial.publisher()
            let limit = Int(publisher.peer.welcome?.maximumFrameLength ?? 0)
            guard limit <= longestFrame else {
                throw NotApplicable("The relay takes frames of \(limit) bytes, which this case does not send.")
            }
            await publisher.frame(0, payload: [UInt8](repeating: 0x55, count: limit))
            try await publisher.peer.expectAlive()
            await publisher.peer.send(Wire.header(.frame, length: 40 + limit + 1))
            try await publisher.peer.expectEnding("message-too-long")
        },
        Case("limits/options", "Options", "A message may have 32 options, and in a table each track.") { trial in
            let options = (0..<32).map { Wire.option(0x7F00 + $0) }
            let publisher = try await trial.publisher((0..<16).map { Wire.track($0, options: options) })
            try await publisher.peer.expectAlive()
        },
        Case("limits/client-name-128", "Limits", "A client name may have 128 bytes, and be empty.") { trial in
            for count in [0, 128] {
                _ = try await trial.join(
                    .subscribe,
                    options: [Wire.option(2, [UInt8](repeating: 0x61, count: count))]
                )
            }
        },
        Case("limits/reason-512", "Limits", "A reason and a redirect may have 512 bytes.") { trial in
            let peer = try await trial.join(.subscribe)
            let text = String(repeating: "ä", count: 256)
            await peer.send(
                Wire.ending(.error, code: 0x0102, reason: text, options: [Wire.option(1, Array(text.utf8))])
            )
            try await peer.expectClose()
        },
        Case("limits/token-4096", "Limits", "A token of 4096 bytes, each 0x21 to 0x7E, is well formed.") { trial in
            let token = (0..<4096).map { 0x21 + UInt8($0 % 94) }
            let peer = try await trial.connect()
            await peer.send(Wire.preface, Wire.hello(.subscribe, trial.stream, options: [Wire.option(0x8001, token)]))
            try await peer.expectPreface()
            let message = try await peer.message()
            guard message.type != .welcome else { return }
            let code = EndingCode.name(try EndingFields(message).code)
            guard ["unauthorized", "forbidden", "encryption-required"].contains(code) else {
                throw Finding("The token was answered with \(code).")
            }
        },
    ]

    /// Longer frames would need much memory of this program.
    private static let longestFrame = 64 << 20

    /// A table of 16 tracks whose body has just this length.
    static func fullTable(_ length: Int) -> [[UInt8]] {
        let configuration = [UInt8](repeating: 7, count: 3072)
        let rest = length - 8 - 16 * (16 + 3072)
        return (0..<16).map { number in
            let share = rest / 16 + (number == 0 ? rest % 16 : 0)
            return Wire.track(
                UInt16(number),
                configuration: configuration,
                options: [Wire.option(0x7F09, [UInt8](repeating: 1, count: share - 4))]
            )
        }
    }
}
