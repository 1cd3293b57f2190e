import Testing

@testable import StreamCapture

@Suite struct HandoverTests {
    private static func words(_ taken: Handover<Int>.Taken) -> String {
        switch taken {
        case .element(let number, let isNewest): "\(number)\(isNewest ? " newest" : "")"
        case .nothing: "nothing"
        case .closed: "closed"
        }
    }

    @Test func handsOverInOrderAndSaysWhatIsNewest() {
        let handover = Handover<Int>(capacity: 2)
        #expect(handover.put(1) && handover.put(2))
        #expect(Self.words(handover.take()) == "1")
        #expect(Self.words(handover.take()) == "2 newest")
        #expect(Self.words(handover.take(waitingAtMost: 0)) == "nothing")
    }

    @Test func makesRoomAtTheCostOfTheOldest() {
        let handover = Handover<Int>(capacity: 2)
        for number in 1...4 { handover.replaceOldest(with: number) }
        #expect(handover.replacedCount == 2)
        #expect(Self.words(handover.take()) == "3")
    }

    @Test func givesWhatWaitsAfterItWasClosed() {
        let handover = Handover<Int>(capacity: 2)
        #expect(handover.put(1))
        handover.close()
        #expect(!handover.put(2))
        #expect(Self.words(handover.take()) == "1 newest")
        #expect(Self.words(handover.take()) == "closed")
    }

    @Test func waitsForRoomAndForElements() async throws {
        let handover = Handover<Int>(capacity: 1)
        try WorkerThread.start("test") {
            for number in 1...1_000 { _ = handover.put(number) }
            handover.close()
        }
        let numbers = await withCheckedContinuation { continuation in
            // A thread of its own, because taking blocks.
            try? WorkerThread.start("test") {
                var numbers: [Int] = []
                while case .element(let number, _) = handover.take() { numbers.append(number) }
                continuation.resume(returning: numbers)
            }
        }
        #expect(numbers == Array(1...1_000))
    }
}
