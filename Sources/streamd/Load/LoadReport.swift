/// How a relay fares under a load, for a line, a summary or a program.
struct LoadReport: Encodable, CustomStringConvertible {
    /// Times in milliseconds, that half, 95 and 99 percent did not exceed, and the longest.
    struct Times: Encodable {
        let p50: Double?
        let p95: Double?
        let p99: Double?
        let longest: Double?

        init(_ histogram: LatencyHistogram) {
            p50 = histogram.percentile(50).map(Self.milliseconds)
            p95 = histogram.percentile(95).map(Self.milliseconds)
            p99 = histogram.percentile(99).map(Self.milliseconds)
            longest = histogram.count > 0 ? Self.milliseconds(histogram.longest) : nil
        }

        private static func milliseconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1_000 }

        var text: String {
            guard let p50, let p95, let p99, let longest else { return "not known" }
            return "\(Self.short(p50)) / \(Self.short(p95)) / \(Self.short(p99)) ms, \(Self.short(longest)) at most"
        }

        private static func short(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
    }

    let seconds: Double
    /// Viewers who are watching, of those who were to.
    let watching: Int
    let viewers: Int
    let joined: Int
    let frames: Int
    let bytes: Int
    /// Bits a second, of protocol messages.
    let bitRate: Double
    /// Frames left out, by reason.
    let missed: [String: UInt64]
    /// Frames that neither came nor were told of.
    let unaccounted: UInt64
    /// Connections refused or lost, by reason.
    let ended: [String: Int]
    let firstFrame: Times
    /// From capture to reception.
    let latency: Times
    /// By how much clocks may make that wrong, in milliseconds.
    let latencyError: Double?

    /// - Parameter seconds: What the tally was gathered in.
    init(_ tally: LoadTally, viewers: Int, seconds: Double, latencyError: Int64?) {
        self.seconds = seconds
        self.viewers = viewers
        watching = tally.watching
        joined = tally.joined
        frames = tally.frames
        bytes = tally.bytes
        bitRate = Double(tally.bytes) * 8 / max(seconds, 0.001)
        missed = tally.missed
        unaccounted = tally.unaccounted
        ended = tally.ended
        firstFrame = Times(tally.firstFrames)
        latency = Times(tally.latencies)
        self.latencyError = latencyError.map { Double($0) / 1_000 }
    }

    /// What is worth a line on a terminal every second.
    var line: String {
        "\(watching) of \(viewers) watch, \(Self.megabits(bitRate)) Mbit/s, missed \(missed.values.reduce(0, &+)), "
            + "ended \(ended.values.reduce(0, +)), latency \(latency.text)"
    }

    var description: String {
        let error = latencyError.map { ", each wrong by \($0) ms at most" } ?? ""
        return """
            viewers      \(watching) of \(viewers) at the end; \(joined) joined
            received     \(frames) frames, \(bytes) bytes in \((seconds * 10).rounded() / 10) s: \
            \(Self.megabits(bitRate)) Mbit/s
            left out     \(Self.list(missed)); not told of: \(unaccounted)
            ended early  \(Self.list(ended))
            first frame  \(firstFrame.text) after connecting (p50 / p95 / p99)
            latency      \(latency.text) from capture to reception\(error)
            """
    }

    private static func megabits(_ rate: Double) -> String { "\((rate / 100_000).rounded() / 10)" }

    private static func list(_ counts: [String: some BinaryInteger]) -> String {
        counts.isEmpty
            ? "none" : counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}
