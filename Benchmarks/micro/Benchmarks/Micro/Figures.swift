import AllocationCounter
import Benchmark

/// What a benchmark tells of one run.
///
/// Names of benchmarks have no spaces: their thresholds would be written, but not found again.
enum Figures {
    static let megabytesPerSecond = BenchmarkMetric.custom("MB/s", polarity: .prefersLarger, useScalingFactor: false)
    static let nanosecondsEach = BenchmarkMetric.custom("ns each", useScalingFactor: false)
    /// The same in every run, so that what is more than its threshold is a change of the program.
    static let allocations = BenchmarkMetric.custom("Heap allocations", useScalingFactor: false)
}

extension Benchmark {
    /// Declares a benchmark of something that goes through so many bytes.
    static func throughput(_ name: String, bytes: Int, _ run: @escaping () throws -> Void) {
        Benchmark(name, configuration: .init(metrics: [Figures.megabytesPerSecond, Figures.allocations])) { benchmark in
            let seconds = try benchmark.secondsCountingAllocations(run)
            benchmark.measurement(Figures.megabytesPerSecond, Int(Double(bytes) / 1e6 / seconds))
        }
    }

    /// Declares a benchmark of something that is done so many times in a run.
    ///
    /// - Parameter prepare: Makes what a run begins with, which is not measured.
    static func cost<State>(
        _ name: String,
        count: Int,
        from prepare: @escaping () throws -> State,
        _ run: @escaping (inout State) throws -> Void
    ) {
        Benchmark(name, configuration: .init(metrics: [Figures.nanosecondsEach, Figures.allocations])) { benchmark in
            var state = try prepare()
            let seconds = try benchmark.secondsCountingAllocations { try run(&state) }
            benchmark.measurement(Figures.nanosecondsEach, Int((seconds * 1e9 / Double(count)).rounded()))
        }
    }

    private func secondsCountingAllocations(_ run: () throws -> Void) rethrows -> Double {
        let before = allocationsOfThisThread()
        let duration = try ContinuousClock().measure(run)
        measurement(Figures.allocations, Int(allocationsOfThisThread() - before))
        return duration / .seconds(1)
    }
}
