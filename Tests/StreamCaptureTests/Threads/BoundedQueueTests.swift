import Testing

@testable import StreamCapture

@Suite struct BoundedQueueTests {
    private static func summary(_ result: BoundedQueue<Int>.TakeResult) -> String {
        switch result {
        case .element(let number, let isNewest): "\(number)\(isNewest ? " newest" : "")"
        case .timedOut: "nothing"
        case .closed: "closed"
        }
    }

    @Test func `elements come in order, and the newest is marked`() {
        let queue = BoundedQueue<Int>(capacity: 2)
        #expect(queue.put(1) && queue.put(2))
        #expect(Self.summary(queue.take()) == "1")
        #expect(Self.summary(queue.take()) == "2 newest")
        #expect(Self.summary(queue.take(waitingAtMost: 0)) == "nothing")
    }

    @Test func `a full queue drops its oldest element`() {
        let queue = BoundedQueue<Int>(capacity: 2)
        for number in 1...4 { queue.replaceOldest(with: number) }
        #expect(queue.replacedCount == 2)
        #expect(Self.summary(queue.take()) == "3")
    }

    @Test func `elements that wait are handed out after the queue was closed`() {
        let queue = BoundedQueue<Int>(capacity: 2)
        #expect(queue.put(1))
        queue.close()
        #expect(!queue.put(2))
        #expect(Self.summary(queue.take()) == "1 newest")
        #expect(Self.summary(queue.take()) == "closed")
    }

    @Test func `both sides wait, for room and for elements`() async throws {
        let queue = BoundedQueue<Int>(capacity: 1)
        try WorkerThread.start("test") {
            for number in 1...1_000 { _ = queue.put(number) }
            queue.close()
        }
        let numbers = await withCheckedContinuation { continuation in
            // A separate thread, because taking blocks.
            try? WorkerThread.start("test") {
                var numbers: [Int] = []
                while case .element(let number, _) = queue.take() { numbers.append(number) }
                continuation.resume(returning: numbers)
            }
        }
        #expect(numbers == Array(1...1_000))
    }
}
