import NIOCore

/// Divides bytes into lines. It holds one line at most.
struct LineSplitter {
    /// A line has too many bytes.
    struct LineTooLong: Error {}

    private let limit: Int
    private var bytes = ByteBuffer()
    /// Bytes at the beginning in which no line ends.
    private var searched = 0

    /// - Parameter limit: The most bytes of a line.
    init(limit: Int) { self.limit = limit }

    mutating func append(_ more: ByteBuffer) { bytes.writeImmutableBuffer(more) }

    /// The next line, without its end.
    ///
    /// - Returns: `nil` if it has not arrived whole.
    /// - Throws: ``LineTooLong``.
    mutating func next() throws(LineTooLong) -> ByteBuffer? {
        let view = bytes.readableBytesView
        guard let end = view[(view.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.readableBytes
            guard searched <= limit else { throw LineTooLong() }
            return nil
        }
        let length = end - view.startIndex
        searched = 0
        guard length <= limit, let line = bytes.readSlice(length: length) else { throw LineTooLong() }
        bytes.moveReaderIndex(forwardBy: 1)
        // Not with each line, because that moves the others.
        if bytes.readerIndex > bytes.readableBytes { bytes.discardReadBytes() }
        return line
    }
}
