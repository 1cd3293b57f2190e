import Platform
import StreamClient

/// A publisher's statistics for each second, on standard error.
final class PublishStatistics: Sendable {
    private let outlet: PublishOutlet
    private let state: Mutex<State>

    private struct State {
        var viewers = 0
        var totals = PublishTotals()
        var time = ContinuousClock.now
    }

    init(_ outlet: PublishOutlet) {
        self.outlet = outlet
        state = Mutex(State())
    }

    /// Takes an event of the publisher.
    func take(_ event: PublishEvent) {
        switch event {
        case .viewers(let count): state.withLock { $0.viewers = count }
        case .disconnected: state.withLock { $0.viewers = 0 }
        default: break
        }
    }

    /// Prints a report every second until the task is cancelled, and then one more.
    func report() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil { takeInterval().write() }
        takeInterval().write()
        if Terminal.errorIsTerminal { Terminal.endLine() }
    }

    /// The statistics since the last summary.
    private func takeInterval() -> PublishSummary {
        let (totals, backlog, losses) = (outlet.totals, outlet.backlog, outlet.losses)
        return state.withLock { state in
            let now = ContinuousClock.now
            defer { (state.totals, state.time) = (totals, now) }
            return PublishSummary(
                from: state.totals,
                to: totals,
                seconds: max((now - state.time) / .seconds(1), 0.001),
                backlog: backlog,
                leftOut: losses.total,
                viewers: state.viewers
            )
        }
    }
}

/// A publisher's statistics of one second, as a line or as JSON.
struct PublishSummary: Hashable, Sendable {
    /// Seconds of media that were sent.
    var position: Double
    var frames: UInt64
    /// Pictures a second, or frames of sound if there are no pictures.
    var framesPerSecond: Double
    /// Bits per second.
    var bitRate: Double
    var viewers: Int
    /// Frames that were left out.
    var leftOut: UInt64
    var isConnected: Bool
    /// Bytes that have not reached the relay's machine, and how many seconds the oldest has waited.
    var backlogBytes: Int
    var backlogAge: Double

    init(
        from before: PublishTotals,
        to now: PublishTotals,
        seconds: Double,
        backlog: UplinkBacklog,
        leftOut: UInt64,
        viewers: Int
    ) {
        position = Double(now.position) / 1e6
        frames = now.frames
        let new = now.pictures > 0 ? now.pictures - before.pictures : now.frames - before.frames
        framesPerSecond = Double(new) / seconds
        bitRate = Double((now.bytes - before.bytes) * 8) / seconds
        self.viewers = viewers
        self.leftOut = leftOut
        isConnected = backlog.isConnected
        backlogBytes = backlog.bytes
        backlogAge = backlog.age / .seconds(1)
    }

    func write() {
        if Terminal.errorIsTerminal { Terminal.replaceLine(line) } else { Terminal.printLine(json) }
    }

    /// For a terminal.
    var line: String {
        var parts = [
            Self.clock(position), "\(Self.rounded(framesPerSecond)) fps", "\(Self.rounded(bitRate / 1e6, 2)) Mbit/s",
            viewers == 1 ? "1 viewer" : "\(viewers) viewers",
            "backlog \(Self.rounded(backlogAge)) s (\(backlogBytes / 1000) kB)",
        ]
        if leftOut > 0 { parts.append("\(leftOut) left out") }
        if !isConnected { parts.append("not connected") }
        return parts.joined(separator: "  ")
    }

    /// A JSON object on one line.
    var json: String {
        let fields = [
            "\"position\":\(Self.rounded(position, 2))", "\"frames\":\(frames)",
            "\"fps\":\(Self.rounded(framesPerSecond))", "\"bitRate\":\(Int64(bitRate))", "\"viewers\":\(viewers)",
            "\"leftOut\":\(leftOut)", "\"connected\":\(isConnected)",
            "\"backlogBytes\":\(backlogBytes)", "\"backlogAge\":\(Self.rounded(backlogAge * 1_000))",
        ]
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// Hours, minutes and seconds.
    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    private static func rounded(_ value: Double, _ digits: Int = 1) -> Double {
        let scale = digits == 1 ? 10.0 : 100.0
        return (value * scale).rounded() / scale
    }
}
