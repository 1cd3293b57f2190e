import NIOCore
import StreamProtocol
import TestSupport
import Testing

@testable import StreamRecording

@Suite struct FrameQueueTests {
    @Test(arguments: UInt64(1)...40)
    func `frames that find no room become gaps, and nothing is lost or doubled`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var queue = FrameQueue(capacity: 4_000)
        var source = MadeSource()
        var taken: [(track: UInt16, first: UInt64, count: UInt64, isFrame: Bool)] = []
        func drain(_ count: Int) {
            for _ in 0..<count {
                switch queue.next() {
                case .frame(let frame, _):
                    taken.append((frame.header.track.rawValue, frame.header.sequence, 1, true))
                case .gap(let gap): taken.append((gap.track.rawValue, gap.first, gap.count, false))
                case .instance, .tracks, .end, nil: break
                }
            }
        }
        for _ in 0..<300 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: queue.append(source.skip(.random(in: 1...5, using: &random), of: source.video))
            case 1: queue.append(.tracks(try source.table))
            case 2...4: drain(.random(in: 0...12, using: &random))
            default: for input in source.next() { queue.append(input) }
            }
            #expect(queue.length <= 4_000)
        }
        while !queue.isEmpty { drain(1) }
        #expect(queue.length == 0)
        for (track, count) in source.sequences {
            var next: UInt64 = 0
            for entry in taken where entry.track == track.rawValue {
                guard entry.first == next else {
                    Issue.record("track \(track): \(entry.first) follows \(next)")
                    return
                }
                next += entry.count
            }
            #expect(next == count)
        }
        #expect(taken.contains { !$0.isFrame })
    }

    @Test func `a queue that was full takes frames again when half of it is free`() {
        var queue = FrameQueue(capacity: 4_000)
        var source = MadeSource()
        while !queue.isFull { for input in source.next() { queue.append(input) } }
        let full = queue.length
        while queue.length > 2_000 {
            _ = queue.next()
            #expect(queue.isFull)
        }
        #expect(full > 3_000)
        _ = queue.next()
        #expect(!queue.isFull)
    }

    @Test func `a frame that is larger than the queue passes when nothing else waits`() {
        var queue = FrameQueue(capacity: 10)
        var source = MadeSource()
        for input in source.next() { queue.append(input) }
        guard case .frame = queue.next() else {
            Issue.record("no frame")
            return
        }
        guard case .gap = queue.next() else {
            Issue.record("no gap")
            return
        }
    }
}
