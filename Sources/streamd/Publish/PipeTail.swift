/// Where in a picture a pipe may have gone quiet.
///
/// Nothing in a byte stream says that it is whole. But who writes a picture at once ends anywhere, and who writes it in
/// pieces ends them where a buffer is full, of a program, of its library or of the pipe; and those have round sizes.
///
/// A value without I/O and without a clock.
struct PipeTail {
    /// What all those buffers are multiples of.
    static let bufferUnit = 4096

    private var total = 0
    private var sinceFlush = 0
    private var last = 0

    /// - Parameter count: Bytes that have come already.
    init(_ count: Int) {
        received(count)
    }

    /// Bytes came.
    mutating func received(_ count: Int) {
        total += count
        sinceFlush += count
        last = count
    }

    /// What had come was taken for whole.
    mutating func flushed() {
        sinceFlush = 0
    }

    /// Whether more is likely to follow that belongs to what has come.
    var looksCut: Bool {
        sinceFlush > 0 && [total, sinceFlush, last].contains { $0.isMultiple(of: Self.bufferUnit) }
    }
}
