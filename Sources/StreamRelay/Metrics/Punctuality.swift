import NIOCore

/// How late an event loop comes to what it was to do at a certain time.
struct Punctuality {
    private var due: NIODeadline?

    /// The loop is to come again then.
    mutating func expect(at due: NIODeadline) {
        self.due = due
    }

    /// The loop has come.
    ///
    /// - Returns: How late it is; `nil` where it was not expected.
    mutating func arrived(at now: NIODeadline) -> TimeAmount? {
        defer { due = nil }
        return due.map { max(.zero, now - $0) }
    }
}
