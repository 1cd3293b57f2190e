/// A ping.
package struct Ping: Hashable, Sendable {
    package var sent: Int64

    init(_ message: Message) throws {
        var reader = WireReader(message)
        sent = try reader.integer()
        try reader.end()
    }
}

/// A pong.
package struct Pong: Hashable, Sendable {
    package var sent: Int64
    package var received: Int64
    package var answered: Int64

    init(_ message: Message) throws {
        var reader = WireReader(message)
        sent = try reader.integer()
        received = try reader.integer()
        answered = try reader.integer()
        try reader.end()
    }
}

/// A key frame request.
package struct KeyFrameRequestFields: Hashable, Sendable {
    package var track: UInt16

    init(_ message: Message) throws {
        var reader = WireReader(message)
        track = try reader.integer()
        try reader.reserved(2)
        try reader.end()
        try reader.require(track < 16, "track \(track)", "Key frame request")
    }
}

/// A clock offset.
package struct ClockOffsetFields: Hashable, Sendable {
    package var offset: Int64
    package var errorBound: UInt32

    init(_ message: Message) throws {
        var reader = WireReader(message)
        offset = try reader.integer()
        errorBound = try reader.integer()
        try reader.end()
    }
}

/// A viewer count.
package struct ViewerCountFields: Hashable, Sendable {
    package var viewers: UInt32

    init(_ message: Message) throws {
        var reader = WireReader(message)
        viewers = try reader.integer()
        try reader.end()
    }
}

/// Arrivals.
package struct ArrivalsFields: Hashable, Sendable {
    package struct Frame: Hashable, Sendable {
        package var track: UInt16
        package var number: UInt64
        package var arrival: Int64
    }

    package var epoch: UInt32
    package var hops: Int
    package var frames: [Frame] = []

    init(_ message: Message) throws {
        var reader = WireReader(message)
        epoch = try reader.integer()
        hops = Int(try reader.integer(UInt16.self))
        let count = Int(try reader.integer(UInt16.self))
        try reader.require(hops <= 4, "\(hops) hops", "Arrivals")
        try reader.require(count <= 64, "\(count) frames", "Arrivals")
        // A delay and its error bound.
        _ = try reader.take(12 * hops)
        for _ in 0..<count {
            let track: UInt16 = try reader.integer()
            try reader.reserved(2)
            frames.append(Frame(track: track, number: try reader.integer(), arrival: try reader.integer()))
            try reader.require(track < 16, "track \(track)", "Arrivals")
        }
        try reader.end()
    }
}

/// A stream state.
package struct StreamStateFields: Hashable, Sendable {
    package var state: UInt8

    init(_ message: Message) throws {
        var reader = WireReader(message)
        state = try reader.integer()
        try reader.reserved(3)
        try reader.end()
        try reader.require(state <= 2, "the state \(state)", "Stream state")
    }
}

/// A receiver report.
package struct ReceiverReportFields: Hashable, Sendable {
    package var received: UInt64
    package var missed: UInt64
    package var bytes: UInt64
    package var median: UInt32
    package var high: UInt32

    init(_ message: Message) throws {
        var reader = WireReader(message)
        received = try reader.integer()
        missed = try reader.integer()
        bytes = try reader.integer()
        median = try reader.integer()
        high = try reader.integer()
        try reader.end()
    }
}

/// A hello.
package struct HelloFields: Hashable, Sendable {
    package var role: UInt8
    package var instance: [UInt8]
    package var name: String
    package var options: [UInt16: [UInt8]]

    init(_ message: Message) throws {
        var reader = WireReader(message)
        role = try reader.integer()
        let length: UInt8 = try reader.integer()
        try reader.reserved(2)
        instance = try reader.take(16)
        name = try reader.text(Int(length), limit: 255, "Hello")
        options = try reader.options()
        let isList = role == Role.list.rawValue
        try reader.require(name.isStreamName || isList && name.isEmpty, "the name '\(name)'", "Hello")
        try reader.require(Role(rawValue: role) != nil, "the role \(role)", "Hello")
        if let path = options[0x000A] {
            let isPath = path.count % 16 == 0 && (1...4).contains(path.count / 16)
            try reader.require(isPath, "a path of \(path.count) bytes", "Path")
        }
        let lengths: [UInt16: ClosedRange<Int>] = [
            0x8001: 1...4096, 2: 0...128, 3: 1...1, 4: 4...4, 5: 1...1, 6: 0...0, 7: 4...4, 8: 4...4, 9: 0...0,
        ]
        try reader.require(
            options[0x8001]?.allSatisfy { (0x21...0x7E).contains($0) } ?? true,
            "a token of other bytes",
            "Hello"
        )
        try reader.require(options[2]?.isText ?? true, "a client name that is not UTF-8", "Conventions")
        for (number, value) in options {
            if let range = lengths[number] {
                let words = "the option \(hex(number)) with \(value.count) bytes"
                try reader.require(range.contains(value.count), words, "Hello")
            } else if number & 0x8000 != 0 {
                try reader.require(false, "the critical option \(hex(number))", "Extending")
            }
        }
    }
}
