import Foundation
import Testing

@testable import StreamPlayback

/// The tests are those of the browser player's ring (`Tests/WebPlayerTests/ring.test.js`), and some more.
@Suite struct SampleRingTests {
    private static let rate = 48_000

    @Test func `samples come out as they went in, at their time`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 100_000, Self.wide(Self.tone(0, 1024)).span)
        ring.seek(to: 100_000)
        let output = Self.read(&ring, 1024)
        #expect(output.left[64...] == Self.tone(0, 1024)[64...] && output.right == output.left)
    }

    @Test func `each channel has its own samples`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 0, Self.wide(Self.tone(0, 512), Self.tone(100, 512)).span)
        ring.seek(to: 0)
        let output = Self.read(&ring, 512)
        #expect(output.left[64...] == Self.tone(0, 512)[64...] && output.right[64...] == Self.tone(100, 512)[64...])
    }

    @Test func `before its first sample, the ring waits in silence`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 1000, Self.wide(Self.tone(0, 1024)).span)
        ring.seek(to: 744)
        #expect(Self.read(&ring, 256).left.allSatisfy { $0 == 0 })
        #expect(ring.position == 1000)
    }

    @Test func `behind its last sample, the ring waits for more`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 0, Self.wide(Self.tone(0, 256)).span)
        ring.seek(to: 0)
        #expect(Self.read(&ring, 256).isWhole)
        #expect(!Self.read(&ring, 128).isWhole && ring.position == 256)
        ring.write(at: 256, Self.wide(Self.tone(256, 256)).span)
        #expect(Self.read(&ring, 128).isWhole)
    }

    @Test func `lost samples are silence of their length`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 0, Self.wide(Self.tone(0, 1024)).span)
        ring.write(at: 2048, Self.wide(Self.tone(2048, 1024)).span)
        #expect(ring.end == 3072)
        ring.seek(to: 1024)
        #expect(Self.read(&ring, 1024).left[64...].allSatisfy { $0 == 0 })
    }

    @Test func `rounded times continue each other`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        for (at, count) in [(0, 1024), (1023, 1024), (2050, 1024)] {
            ring.write(at: at, Self.wide(Self.tone(at, count)).span)
        }
        #expect(ring.end == 3072)
    }

    @Test func `another time line empties the ring`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 0, Self.wide(Self.tone(0, 1024)).span)
        ring.seek(to: 0)
        ring.write(at: 5_000_000_000, Self.wide(Self.tone(0, 1024)).span)
        #expect(ring.start == 5_000_000_000 && ring.end == 5_000_001_024 && ring.position == nil)
    }

    @Test func `repeated samples change nothing`() {
        var ring = SampleRing(channels: 2, rate: Self.rate)
        ring.write(at: 0, Self.wide(Self.tone(0, 4096)).span)
        ring.seek(to: 0)
        ring.write(at: 1024, [Float](repeating: 9, count: 2048).span)
        #expect(ring.end == 4096)
        #expect(Self.read(&ring, 4096).left[64...] == Self.tone(0, 4096)[64...])
    }

    @Test func `old samples make room for new ones`() {
        var ring = SampleRing(channels: 1, rate: Self.rate)
        for at in stride(from: 0, to: 1 << 20, by: 4096) { ring.write(at: at, Self.tone(at, 4096).span) }
        #expect(ring.end == 1 << 20 && ring.end - ring.start == 1 << 17)
    }

    @Test(arguments: [0.05, -0.05, 0.01])
    func `a stretch changes the pace, and neither the pitch nor the smoothness`(_ stretch: Double) {
        let (ring, output) = Self.play(stretch, 4 * Self.rate)
        let pace = Double(ring.position ?? 0) / Double(output.count)
        #expect(abs(pace - 1 - stretch) < 0.006, "a pace of \(pace)")
        let crossings = (4801..<output.count).count { output[$0 - 1] < 0 && output[$0] >= 0 }
        let pitch = Double(crossings) / (Double(output.count - 4800) / Double(Self.rate))
        #expect(abs(pitch - 440) < 4, "\(pitch) Hz")
        let steepest = (101..<output.count).map { abs(output[$0] - output[$0 - 1]) }.max() ?? 0
        #expect(steepest < 0.09, "a step of \(steepest)")
    }

    @Test func `without a stretch, nothing is left out`() {
        let (ring, output) = Self.play(0, Self.rate)
        #expect(ring.position == output.count)
        #expect(output[64...] == Self.tone(0, output.count)[64...])
    }

    @Test func `numbers from outside do not trap`() {
        let extremes = [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max]
        var ring = SampleRing(channels: 9, rate: .max)
        let (none, many): ([Float], [Float]) = ([], Array(repeating: 1, count: 1 << 20))
        #expect(ring.channels == 2 && ring.rate == 96_000)
        for at in extremes {
            ring.write(at: at, Self.wide(Self.tone(0, 1024)).span)
            ring.seek(to: ring.sample(at: Double(at)))
            ring.stretch = 0.05
            _ = Self.read(&ring, 2048)
            ring.write(at: at, none.span)
            ring.write(at: at, many.span)
        }
        #expect(ring.sample(at: .nan) == 0)
    }

    private static func tone(_ from: Int, _ count: Int) -> [Float] {
        (from..<from + count).map { Float(sin(Double($0) * 2 * .pi * 440 / Double(rate))) }
    }

    /// Two channels; of equal samples if `right` is left out.
    private static func wide(_ left: [Float], _ right: [Float]? = nil) -> [Float] {
        zip(left, right ?? left).flatMap { [$0, $1] }
    }

    /// Reads in quanta of 128.
    private static func read(_ ring: inout SampleRing, _ count: Int) -> (left: [Float], right: [Float], isWhole: Bool) {
        var (left, right, isWhole): ([Float], [Float], Bool) = ([], [], true)
        for _ in stride(from: 0, to: count, by: 128) {
            var quantum = [Float](repeating: 9, count: 128 * ring.channels)
            var span = quantum.mutableSpan
            let isThere = ring.read(into: &span)
            isWhole = isWhole && isThere
            for index in stride(from: 0, to: quantum.count, by: ring.channels) {
                left.append(quantum[index])
                right.append(quantum[index + ring.channels - 1])
            }
        }
        return (left, right, isWhole)
    }

    /// Writes and reads until `count` samples came out.
    private static func play(_ stretch: Double, _ count: Int) -> (ring: SampleRing, output: [Float]) {
        var ring = SampleRing(channels: 1, rate: rate)
        var output: [Float] = []
        var written = 0
        func feed() {
            while ring.level < 8192 {
                ring.write(at: written, tone(written, 1024).span)
                written += 1024
                if ring.position == nil { ring.seek(to: 0) }
            }
        }
        feed()
        ring.stretch = stretch
        while output.count < count {
            feed()
            output += read(&ring, 128).left
        }
        return (ring, output)
    }
}
