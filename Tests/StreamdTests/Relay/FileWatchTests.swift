import Testing

@testable import streamd

/// When files are read again.
@Suite struct FileWatchTests {
    @Test func `What stays as it was is not read again`() {
        var watch = FileWatch(["a": 1, "b": 1])
        #expect(!watch.look(["a": 1, "b": 1]))
        #expect(!watch.look(["a": 1, "b": 1]))
    }

    @Test func `What has changed is read once, as soon as it stays the same for two looks`() {
        var watch = FileWatch(["a": 1])
        #expect(!watch.look(["a": 2]), "somebody may still be writing")
        #expect(!watch.look(["a": 3]))
        #expect(watch.look(["a": 3]))
        #expect(!watch.look(["a": 3]))
    }

    @Test func `What changes and changes back is not read`() {
        var watch = FileWatch(["a": 1])
        #expect(!watch.look(["a": 2]))
        #expect(!watch.look(["a": 1]))
        #expect(!watch.look(["a": 1]))
    }

    @Test func `A file that goes and one that comes are changes`() {
        var watch = FileWatch<Int?>(["a": 1])
        #expect(!watch.look(["a": nil]))
        #expect(watch.look(["a": nil]))
        #expect(!watch.look(["a": 2]))
        #expect(watch.look(["a": 2]))
    }
}
