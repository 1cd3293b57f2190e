/// The parts of a hybrid file, for a playlist with byte ranges, read back from the file.
///
/// The parts of a finished file are where they were: only its header and its end differ. A file that was cut has those
/// that ``HybridMP4Repair`` keeps.
public struct HybridMP4Parts: Sendable {
    /// The initialization segment of the parts.
    public let initializationSegment: [UInt8]
    /// The parts that have frames.
    public let parts: [HybridMP4Writer.Part]

    /// Reads the boxes of a file. It takes memory as ``HybridMP4Repair`` does.
    ///
    /// - Parameters:
    ///   - size: The bytes of the file.
    ///   - read: Returns this many bytes from an offset on, all of them within `size`.
    /// - Throws: ``ContainerError`` if it is no hybrid file, and what `read` throws.
    public init(size: UInt64, _ read: (UInt64, Int) throws -> [UInt8]) throws {
        self = try withoutActuallyEscaping(read) { try HybridMP4Parts(FileReader(size: size, $0)) }
    }

    private init(_ file: FileReader) throws {
        let start = HybridMP4Writer.headerOffset + HybridMP4Writer.headerLength
        let scan = try FileScan(file, from: start)
        guard let range = scan.movieRange, range.upperBound - range.lowerBound <= ContainerLimits.movieLength else {
            throw ContainerError(.malformed, "no moov box of a hybrid file")
        }
        initializationSegment =
            BoxWriter.fileType + (try file.bytes(at: range.lowerBound, count: range.count))
        parts = scan.parts
    }
}
