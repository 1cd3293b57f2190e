/// The NAL units of a whole buffer in Annex B format (H.264 B.1), in order.
///
///     for unit in NALUnits(annexB: bytes) where unit.first.map({ NALUnitHeader($0).type }) == .sps { … }
///
/// An element is a slice of the buffer: a NAL unit with its header byte, without start code and padding. Empty units are
/// left out. For a stream that arrives in chunks, use an ``AnnexBSplitter``.
public struct NALUnits: Sequence, Sendable {
    private let bytes: [UInt8]

    /// The NAL units in `bytes`. An array is not copied.
    public init(annexB bytes: some Collection<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// Begins with the first NAL unit.
    public func makeIterator() -> Iterator { Iterator(bytes) }

    /// Returns one NAL unit after the other.
    public struct Iterator: IteratorProtocol, Sendable {
        private let bytes: [UInt8]
        private var cursor = AnnexBCursor()

        fileprivate init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// The next NAL unit; `nil` after the last one.
        public mutating func next() -> ArraySlice<UInt8>? {
            let view = bytes[...]
            while let unit = cursor.next(in: view.span.bytes) {
                if !unit.payload.isEmpty { return bytes[unit.payload] }
            }
            return nil
        }
    }
}
