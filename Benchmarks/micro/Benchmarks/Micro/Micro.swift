import Benchmark

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [],
        units: [Figures.megabytesPerSecond: .count, Figures.nanosecondsEach: .count, Figures.allocations: .count],
        warmupIterations: 2,
        maxDuration: .milliseconds(500)
    )
    benchmarkMemory()
    benchmarkMedia()
    benchmarkPublishing()
    benchmarkWire()
    benchmarkLog()
}
