import Testing

@testable import StreamConformance

/// How cases run.
struct RunnerTests {
    private actor Counter {
        private(set) var running = 0
        private(set) var most = 0
        private(set) var others: [Int] = []

        func begin() {
            running += 1
            most = max(most, running)
        }

        func end() { running -= 1 }

        func note() { others.append(running) }
    }

    private typealias Case = ConformanceCase<Int>

    private static func run(_ cases: [Case], concurrency: Int = 4) async -> [CaseResult] {
        let runner = CaseRunner(cases, concurrency: concurrency) { _, body in try await body(7) }
        return await runner.run { _ in }
    }

    @Test func `each way to end is a result`() async {
        let cases = [
            Case("a/passes", "Hello", "") { #expect($0 == 7) },
            Case("a/fails", "Hello", "") { _ in throw Finding("No.", Clause("Gap")) },
            Case("a/does-not-apply", "Hello", "") { _ in throw NotApplicable("Not here.") },
            Case("a/hangs", "Hello", "", deadline: .milliseconds(20)) { _ in try await Task.sleep(for: .seconds(600)) },
        ]
        let results = await Self.run(cases)
        #expect(results.map(\.name) == cases.map(\.name))
        #expect(results[0].outcome == .passed)
        #expect(results[1].brokenClause == Clause("Gap"))
        #expect(results[2].outcome == .skipped("Not here."))
        #expect(results[3].hasFailed)
    }

    @Test func `no more cases run at once than allowed, and some alone`() async {
        let counter = Counter()
        let cases = (0..<12).map { number in
            Case("a/\(number)", "Hello", "", isAlone: number % 4 == 0) { _ in
                await counter.begin()
                if number % 4 == 0 { await counter.note() }
                await Task.yield()
                await counter.end()
            }
        }
        let results = await Self.run(cases, concurrency: 3)
        #expect(results.count == 12)
        #expect(await counter.most <= 3)
        #expect(await counter.others == [1, 1, 1])
    }
}
