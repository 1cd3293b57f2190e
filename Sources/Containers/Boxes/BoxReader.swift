/// Reads the fields and boxes of bytes in memory. A field beyond the end is an error, never a trap.
struct BoxReader {
    /// A box in the same bytes.
    struct Box {
        let type: BoxType
        /// What follows its header.
        let body: BoxReader
    }

    private let bytes: [UInt8]
    private(set) var offset: Int
    private let end: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    /// How many bytes are left.
    var remaining: Int { end - offset }

    mutating func read<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) throws(ContainerError) -> Value {
        let size = Value.bitWidth / 8
        guard size <= remaining else {
            throw ContainerError(.malformed, "a field of \(size) bytes where \(remaining) are left")
        }
        var value: Value = 0
        for index in offset..<offset + size { value = value << 8 | Value(truncatingIfNeeded: bytes[index]) }
        offset += size
        return value
    }

    mutating func skip(_ count: Int) throws(ContainerError) {
        guard count >= 0, count <= remaining else {
            throw ContainerError(.malformed, "\(count) bytes to skip where \(remaining) are left")
        }
        offset += count
    }

    /// The next `count` bytes.
    mutating func take(_ count: Int) throws(ContainerError) -> [UInt8] {
        let start = offset
        try skip(count)
        return Array(bytes[start..<offset])
    }

    /// The rest of the bytes.
    mutating func takeAll() -> [UInt8] {
        defer { offset = end }
        return Array(bytes[offset..<end])
    }

    /// The version and the flags of a box (ISO/IEC 14496-12 4.2.2).
    mutating func versionAndFlags() throws(ContainerError) -> (version: UInt8, flags: UInt32) {
        let word: UInt32 = try read()
        return (UInt8(word >> 24), word & 0xff_ffff)
    }

    /// The next box, whose bytes are all there; `nil` at the end.
    mutating func next() throws(ContainerError) -> Box? {
        guard remaining > 0 else { return nil }
        let start = offset
        let short: UInt32 = try read()
        let type = BoxType(rawValue: try read())
        let size: UInt64 =
            switch short {
            case 0: UInt64(end - start)
            case 1: try read()
            default: UInt64(short)
            }
        guard size >= offset - start, size <= UInt64(end - start) else {
            throw ContainerError(.malformed, "a box '\(type)' of \(size) bytes where \(end - start) are left")
        }
        let bodyEnd = start + Int(size)
        let body = BoxReader(bytes, offset..<bodyEnd)
        offset = bodyEnd
        return Box(type: type, body: body)
    }

    /// The most boxes that a box may hold. Those that hold most are a `moov`, and a `moof` of all tracks.
    private static let maximumCount = 256

    /// The boxes up to the end.
    mutating func boxes() throws(ContainerError) -> [Box] {
        var boxes: [Box] = []
        while let box = try next() {
            guard boxes.count < Self.maximumCount else {
                throw ContainerError(.limitExceeded, "more than \(Self.maximumCount) boxes in a box")
            }
            boxes.append(box)
        }
        return boxes
    }
}

extension [BoxReader.Box] {
    /// The first box of a type.
    func first(_ type: BoxType) -> BoxReader? { first { $0.type == type }?.body }

    /// The first box of a type, which must be there.
    func require(_ type: BoxType) throws(ContainerError) -> BoxReader {
        guard let box = first(type) else { throw ContainerError(.malformed, "no box '\(type)'") }
        return box
    }
}
