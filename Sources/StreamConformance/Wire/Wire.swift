/// Writes messages as bytes, well formed or not. It is written from `Protocol.md` alone and shares no code with the
/// programs under test, so that a fault of theirs cannot hide itself.
package enum Wire {
    /// The magic of a preface.
    package static let magic: [UInt8] = [0x8F, 0x73, 0x74, 0x72, 0x6D, 0x64, 0x0D, 0x0A]
    /// The preface of version 1.
    package static let preface = preface(1, 1)
    /// An instance that only identifies this program's hellos.
    package static let instance: [UInt8] = Array(0xC0...0xCF)

    package static func preface(_ lowest: UInt16, _ highest: UInt16) -> [UInt8] {
        magic + integer(lowest) + integer(highest)
    }

    /// An integer in the order of the network.
    package static func integer(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    package static func header(_ type: MessageNumber, length: Int, flags: UInt16 = 0) -> [UInt8] {
        integer(UInt32(truncatingIfNeeded: length)) + integer(type.rawValue) + integer(flags)
    }

    package static func message(_ type: MessageNumber, _ body: [UInt8], flags: UInt16 = 0) -> [UInt8] {
        header(type, length: body.count, flags: flags) + body
    }

    package static func option(_ number: UInt16, _ value: [UInt8] = []) -> [UInt8] {
        integer(number) + integer(UInt16(truncatingIfNeeded: value.count)) + value
    }

    package static func hello(
        _ role: Role,
        _ name: String,
        instance: [UInt8] = instance,
        options: [[UInt8]] = []
    ) -> [UInt8] {
        hello(role: role.rawValue, name: Array(name.utf8), instance: instance, options: options)
    }

    package static func hello(
        role: UInt8,
        name: [UInt8],
        instance: [UInt8] = instance,
        reserved: [UInt8] = [0, 0],
        options: [[UInt8]] = []
    ) -> [UInt8] {
        let fields = [role, UInt8(truncatingIfNeeded: name.count)] + reserved + instance
        return message(.hello, fields + name + options.joined())
    }

    /// A track of a table.
    package static func track(
        _ number: UInt16,
        kind: UInt8 = 1,
        codec: String = "H264",
        generation: UInt16 = 0,
        configuration: [UInt8] = [],
        options: [[UInt8]] = []
    ) -> [UInt8] {
        let options = Array(options.joined())
        let lengths = [configuration.count, options.count].flatMap { integer(UInt16(truncatingIfNeeded: $0)) }
        return integer(number) + [kind, 0] + Array(codec.utf8) + integer(generation) + lengths + [0, 0]
            + configuration + options
    }

    package static func tracks(epoch: UInt32, _ tracks: [[UInt8]], count: Int? = nil) -> [UInt8] {
        let count = integer(UInt16(truncatingIfNeeded: count ?? tracks.count))
        return message(.tracks, integer(epoch) + count + [0, 0] + tracks.joined())
    }

    package static func gap(
        track: UInt16 = 0,
        reason: UInt8 = 3,
        epoch: UInt32 = 1,
        first: UInt64,
        count: UInt64
    ) -> [UInt8] {
        message(.gap, integer(track) + [reason, 0] + integer(epoch) + integer(first) + integer(count))
    }

    package static func ending(
        _ type: MessageNumber,
        code: UInt16,
        flags: UInt8 = 0,
        retryAfter: UInt32 = 0,
        reason: String = "",
        options: [[UInt8]] = []
    ) -> [UInt8] {
        let text = Array(reason.utf8)
        let length = integer(UInt16(truncatingIfNeeded: text.count))
        let fields = integer(code) + [flags, 0] + integer(retryAfter) + length
        return message(type, fields + text + options.joined())
    }

    package static func ping(_ sent: Int64) -> [UInt8] { message(.ping, integer(sent)) }

    package static func pong(_ sent: Int64, received: Int64, answered: Int64) -> [UInt8] {
        message(.pong, [sent, received, answered].flatMap { integer($0) })
    }

    package static func clockOffset(_ offset: Int64, errorBound: UInt32) -> [UInt8] {
        message(.clockOffset, integer(offset) + integer(errorBound))
    }

    package static func keyFrameRequest(track: UInt16) -> [UInt8] {
        message(.keyFrameRequest, integer(track) + [0, 0])
    }

    package static func viewerCount(_ viewers: UInt32) -> [UInt8] { message(.viewerCount, integer(viewers)) }

    package static func streamState(_ state: UInt8) -> [UInt8] { message(.streamState, [state, 0, 0, 0]) }

    package static func receiverReport(
        received: UInt64 = 0,
        missed: UInt64 = 0,
        bytes: UInt64 = 0,
        median: UInt32 = 0,
        high: UInt32 = 0
    ) -> [UInt8] {
        let counts = [received, missed, bytes].flatMap { integer($0) }
        return message(.receiverReport, counts + integer(median) + integer(high))
    }
}
