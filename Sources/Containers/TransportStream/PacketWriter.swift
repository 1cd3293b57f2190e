import BitCoding

/// What the adaptation field of a packet states (ISO/IEC 13818-1 2.4.3.4).
struct AdaptationField: Hashable, Sendable {
    /// `discontinuity_indicator`.
    var isDiscontinuous = false
    /// `random_access_indicator`.
    var isRandomAccess = false
    /// `program_clock_reference`, in units of 27 MHz.
    var clockReference: UInt64?

    /// The field without its length; empty if it states nothing.
    var bytes: [UInt8] {
        guard isDiscontinuous || isRandomAccess || clockReference != nil else { return [] }
        let flags: UInt8 =
            (isDiscontinuous ? 0x80 : 0) | (isRandomAccess ? 0x40 : 0) | (clockReference != nil ? 0x10 : 0)
        guard let clockReference else { return [flags] }
        // 33 bits of 90 kHz, 6 reserved bits, 9 bits of 27 MHz (2.4.3.5).
        let base = clockReference / 300 & (1 << 33 - 1)
        let field = base << 15 | 0x3f << 9 | clockReference % 300
        return [flags] + (0..<6).map { UInt8(truncatingIfNeeded: field >> UInt64(40 - 8 * $0)) }
    }
}

/// Writes transport stream packets (2.4.3.2).
struct PacketWriter {
    /// Bytes of a packet.
    static let packetLength = 188
    private static let header = 4

    private(set) var bytes: [UInt8] = []

    /// Cuts a PES packet or a section into packets. The last one is filled up with stuffing (2.4.3.5).
    ///
    /// - Parameter field: Of the first packet.
    mutating func write(
        _ data: RawSpan,
        pid: UInt16,
        field: AdaptationField = AdaptationField(),
        counters: inout ContinuityCounters
    ) {
        bytes.reserveCapacity(bytes.count + (data.byteCount / 184 + 2) * Self.packetLength)
        var stated = field.bytes
        var offset = 0
        repeat {
            let space = Self.packetLength - Self.header - (stated.isEmpty ? 0 : 1 + stated.count)
            let count = min(space, data.byteCount - offset)
            let stuffing = space - count
            let hasField = !stated.isEmpty || stuffing > 0
            let counter = counters.next(pid)
            writeHeader(pid: pid, isStart: offset == 0, control: hasField ? 3 : 1, counter: counter)
            if hasField { writeField(stated, stuffing: stuffing) }
            bytes.append(copying: data.extracting(offset..<offset + count))
            offset += count
            stated = []
        } while offset < data.byteCount
    }

    /// Writes a packet without a payload.
    mutating func writeAdaptation(_ field: AdaptationField, pid: UInt16, counter: UInt8) {
        let stated = field.bytes
        writeHeader(pid: pid, isStart: false, control: 2, counter: counter)
        writeField(stated, stuffing: Self.packetLength - Self.header - 1 - stated.count)
    }

    private mutating func writeHeader(pid: UInt16, isStart: Bool, control: UInt8, counter: UInt8) {
        bytes += [0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xff), control << 4 | counter]
    }

    /// The adaptation field with its length. An empty one takes `stuffing` bytes in all, a stated one that many more.
    private mutating func writeField(_ stated: [UInt8], stuffing: Int) {
        var stated = stated
        var stuffing = stuffing
        if stated.isEmpty {
            // The length takes the first byte of stuffing, and flags the second one.
            stuffing -= 1
            if stuffing > 0 {
                stated = [0]
                stuffing -= 1
            }
        }
        bytes.append(UInt8(stated.count + stuffing))
        bytes += stated
        bytes += [UInt8](repeating: 0xff, count: stuffing)
    }
}
