import Testing

@testable import StreamClient

@Suite(.timeLimit(.minutes(10))) struct AbandonableTests {
    private struct Failed: Error {}

    @Test func `a result and an error are passed on`() async throws {
        #expect(
            try await Abandonable.run {
                3
            } discard: { _ in
            } == 3
        )
        await #expect(throws: Failed.self) {
            try await Abandonable.run {
                throw Failed()
            } discard: { (_: Int) in
            }
        }
    }

    @Test func `a cancelled task does not wait, and a late result is discarded`() async throws {
        let (begun, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let (discarded, discard) = AsyncStream<Int>.makeStream()
        let task = Task {
            try await Abandonable.run {
                start.finish()
                // Does not notice the cancellation: it runs in a task of its own.
                for await _ in released {}
                return 7
            } discard: {
                discard.yield($0)
            }
        }
        for await _ in begun {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        release.finish()
        #expect(await discarded.first { _ in true } == 7)
    }

    @Test func `a task that is cancelled before does not begin`() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Abandonable.run {
                1
            } discard: { _ in
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
