extension RelayCases {
    /// Each negative vector, in one piece.
    static let vectors = NegativeVector.ofRelay.map { vector in
        Case("vectors/\(vector.slug)", vector.section, rule(vector)) { trial in
            try await run(vector, trial) { await $0.send($1) }
        }
    }

    /// Each short negative vector, byte by byte: a fault is found when its last byte comes, however the bytes arrive.
    static let pieces = NegativeVector.ofRelay.filter { $0.bytes(stream: "name").count <= longestPieces }.map {
        vector in
        Case("pieces/\(vector.slug)", vector.section, rule(vector)) { trial in
            try await run(vector, trial) { peer, bytes in
                try await peer.send(pieces: bytes.map { [$0] }, pause: .microseconds(50))
            }
        }
    }

    /// The longest vector that is sent byte by byte.
    private static let longestPieces = 200

    private static func rule(_ vector: NegativeVector) -> String {
        vector.error == "none"
            ? "The relay has nothing against \(vector.name)." : "The relay answers \(vector.name) with \(vector.error)."
    }

    private static func run(
        _ vector: NegativeVector,
        _ trial: RelayTrial,
        send: (Peer, [UInt8]) async throws -> Void
    ) async throws {
        var bytes = vector.bytes(stream: trial.stream)
        let hello = HelloOutline(bytes)
        if let role = hello?.role {
            try await trial.require(role)
            if role == .publish { trial.publishes(trial.stream) }
            // An error that lies in the bytes of the hello comes before the question whether the token is valid.
            if vector.role != nil || vector.error == "stream-not-found" { bytes = try trial.withToken(bytes, role) }
        }
        if vector.error != "none" {
            for option in hello?.optional ?? [] { try await trial.require(option) }
        }
        let peer = try await trial.connect(path: vector.role == "list" ? "/" : nil)
        let goodbye = vector.error == "none" ? Wire.ending(.goodbye, code: 0) : []
        try await send(peer, bytes + goodbye)
        try await peer.expectPreface()
        if vector.error == "none" {
            try await peer.expectClose()
        } else {
            try await peer.expectEnding(vector.error)
        }
    }

    static func role(_ name: String) -> Role? {
        switch name {
        case "publish": .publish
        case "subscribe": .subscribe
        case "relay": .relay
        case "list": .list
        default: nil
        }
    }
}

/// What a negative vector asks for, as far as its hello can be read.
private struct HelloOutline {
    let role: Role?
    private(set) var options: [UInt16] = []

    /// Options that a relay need not know.
    var optional: [RelayTrial.OptionalOption] { options.compactMap { RelayTrial.OptionalOption(rawValue: $0) } }

    /// - Returns: `nil` if the bytes have no hello behind their preface.
    init?(_ bytes: [UInt8]) {
        let body = bytes.dropFirst(20).prefix(bytes.dropFirst(12).prefix(4).reduce(0) { $0 << 8 | Int($1) })
        guard body.count >= 20, bytes[17] == 1 else { return nil }
        role = Role(rawValue: bytes[20])
        var rest = body.dropFirst(20 + Int(bytes[21]))
        while rest.count >= 4 {
            let numbers = rest.prefix(4).map { UInt16($0) }
            options.append(numbers[0] << 8 | numbers[1])
            rest = rest.dropFirst(4 + Int(numbers[2] << 8 | numbers[3]))
        }
    }
}

extension RelayTrial {
    /// The bytes of a client, with a token in the hello if the relay needs one.
    func withToken(_ bytes: [UInt8], _ role: Role) throws -> [UInt8] {
        let token = options(role).flatMap { $0 }
        let length = bytes[12..<16].reduce(0) { $0 << 8 | Int($1) }
        let end = 20 + length
        guard !token.isEmpty, end <= bytes.count else { return bytes }
        guard HelloOutline(bytes)?.options.count != 32 else {
            throw NotApplicable("The relay needs a token, which is one option too many.")
        }
        return Array(bytes[..<12]) + Wire.integer(UInt32(length + token.count)) + Array(bytes[16..<end]) + token
            + Array(bytes[end...])
    }
}
