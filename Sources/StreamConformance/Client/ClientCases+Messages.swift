extension ClientCases {
    static let messages: [Case] = [
        Case("messages/unknown", "Messages", "A receiver skips a message of a type that it does not know.") { trial in
            let (peer, _) = try await trial.welcomed()
            for length in [0, 1, 4096] {
                await peer.send(Wire.message(.unknown, [UInt8](repeating: 0xFF, count: length), flags: 0xFFFF))
            }
            try await peer.expectAlive()
        },
        Case("messages/unknown-first", "Messages", "A client skips unknown types before the welcome, too.") { trial in
            let (peer, _) = try await trial.hello()
            await peer.send(Wire.preface, Wire.message(.unknown, [1, 2, 3]), Wire.message(.unknown, []))
            await peer.send(Welcome(epoch: 1).bytes)
            try await peer.expectAlive()
        },
        Case("messages/unknown-long", "Limits", "An unknown message of more than 4096 bytes is too long.") { trial in
            try trial.requireStart()
            let (peer, _) = try await trial.welcomed()
            await peer.send(Wire.header(.unknown, length: 4097))
            try await trial.expectFault(peer, "message-too-long")
        },
        Case("messages/welcome-twice", "Error registry", "A message that is not allowed in this state is a fault.") {
            trial in
            try trial.requireStart()
            let (peer, _) = try await trial.welcomed()
            await peer.send(Welcome(epoch: 1).bytes)
            try await trial.expectFault(peer, "unexpected-message")
        },
        Case("messages/flags", "Messages", "A receiver ignores flags that it does not know.") { trial in
            let (peer, _) = try await trial.hello()
            let welcome = Welcome(epoch: 1).bytes
            await peer.send(Wire.preface, welcome[..<6] + [0xFF, 0xFF] + welcome[8...])
            await peer.send(Wire.message(.ping, Wire.integer(Int64(77)), flags: 0xFFFF))
            try await expectPong(77, peer)
        },
        Case("messages/reserved", "Conventions", "A receiver ignores reserved bytes.") { trial in
            let (peer, _) = try await trial.hello()
            var welcome = Welcome(epoch: 1).bytes
            for place in 33..<36 { welcome[place] = 0xFF }
            await peer.send(Wire.preface, welcome)
            try await peer.expectAlive()
        },
        Case("messages/grease", "Grease", "A receiver skips all eight numbers, as types and as options.") { trial in
            let options = Dictionary(
                uniqueKeysWithValues: MessageNumber.grease.map { ($0, [UInt8](arrayLiteral: 1, 2)) }
            )
            let (peer, _) = try await trial.welcomed(Welcome(epoch: 1, options: options))
            for number in MessageNumber.grease {
                await peer.send(Wire.message(MessageNumber(rawValue: number), [0xAA, 0xAA]))
            }
            try await peer.expectAlive()
        },
        Case("messages/options", "Options", "A message may have 32 options, in any order.") { trial in
            let (peer, _) = try await trial.hello()
            let options = (0..<31).reversed().map { Wire.option(0x7F00 + UInt16($0), [1]) } + [Wire.option(1, [0x61])]
            let body = Welcome(epoch: 1).bytes.dropFirst(8) + options.joined()
            await peer.send(Wire.preface, Wire.message(.welcome, Array(body)))
            try await peer.expectAlive()
        },
        Case("messages/welcome-4096", "Limits", "A welcome may have 4096 bytes.") { trial in
            let padding = [UInt8](repeating: 0xAB, count: 4096 - 28 - 4)
            let (peer, _) = try await trial.welcomed(Welcome(epoch: 1, options: [0x7F01: padding]))
            try await peer.expectAlive()
        },
        Case("messages/relay-name", "Limits", "A relay name may have 128 bytes, and control characters.") { trial in
            let name = [0x1B, 0x5B, 0x32, 0x4A] + [UInt8](repeating: 0x61, count: 124)
            let (peer, _) = try await trial.welcomed(Welcome(epoch: 1, options: [1: name]))
            try await peer.expectAlive()
        },
        Case("messages/path", "Path", "A path of four relays is well formed, for every client.") { trial in
            let (peer, _) = try await trial.welcomed(
                Welcome(epoch: 1, options: [3: [UInt8](repeating: 0x11, count: 64)])
            )
            try await peer.expectAlive()
        },
        Case("messages/split-bytes", "Messages", "Bytes may come one by one.") { trial in
            let (peer, _) = try await trial.hello()
            let bytes = Wire.preface + Welcome(epoch: 1, options: [1: [0x61]]).bytes + Wire.message(.unknown, [1, 2])
            try await peer.send(pieces: bytes.map { [$0] })
            try await peer.expectAlive()
        },
        Case("messages/split-pings", "Messages", "Messages can be cut at every place, and come together.") { trial in
            let (peer, _) = try await trial.welcomed()
            let bytes = Wire.ping(1) + Wire.message(.unknown, [9]) + Wire.ping(2)
            for place in 0...bytes.count {
                try await peer.send(pieces: [Array(bytes[..<place]), Array(bytes[place...])], pause: .milliseconds(1))
                try await expectPong(1, peer)
                try await expectPong(2, peer)
            }
        },
    ]

    /// Several cases, because a client waits longer and longer between connections.
    static let splitBeginnings: [Case] = (0..<8).map { part in
        Case(
            "messages/split-beginning-\(part + 1)",
            "Messages",
            "Preface and welcome can be cut at every place.",
            deadline: .seconds(120)
        ) { trial in
            try trial.requireReconnection()
            let bytes = Wire.preface + Wire.message(.unknown, [1]) + Welcome(epoch: 1, options: [1: [0x61]]).bytes
            for place in 1..<bytes.count where place % 8 == part {
                let (peer, _) = try await trial.hello()
                try await peer.send(pieces: [Array(bytes[..<place]), Array(bytes[place...])], pause: .milliseconds(1))
                try await peer.expectAlive()
                await peer.send(Wire.ending(.error, code: 0x0401, flags: 1, retryAfter: 20))
                try await peer.expectGone()
                await peer.close()
            }
        }
    }

    /// The next pong repeats this time.
    static func expectPong(_ sent: Int64, _ peer: Peer) async throws {
        while true {
            let message = try await peer.message()
            guard message.type != .error, message.type != .goodbye else {
                throw Finding("\(Peer.words(for: message)) came, and a pong was expected.")
            }
            guard message.type == .pong else { continue }
            let pong = try Pong(message)
            guard pong.sent == sent else {
                throw Finding("The pong repeats \(pong.sent), not \(sent).", Clause("Ping and pong"))
            }
            return
        }
    }
}
