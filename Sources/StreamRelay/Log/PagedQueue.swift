import DequeModule

/// A queue whose elements keep their positions, and whose copies share most of their storage.
///
/// Each event loop that gets its first viewer copies the stream's log, and both copies go on changing. Swift copies the
/// storage of an array at the first change after that: the whole log, while the stream's lock is held. A paged queue
/// copies its two ends and the list of the pages between them.
struct PagedQueue<Element> {
    /// Elements of a page. A log of 64 MB has at most 240,000 entries, which are 950 pages. A page and the list of
    /// pages are then about as long, so that a copy of both is cheapest.
    static var pageLength: Int { 256 }

    /// The elements before those in ``pages``.
    private var front: Deque<Element> = []
    /// Whole pages, which do not change.
    private var pages: Deque<Deque<Element>> = []
    /// The newest elements, less than a page.
    private var back: Deque<Element> = []
    /// The position of the first element.
    private(set) var start = 0
    /// The position of the next element.
    private(set) var end = 0

    var count: Int { end - start }
    var first: Element? { front.first ?? pages.first?.first ?? back.first }
    var last: Element? { back.last ?? pages.last?.last ?? front.last }

    /// The element at a position from ``start`` up to, not including, ``end``. Inlined, which saves a copy for every frame.
    @inline(__always)
    subscript(position: Int) -> Element {
        let inBack = position - (end - back.count)
        if inBack >= 0 { return back[inBack] }
        let inFront = position - start
        if inFront < front.count { return front[inFront] }
        let (page, offset) = (inFront - front.count).quotientAndRemainder(dividingBy: Self.pageLength)
        return pages[page][offset]
    }

    mutating func append(_ element: Element) {
        back.append(element)
        end += 1
        guard back.count == Self.pageLength else { return }
        pages.append(back)
        back = Deque(minimumCapacity: Self.pageLength)
    }

    mutating func popFirst() -> Element? {
        if front.isEmpty, let page = pages.popFirst() { front = page }
        guard let element = front.isEmpty ? back.popFirst() : front.popFirst() else { return nil }
        start += 1
        return element
    }
}

extension PagedQueue: Sendable where Element: Sendable {}
