/// The fields of a frame message.
package struct FrameFields: Hashable, Sendable {
    package var flags: UInt16
    package var track: UInt16
    package var generation: UInt16
    package var epoch: UInt32
    package var sequence: UInt64
    package var decodeTime: Int64
    package var presentationTime: Int64
    package var captureTime: Int64
    package var payload: [UInt8]

    package static let randomAccess: UInt16 = 1
    package static let discardable: UInt16 = 2
    package static let discontinuity: UInt16 = 4
    package static let gradual: UInt16 = 8
    package static let recovered: UInt16 = 16

    /// - Parameter flags: By default the frame is a random access point.
    package init(
        _ sequence: UInt64,
        epoch: UInt32 = 1,
        track: UInt16 = 0,
        flags: UInt16 = randomAccess,
        generation: UInt16 = 0,
        decodeTime: Int64? = nil,
        presentationTime: Int64? = nil,
        captureTime: Int64 = 0,
        payload: [UInt8] = [0, 0, 0, 1, 0x65, 0x88]
    ) {
        self.flags = flags
        self.track = track
        self.generation = generation
        self.epoch = epoch
        self.sequence = sequence
        let time = Int64(truncatingIfNeeded: sequence &* 40_000)
        self.decodeTime = decodeTime ?? time
        self.presentationTime = presentationTime ?? decodeTime ?? time
        self.captureTime = captureTime
        self.payload = payload
    }

    /// The whole message.
    package var bytes: [UInt8] {
        let times = [decodeTime, presentationTime, captureTime].flatMap { Wire.integer($0) }
        let fields = Wire.integer(track) + Wire.integer(generation) + Wire.integer(epoch) + Wire.integer(sequence)
        return Wire.message(.frame, fields + times + payload, flags: flags)
    }

    init(_ message: Message) throws {
        var reader = WireReader(message)
        flags = message.flags
        track = try reader.integer()
        generation = try reader.integer()
        epoch = try reader.integer()
        sequence = try reader.integer()
        decodeTime = try reader.integer()
        presentationTime = try reader.integer()
        captureTime = try reader.integer()
        payload = reader.rest()
        try reader.require(track < 16, "track \(track)", "Frame")
        try reader.require(sequence < .max, "the number 2^64 - 1", "Frame")
    }
}
