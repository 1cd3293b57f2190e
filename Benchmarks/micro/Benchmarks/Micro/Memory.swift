import Benchmark

/// The yardstick for everything that goes through bytes: reading them, and copying them.
func benchmarkMemory() {
    Benchmark.throughput("memory-read", bytes: MadeVideo.file.count) {
        blackHole(MadeVideo.file.withUnsafeBytes(sum))
    }
}

/// Reads every word, in four sums that need not wait for each other.
private func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let words = bytes.bindMemory(to: SIMD4<UInt64>.self)
    var sums = (SIMD4<UInt64>(), SIMD4<UInt64>(), SIMD4<UInt64>(), SIMD4<UInt64>())
    var index = 0
    while index + 4 <= words.count {
        sums.0 &+= words[index]
        sums.1 &+= words[index + 1]
        sums.2 &+= words[index + 2]
        sums.3 &+= words[index + 3]
        index += 4
    }
    return (sums.0 &+ sums.1 &+ sums.2 &+ sums.3).wrappedSum()
}
