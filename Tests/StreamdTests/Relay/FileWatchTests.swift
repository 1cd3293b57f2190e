import Testing

@testable import streamd

/// When files are read again.
@Suite struct FileWatchTests {
    /// What is decided at one look after the other.
    private static func decisions(_ read: [String: Int?], _ looks: [String: Int?]...) -> [Bool] {
        var watch = FileWatch(read)
        return looks.map { watch.look($0) }
    }

    @Test func `What stays as it was is not read again`() {
        #expect(Self.decisions(["a": 1, "b": 1], ["a": 1, "b": 1], ["a": 1, "b": 1]) == [false, false])
    }

    @Test func `What has changed is read once, when it is the same at two looks, so that a writer can finish`() {
        #expect(
            Self.decisions(["a": 1], ["a": 2], ["a": 3], ["a": 3], ["a": 3]) == [false, false, true, false]
        )
    }

    @Test func `What changes and changes back is not read`() {
        #expect(Self.decisions(["a": 1], ["a": 2], ["a": 1], ["a": 1]) == [false, false, false])
    }

    @Test func `A file that goes and one that comes are changes`() {
        #expect(Self.decisions(["a": 1], ["a": nil], ["a": nil], ["a": 2], ["a": 2]) == [false, true, false, true])
    }
}
