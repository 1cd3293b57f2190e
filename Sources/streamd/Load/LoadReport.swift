import StreamProtocol

/// A relay's performance under load, for a line, a summary or JSON.
struct LoadReport: Encodable, CustomStringConvertible {
    /// Percentiles 50, 95 and 99 and the maximum, in milliseconds.
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
    /// Viewers that watch now.
    let watching: Int
    let viewers: Int
    let joined: Int
    /// Frames of pictures.
    let frames: Int
    let audioFrames: Int
    /// Bytes of whole messages.
    let bytes: Int
    /// Bits per second of protocol messages.
    let bitRate: Double
    /// Pictures that gaps reported, by reason.
    let missed: [String: UInt64]
    /// The same of sound.
    let audioMissed: [String: UInt64]
    /// Frames that were neither received nor reported by a gap.
    let unaccounted: UInt64
    /// Connections that were refused or lost, by reason.
    let ended: [String: Int]
    let firstFrame: Times
    /// From capture to reception, of pictures; without pictures, of sound.
    let latency: Times
    /// The bound of the latencies' error due to clocks, in milliseconds.
    let latencyError: Double?

    /// - Parameter seconds: The duration that the statistics cover.
    init(_ statistics: LoadStatistics, viewers: Int, seconds: Double, latencyError: Int64?) {
        self.seconds = seconds
        self.viewers = viewers
        watching = statistics.watching
        joined = statistics.joined
        frames = statistics.pictures.received
        audioFrames = statistics.sound.received
        bytes = statistics.bytes
        bitRate = Double(statistics.bytes) * 8 / max(seconds, 0.001)
        missed = statistics.pictures.missed
        audioMissed = statistics.sound.missed
        unaccounted = statistics.unaccounted
        ended = statistics.ended
        firstFrame = Times(statistics.firstFrames)
        latency = Times((frames > 0 ? statistics.pictures : statistics.sound).latencies)
        self.latencyError = latencyError.map { Double($0) / 1_000 }
    }

    /// One line for a terminal.
    var line: String {
        "\(watching) of \(viewers) watch, \(Self.megabits(bitRate)) Mbit/s, missed \(Self.wanted(missed)) pictures and "
            + "\(Self.wanted(audioMissed)) of sound, ended \(ended.values.reduce(0, +)), latency \(latency.text)"
    }

    /// Frames that viewers asked for and did not get.
    private static func wanted(_ missed: [String: UInt64]) -> UInt64 {
        missed.filter { $0.key != Gap.Reason.notRequested.description }.values.reduce(0, &+)
    }

    var description: String {
        let error = latencyError.map { ", with an error of \($0) ms at most" } ?? ""
        return """
            viewers      \(watching) of \(viewers) at the end; \(joined) joined
            received     \(frames) pictures, \(audioFrames) frames of sound, \(bytes) bytes in \((seconds * 10).rounded() / 10) s: \
            \(Self.megabits(bitRate)) Mbit/s
            skipped      \(Self.list(missed)); of sound \(Self.list(audioMissed)); lost without a notice: \(unaccounted)
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
