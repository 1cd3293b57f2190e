import BitCoding

/// Writes boxes (ISO/IEC 14496-12 4.2). Integers are big-endian.
struct BoxWriter {
    private(set) var bytes: [UInt8] = []

    /// The bytes of one box that `body` fills.
    static func box(_ type: BoxType, _ body: (inout BoxWriter) -> Void) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(type, body)
        return writer.bytes
    }

    /// Writes a box that `body` fills. It has fewer than 2³² bytes.
    mutating func box(_ type: BoxType, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        write(UInt32(0))
        write(type.rawValue)
        body(&self)
        set(UInt32(bytes.count - start), at: start)
    }

    /// Writes a box with version and flags (4.2.2).
    mutating func fullBox(
        _ type: BoxType,
        version: UInt8 = 0,
        flags: UInt32 = 0,
        _ body: (inout BoxWriter) -> Void
    ) {
        box(type) { writer in
            writer.write(UInt32(version) << 24 | flags)
            body(&writer)
        }
    }

    mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ more: [UInt8]) { bytes += more }

    mutating func write(_ text: String) { bytes += Array(text.utf8) }

    mutating func write(_ more: RawSpan) { bytes.append(copying: more) }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Writes `count` zero bytes.
    mutating func zeros(_ count: Int) { bytes += [UInt8](repeating: 0, count: count) }

    /// Replaces the four bytes at `offset`.
    mutating func set(_ value: UInt32, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
    }
}

/// The header of a media data box around `count` bytes (8.1.1). It has 8 bytes, or 16 if the box has 2³² bytes or more.
func mediaDataHeader(count: UInt64) -> [UInt8] {
    var writer = BoxWriter()
    if let size = UInt32(exactly: count + 8) {
        writer.write(size)
        writer.write(BoxType.mdat.rawValue)
    } else {
        writer.write(UInt32(1))
        writer.write(BoxType.mdat.rawValue)
        writer.write(count + 16)
    }
    return writer.bytes
}
