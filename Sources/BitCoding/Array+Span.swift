#if canImport(Darwin)
    extension Array {
        /// The elements, as the `span` of the standard library, which needs macOS 26 or iOS 26. In files that import this
        /// module, it takes the place of that one. The `span` of a slice is older.
        @inlinable
        package var span: Span<Element> {
            @_lifetime(borrow self)
            get {
                let slice = self[...]
                // The array keeps the slice's elements alive.
                return unsafe _overrideLifetime(slice.span, borrowing: self)
            }
        }
    }
#endif
