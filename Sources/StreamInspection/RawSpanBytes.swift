extension RawSpan {
    /// The byte at `offset`, bounds-checked. (`unsafeLoad` is unsafe only for types whose bits may be invalid.)
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }
}
