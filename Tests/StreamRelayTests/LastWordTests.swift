import NIOCore
import Testing

@testable import StreamRelay

/// How long a connection stays whose last word is said.
@Suite struct LastWordTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    @Test func `Usually it is a moment, whatever the peer still says`() {
        var word = LastWord(at: Self.start)
        word.acknowledged(1, at: Self.start + .milliseconds(900))
        #expect(!word.isOver(at: Self.start + .seconds(1)))
        #expect(word.isOver(at: Self.start + .milliseconds(1_001)))
    }

    @Test func `Where it has patience, whatever the peer takes makes it longer`() {
        var word = LastWord(at: Self.start, patience: .seconds(15))
        #expect(!word.isOver(at: Self.start + .seconds(15)))
        word.acknowledged(1, at: Self.start + .seconds(10))
        word.acknowledged(1, at: Self.start + .seconds(20))
        #expect(!word.isOver(at: Self.start + .seconds(25)))
        #expect(word.isOver(at: Self.start + .seconds(26)))
    }

    @Test func `Patience has an end`() {
        var word = LastWord(at: Self.start, patience: .seconds(15))
        for second in stride(from: Int64(10), through: 200, by: 10) {
            word.acknowledged(UInt64(second), at: Self.start + .seconds(second))
        }
        #expect(!word.isOver(at: Self.start + LastWord.longestLinger))
        #expect(word.isOver(at: Self.start + LastWord.longestLinger + .nanoseconds(1)))
    }
}
