import Testing

@testable import streamd

/// When changed files are read again.
@Suite struct FileWatcherTests {
    /// The decisions of consecutive checks.
    private static func decisions(_ read: [String: Int?], _ looks: [String: Int?]...) -> [Bool] {
        var watcher = FileWatcher(read)
        return looks.map { watcher.observe($0) }
    }

    @Test func `a file that stayed the same is not read again`() {
        #expect(Self.decisions(["a": 1, "b": 1], ["a": 1, "b": 1], ["a": 1, "b": 1]) == [false, false])
    }

    @Test func `a changed file is read once, when it is the same at two looks`() {
        #expect(
            Self.decisions(["a": 1], ["a": 2], ["a": 3], ["a": 3], ["a": 3]) == [false, false, true, false]
        )
    }

    @Test func `a file that changes and changes back is not read`() {
        #expect(Self.decisions(["a": 1], ["a": 2], ["a": 1], ["a": 1]) == [false, false, false])
    }

    @Test func `a file that is removed or created has changed`() {
        #expect(Self.decisions(["a": 1], ["a": nil], ["a": nil], ["a": 2], ["a": 2]) == [false, true, false, true])
    }
}
