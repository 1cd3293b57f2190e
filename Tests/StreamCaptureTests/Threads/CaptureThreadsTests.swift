import Platform
import Synchronization
import Testing

@testable import StreamCapture

@Suite struct CaptureThreadsTests {
    @Test func `the threads are over when the last has ended, and the first failure is the reason`() async {
        let stopped = Guarded(false)
        let finished = Atomic(0)
        let threads = CaptureThreads(
            stop: { stopped.change { $0 = true } },
            finish: { finished.add(1, ordering: .relaxed) }
        )
        let error = await #expect(throws: CaptureError.self) {
            try threads.start(.input) { () throws(CaptureError) in
                try threads.start(.encoder) { () throws(CaptureError) in throw CaptureError(.failure, "First.") }
                _ = stopped.wait { $0 ? true : nil }
                throw CaptureError(.failure, "Second.")
            }
            try await threads.wait()
        }
        #expect(error?.reason == "First.")
        #expect(finished.load(ordering: .relaxed) == 1)
    }

    @Test(arguments: [false, true])
    func `the threads are over although a sound server blocks one of them`(fails: Bool) async throws {
        let server = Guarded(false)
        let finished = Atomic(0)
        let threads = CaptureThreads(timeout: 1, stop: {}, finish: { finished.add(1, ordering: .relaxed) })
        let ended = Guarded(false)
        try threads.start(.input) { () throws(CaptureError) in
            try threads.start(.microphone) {
                _ = server.wait { $0 ? true : nil }
                ended.change { $0 = true }
            }
            if fails { throw CaptureError(.badData, "The input is damaged.") }
        }
        if fails {
            await #expect(throws: CaptureError.self) { try await threads.wait() }
        } else {
            try await threads.wait()
        }
        #expect(finished.load(ordering: .relaxed) == 1)
        // It may end later, without harm.
        server.change { $0 = true }
        _ = ended.wait { $0 ? true : nil }
    }
}
