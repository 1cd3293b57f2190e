/// A message that the other side sent.
package struct Message: Hashable, Sendable {
    package var type: MessageNumber
    package var flags: UInt16
    package var body: [UInt8]

    /// The whole message, header included.
    package var bytes: [UInt8] { Wire.message(type, body, flags: flags) }

    /// Bytes of body that a message may have; `frame` for frames.
    static func limit(_ type: MessageNumber, frame: Int) -> Int {
        switch type {
        case .hello: 8192
        case .tracks: 65536
        case .frame: 40 + frame
        default: 4096
        }
    }
}

/// A welcome.
package struct Welcome: Hashable, Sendable {
    package var epoch: UInt32
    package var streamInstance: UInt64
    package var maximumFrameLength: UInt32
    package var pingInterval: UInt32
    package var maximumLatency: UInt32
    package var state: UInt8
    package var options: [UInt16: [UInt8]]

    package init(
        epoch: UInt32,
        streamInstance: UInt64 = 0xA1B2_C3D4_E5F6_0718,
        maximumFrameLength: UInt32 = 8_388_608,
        pingInterval: UInt32 = 5000,
        maximumLatency: UInt32 = 2000,
        state: UInt8 = 1,
        options: [UInt16: [UInt8]] = [:]
    ) {
        self.epoch = epoch
        self.streamInstance = streamInstance
        self.maximumFrameLength = maximumFrameLength
        self.pingInterval = pingInterval
        self.maximumLatency = maximumLatency
        self.state = state
        self.options = options
    }

    /// The whole message, options in the order of their numbers.
    package var bytes: [UInt8] {
        let numbers = [maximumFrameLength, pingInterval, maximumLatency].flatMap { Wire.integer($0) }
        let options = options.sorted { $0.key < $1.key }.flatMap { Wire.option($0.key, $0.value) }
        return Wire.message(
            .welcome,
            Wire.integer(epoch) + Wire.integer(streamInstance) + numbers + [state, 0, 0, 0] + options
        )
    }

    init(_ message: Message) throws {
        var reader = WireReader(message)
        epoch = try reader.integer()
        streamInstance = try reader.integer()
        maximumFrameLength = try reader.integer()
        pingInterval = try reader.integer()
        maximumLatency = try reader.integer()
        state = try reader.integer()
        try reader.reserved(3)
        options = try reader.options()
        try reader.require(pingInterval != 0, "a ping interval of 0", "Welcome")
        try reader.require(state <= 2, "the state \(state)", "Stream state")
        if let name = options[1] {
            try reader.require(name.count <= 128, "a relay name of \(name.count) bytes", "Limits")
            try reader.require(name.isText, "a relay name that is not UTF-8", "Conventions")
        }
        if let granted = options[2] {
            try reader.require(granted.count == 4, "a history granted of \(granted.count) bytes", "Options")
        }
        if let path = options[3] {
            let isPath = path.count % 16 == 0 && (1...4).contains(path.count / 16)
            try reader.require(isPath, "a path of \(path.count) bytes", "Path")
        }
        if let critical = options.keys.first(where: { $0 & 0x8000 != 0 }) {
            try reader.require(false, "the critical option \(hex(critical))", "Extending")
        }
    }

    /// The history granted in milliseconds; `nil` without the option.
    package var historyGranted: UInt32? { options[2].map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

    /// The relay ids of the path; `nil` without the option.
    package var path: [[UInt8]]? {
        options[3].map { bytes in stride(from: 0, to: bytes.count, by: 16).map { Array(bytes[$0..<$0 + 16]) } }
    }
}
