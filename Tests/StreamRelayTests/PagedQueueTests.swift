import Testing

@testable import StreamRelay

@Suite struct PagedQueueTests {
    private static let page = PagedQueue<Int>.pageLength

    /// A queue of the numbers of its positions.
    private func queue(_ positions: Range<Int>) -> PagedQueue<Int> {
        var queue = PagedQueue<Int>()
        for position in 0..<positions.upperBound { queue.append(position) }
        while queue.start < positions.lowerBound { _ = queue.popFirst() }
        return queue
    }

    @Test(arguments: [
        0..<0, 0..<1, 0..<page, 0..<page + 1, 1..<page, 1..<page + 1, page - 1..<page + 1, page..<page, page..<2 * page,
        page / 2..<5 * page / 2, page + 7..<page + 7,
    ])
    func `elements keep their positions`(positions: Range<Int>) {
        var queue = queue(positions)
        #expect(queue.start == positions.lowerBound && queue.end == positions.upperBound)
        #expect(queue.count == positions.count)
        #expect(queue.first == positions.first && queue.last == positions.last)
        for position in positions { #expect(queue[position] == position) }
        // And go on keeping them.
        for position in queue.end..<queue.end + Self.page { queue.append(position) }
        for position in queue.start..<queue.end { #expect(queue[position] == position) }
        var taken: [Int] = []
        while let element = queue.popFirst() { taken.append(element) }
        #expect(taken == Array(positions.lowerBound..<positions.upperBound + Self.page))
        #expect(queue.popFirst() == nil)
        #expect(queue.start == queue.end)
    }

    @Test func `a copy is independent`() {
        var original = queue(10..<3 * Self.page - 5)
        var copy = original
        for position in original.end..<original.end + 20 { original.append(position) }
        for _ in 0..<Self.page { _ = original.popFirst() }
        copy.append(-1)
        _ = copy.popFirst()
        #expect(copy.start == 11 && copy.end == 3 * Self.page - 4)
        #expect(copy.last == -1)
        for position in 11..<copy.end - 1 { #expect(copy[position] == position) }
        #expect(original.start == Self.page + 10 && original.end == 3 * Self.page + 15)
        for position in original.start..<original.end { #expect(original[position] == position) }
    }

    /// A long log is copied under its stream's lock, and goes on changing there.
    @Test func `a copy that changes copies its ends`() {
        final class Element {}
        var original = PagedQueue<Element>()
        for _ in 0..<10 * Self.page + 5 { original.append(Element()) }
        let copy = original
        let before = (copy.start..<copy.end).map { _getRetainCount(copy[$0]) }
        original.append(Element())
        _ = original.popFirst()
        let held = (copy.start..<copy.end).filter { _getRetainCount(copy[$0]) > before[$0] }
        #expect(held.count < 2 * Self.page, "elements that each copy holds by itself")
    }
}
