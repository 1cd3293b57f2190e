/// Reads a file through a closure, and knows its size.
struct FileReader {
    /// The header of a box in the file.
    struct Header {
        let type: BoxType
        /// Where the box begins.
        let offset: UInt64
        /// Bytes of the header.
        let length: UInt64
        /// Where the box ends, as its header says; may be beyond the end of the file.
        let end: UInt64

        /// Bytes of the box without its header.
        var bodyLength: UInt64 { end - offset - length }
        /// Where the content of the box begins.
        var bodyOffset: UInt64 { offset + length }
    }

    let size: UInt64
    private let readBytes: (UInt64, Int) throws -> [UInt8]

    /// - Parameter read: Returns this many bytes from an offset on; the caller asks only for bytes within `size`.
    init(size: UInt64, _ read: @escaping (UInt64, Int) throws -> [UInt8]) {
        self.size = min(size, UInt64(Int64.max))
        readBytes = read
    }

    /// The bytes at an offset.
    ///
    /// - Throws: `malformed` if they are beyond the end of the file, or the file has become shorter.
    func bytes(at offset: UInt64, count: Int) throws -> [UInt8] {
        guard offset <= size, UInt64(count) <= size - offset else {
            throw ContainerError(.malformed, "\(count) bytes at \(offset) in a file of \(size) bytes")
        }
        guard count > 0 else { return [] }
        let bytes = try readBytes(offset, count)
        guard bytes.count == count else {
            throw ContainerError(.malformed, "\(bytes.count) of \(count) bytes at \(offset)")
        }
        return bytes
    }

    /// The header at an offset (ISO/IEC 14496-12 4.2.2); `nil` if there is none before the end of the file.
    func header(at offset: UInt64) throws -> Header? {
        guard offset < size, size - offset >= 8 else { return nil }
        var reader = BoxReader(try bytes(at: offset, count: Int(min(16, size - offset))))
        let short: UInt32 = try reader.read()
        let type = BoxType(rawValue: try reader.read())
        var length: UInt64 = 8
        var boxSize = UInt64(short)
        switch short {
        case 0: boxSize = size - offset
        case 1:
            guard reader.remaining >= 8 else { return nil }
            boxSize = try reader.read()
            length = 16
        default: break
        }
        let (end, overflow) = offset.addingReportingOverflow(boxSize)
        guard boxSize >= length, !overflow else { return nil }
        return Header(type: type, offset: offset, length: length, end: end)
    }

    /// The content of a box that is whole in the file.
    ///
    /// - Throws: `malformed` if it is cut off, `limitExceeded` if it has more than `limit` bytes.
    func body(of header: Header, limit: Int) throws -> BoxReader {
        guard header.bodyLength <= UInt64(limit) else {
            throw ContainerError(.limitExceeded, "a box '\(header.type)' of \(header.bodyLength) bytes")
        }
        return BoxReader(try bytes(at: header.bodyOffset, count: Int(header.bodyLength)))
    }
}
