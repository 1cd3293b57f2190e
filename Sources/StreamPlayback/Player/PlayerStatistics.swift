import NIOCore
import StreamClient
import StreamProtocol

/// What a player counts of one stream, and its text. A value; times are microseconds.
struct PlayerStatistics: Sendable {
    /// Latencies of so many pictures count: ten seconds at 60 a second.
    static let window = 600
    /// Rates are those of at least so long.
    static let interval: Int64 = 400_000

    /// The offsets of the clocks; `nil` while they are not known.
    var clock: ClockEstimate?
    /// The tracks that are played.
    var tracks: [Track] = []
    /// Frames that newer ones overtook before they were decoded.
    var skipped = 0
    /// Errors of the decoders.
    var problems = 0
    var usesHardware = false

    private var frames = 0
    private var bytes = 0
    private var missed: [Gap.Reason: UInt64] = [:]
    private var latencies: [Int64] = []
    private var latencyCount = 0
    private var errorBound: Int64 = 0
    private var measured: (at: Int64, frames: Int, bytes: Int)?
    private var rates = (frames: 0.0, bits: 0.0)

    mutating func received(_ frame: Frame) {
        frames += 1
        bytes += frame.message.readableBytes
    }

    mutating func missed(_ gap: Gap) {
        // The count comes from the network: a wrong one must not trap.
        if gap.reason != .notRequested { missed[gap.reason, default: 0] &+= gap.count }
    }

    mutating func shown(_ header: FrameHeader, wallTime: Int64, isLocal: Bool) {
        let latency: Int64
        if isLocal, header.captureTime > 0 {
            (latency, errorBound) = (max(0, wallTime - header.captureTime), 0)
        } else if let known = clock?.captureToReceive(captureTime: header.captureTime, now: wallTime) {
            (latency, errorBound) = (known.microseconds, known.errorBound)
        } else {
            return
        }
        if latencies.count < Self.window {
            latencies.append(latency)
        } else {
            latencies[latencyCount % Self.window] = latency
        }
        latencyCount += 1
    }

    /// The lines of the overlay.
    mutating func lines<Picture>(name: String, _ playout: StreamPlayout<Picture>, now: Int64) -> [String] {
        measureRates(now: now)
        let (clock, pictures) = (playout.clock, playout.pictures)
        var lines = [name]
        let sorted = latencies.sorted()
        if let most = sorted.last {
            let (middle, high) = (sorted[sorted.count / 2], sorted[sorted.count * 95 / 100])
            lines.append("latency   \(ms(middle)) +- \(ms(errorBound)) from capture to the screen")
            lines.append("          95 %: \(ms(high)), most \(ms(most))")
        } else {
            lines.append("latency   not known")
        }
        let behind = clock.rewound > 0 ? ", rewound \(ms(Int64(clamping: clock.rewound)))" : ""
        lines.append("buffer    \(ms(Int64(clamping: clock.waiting)))\(behind)")
        lines.append("received  \(rounded(rates.bits / 1e6, 100)) Mbit/s, \(rounded(rates.frames, 1)) frames a second")
        let gaps = missed.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key)" }
        lines.append("missed    \(gaps.isEmpty ? "none" : gaps.joined(separator: ", "))")
        lines.append(
            "pictures  \(pictures.shownCount) shown, \(pictures.droppedCount) dropped, \(skipped) not decoded, "
                + "\(problems) errors"
        )
        lines += tracks.map { track in
            guard track.kind == .video else {
                let rate = track.sampleRate.map { " \(Double($0) / 1000) kHz" } ?? ""
                let sound = playout.sound.map { ", \(ms($0.level)) ahead, \($0.interruptions) interruptions" }
                return "sound     AAC\(rate)\(sound ?? ", not heard")"
            }
            let size = track.size.map { " \($0.width)x\($0.height)" } ?? ""
            return "decoder   H.264\(size), \(usesHardware ? "VA-API" : "software")"
        }
        return lines
    }

    private mutating func measureRates(now: Int64) {
        guard let last = measured else { return measured = (now, frames, bytes) }
        guard now - last.at >= Self.interval else { return }
        let seconds = Double(now - last.at) / 1e6
        rates = (Double(frames - last.frames) / seconds, Double(8 * (bytes - last.bytes)) / seconds)
        measured = (now, frames, bytes)
    }

    private func ms(_ microseconds: Int64) -> String { "\(rounded(Double(microseconds) / 1e3, 10)) ms" }

    private func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
}
