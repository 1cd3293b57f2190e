extension RawSpan {
    /// The byte at `offset`. An offset out of bounds stops the program.
    ///
    /// `unsafeLoad` checks the bounds; it is unsafe only for types with invalid bit patterns, which a byte has not.
    @inlinable @inline(__always)
    package subscript(offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// Whether the span and the array hold the same bytes.
    @inlinable
    package func isEqual(to bytes: [UInt8]) -> Bool {
        byteCount == bytes.count && bytes.indices.allSatisfy { bytes[$0] == self[$0] }
    }
}

extension Array where Element == UInt8 {
    /// Copies `bytes`.
    @inlinable
    package init(copying bytes: RawSpan) {
        self = []
        append(copying: bytes)
    }

    /// Appends a copy of `bytes`.
    @inlinable @inline(__always)
    package mutating func append(copying bytes: RawSpan) {
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
