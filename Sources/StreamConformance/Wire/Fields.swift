/// A track table.
package struct TrackTableFields: Hashable, Sendable {
    package struct Track: Hashable, Sendable {
        package var number: UInt16
        package var kind: UInt8
        package var codec: [UInt8]
        package var generation: UInt16
        package var configuration: [UInt8]
        package var options: [UInt16: [UInt8]]
    }
    package var epoch: UInt32
    package var tracks: [Track]

    init(_ message: Message) throws {
        var reader = WireReader(message)
        epoch = try reader.integer()
        let count: UInt16 = try reader.integer()
        try reader.reserved(2)
        try reader.require((1...16).contains(count), "\(count) tracks", "Tracks")
        tracks = []
        for _ in 0..<count {
            let number: UInt16 = try reader.integer()
            let kind: UInt8 = try reader.integer()
            try reader.reserved(1)
            let codec = try reader.take(4)
            let generation: UInt16 = try reader.integer()
            let lengths: (UInt16, UInt16) = (try reader.integer(), try reader.integer())
            try reader.reserved(2)
            let configuration = try reader.take(Int(lengths.0))
            var inner = WireReader(Message(type: message.type, flags: 0, body: try reader.take(Int(lengths.1))))
            let options = try inner.options()
            try reader.require(number < 16, "track \(number)", "Tracks")
            try reader.require((1...3).contains(kind), "kind \(kind)", "Tracks")
            try reader.require(lengths.0 <= 3072, "a configuration of \(lengths.0) bytes", "Limits")
            try reader.require(!tracks.contains { $0.number == number }, "track \(number) twice", "Tracks")
            try Self.check(options, reader)
            tracks.append(
                Track(
                    number: number,
                    kind: kind,
                    codec: codec,
                    generation: generation,
                    configuration: configuration,
                    options: options
                )
            )
        }
        try reader.end()
    }

    private static func check(_ options: [UInt16: [UInt8]], _ reader: WireReader) throws {
        let lengths: [UInt16: ClosedRange<Int>] = [1: 4...4, 2: 8...8, 3: 4...4, 4: 1...1, 5: 0...128]
        for (number, value) in options {
            if let range = lengths[number] {
                let words = "the option \(hex(number)) of a track with \(value.count) bytes"
                try reader.require(range.contains(value.count), words, "Tracks")
            }
            try reader.require(number & 0x8000 == 0, "the critical option \(hex(number)) of a track", "Extending")
        }
        try reader.require(options[5]?.isText ?? true, "a language that is not UTF-8", "Conventions")
    }
}

/// A gap.
package struct GapFields: Hashable, Sendable {
    package var track: UInt16
    package var reason: UInt8
    package var epoch: UInt32
    package var first: UInt64
    package var count: UInt64

    init(_ message: Message) throws {
        var reader = WireReader(message)
        track = try reader.integer()
        reason = try reader.integer()
        try reader.reserved(1)
        epoch = try reader.integer()
        first = try reader.integer()
        count = try reader.integer()
        try reader.end()
        try reader.require(track < 16, "track \(track)", "Gap")
        let isInRange = count > 0 && !first.addingReportingOverflow(count).overflow
        try reader.require(isInRange, "\(count) frames from \(first)", "Gap")
    }
}

/// An error or a goodbye.
package struct EndingFields: Hashable, Sendable {
    package var code: UInt16
    package var isRetryable: Bool
    package var retryAfter: UInt32
    package var reason: String
    package var options: [UInt16: [UInt8]]

    init(_ message: Message) throws {
        var reader = WireReader(message)
        code = try reader.integer()
        let flags: UInt8 = try reader.integer()
        try reader.reserved(1)
        retryAfter = try reader.integer()
        let length: UInt16 = try reader.integer()
        reason = try reader.text(Int(length), limit: 512, "Error and goodbye")
        options = try reader.options()
        isRetryable = flags & 1 != 0
        try reader.require(flags & ~1 == 0, "the flags \(hex(flags))", "Conventions")
        let isOrderly = code >> 8 == 0
        try reader.require(
            isOrderly == (message.type == .goodbye),
            "the code \(hex(code)), whose class belongs to the other message",
            "Error and goodbye"
        )
        if let redirect = options[1] {
            try reader.require(redirect.count <= 512, "a redirect of \(redirect.count) bytes", "Limits")
            try reader.require(redirect.isText, "a redirect that is not UTF-8", "Conventions")
        }
        if let critical = options.keys.first(where: { $0 & 0x8000 != 0 }) {
            try reader.require(false, "the critical option \(hex(critical))", "Extending")
        }
    }
}

/// The streams of a list.
package struct StreamsFields: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var name: String
        package var state: UInt8
        package var kinds: UInt8
    }
    package var isNewList: Bool
    package var moreFollows: Bool
    package var entries: [Entry]

    init(_ message: Message) throws {
        var reader = WireReader(message)
        let count: UInt16 = try reader.integer()
        let flags: UInt8 = try reader.integer()
        try reader.reserved(1)
        try reader.require(flags & ~3 == 0, "the flags \(hex(flags))", "Conventions")
        isNewList = flags & 1 != 0
        moreFollows = flags & 2 != 0
        entries = []
        for _ in 0..<count {
            let length: UInt8 = try reader.integer()
            let state: UInt8 = try reader.integer()
            let kinds: UInt8 = try reader.integer()
            try reader.reserved(1)
            try reader.require(length > 0, "a stream without a name", "Streams")
            try reader.require(state <= 2 || state == 255, "the state \(state)", "Streams")
            let name = try reader.text(Int(length), limit: 255, "Streams")
            try reader.require(name.isStreamName, "the name '\(name)'", "Streams")
            entries.append(Entry(name: name, state: state, kinds: kinds))
        }
        try reader.end()
    }
}
