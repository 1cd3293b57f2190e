extension String {
    /// The text whose UTF-8 is `bytes`; `nil` if they are not UTF-8.
    ///
    /// The initializer of the standard library that does the same needs macOS 15 or iOS 18.
    package init?(utf8 bytes: some Collection<UInt8>) {
        // U+FFFD replaces whatever is not UTF-8, so the text of other bytes differs from them.
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
