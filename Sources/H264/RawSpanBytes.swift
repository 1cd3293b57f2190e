extension RawSpan {
    /// The byte at `offset`, bounds-checked. (`unsafeLoad` is unsafe only for types whose bits may be invalid.)
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// Whether these are the same bytes.
    func isEqual(to bytes: [UInt8]) -> Bool {
        byteCount == bytes.count && bytes.indices.allSatisfy { bytes[$0] == self[$0] }
    }
}

extension Array where Element == UInt8 {
    /// Copies `bytes`.
    init(copying bytes: RawSpan) {
        self = []
        append(copying: bytes)
    }

    /// Appends a copy of `bytes`.
    @inline(__always)
    mutating func append(copying bytes: RawSpan) {
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
