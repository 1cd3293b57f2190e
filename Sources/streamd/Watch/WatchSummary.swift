/// One second of watching, as a line for a person or a program.
struct WatchSummary: Hashable, Sendable {
    var frames: UInt64
    var framesPerSecond: Double
    /// Bits a second.
    var bitRate: Double
    var missed: UInt64
    var epoch: UInt32
    /// Microseconds; `nil` where clocks or capture times are not known.
    var medianLatency: Int64?
    var highLatency: Int64?
    var errorBound: Int64?

    /// For a terminal.
    var line: String {
        var parts = [
            "\(frames) frames", "\(Self.rounded(framesPerSecond)) fps", "\(Self.rounded(bitRate / 1e6, 2)) Mbit/s",
            "\(missed) missed",
        ]
        if let medianLatency, let highLatency, let errorBound {
            parts.append(
                "latency \(Self.milliseconds(medianLatency)) ms (p95 \(Self.milliseconds(highLatency)) "
                    + "± \(Self.milliseconds(errorBound)))"
            )
        }
        return parts.joined(separator: "  ")
    }

    /// A JSON object on one line.
    var json: String {
        let latency: [(String, Int64?)] = [
            ("latencyP50", medianLatency), ("latencyP95", highLatency), ("latencyError", errorBound),
        ]
        let fields =
            [
                "\"frames\":\(frames)", "\"fps\":\(Self.rounded(framesPerSecond))",
                "\"bitRate\":\(Int64(bitRate))", "\"missed\":\(missed)", "\"epoch\":\(epoch)",
            ] + latency.map { "\"\($0)\":\($1.map { "\(Self.milliseconds($0))" } ?? "null")" }
        return "{" + fields.joined(separator: ",") + "}"
    }

    private static func milliseconds(_ microseconds: Int64) -> Double { rounded(Double(microseconds) / 1e3, 2) }

    private static func rounded(_ value: Double, _ digits: Int = 1) -> Double {
        let scale = digits == 1 ? 10.0 : 100.0
        return (value * scale).rounded() / scale
    }
}
