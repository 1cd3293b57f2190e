import ArgumentParser
import StreamRelay

private let defaults = RelaySettings()

/// The settings that can differ between streams.
extension StreamSetting {
    static let all = [logSeconds, logBytes, maxLatency, maxViewers, batch]
    static let keys = all.map(\.key)

    static let logSeconds = StreamSetting(
        "log-seconds",
        "seconds",
        "How long the relay keeps frames that new viewers do not need.",
        default: TimeSpan(defaults.relay.stream.logDuration),
        takes: "a time up to 1h, such as 10s",
        where: { $0.nanoseconds <= 3_600_000_000_000 }
    ) { (time: TimeSpan, settings) in
        settings.logDuration = time.timeAmount
    }

    static let logBytes = StreamSetting(
        "log-bytes",
        "bytes",
        "The size of one stream's log.",
        default: ByteCount(defaults.relay.stream.logBytes),
        takes: "bytes, 1 or more, such as 64MiB",
        where: { $0.bytes > 0 }
    ) { (count: ByteCount, settings) in
        settings.logBytes = count.bytes
    }

    static let maxLatency = StreamSetting(
        "max-latency",
        "time",
        "How far a viewer may fall behind; viewers may request less.",
        default: TimeSpan(defaults.relay.stream.maximumLatency),
        takes: "a time up to 1h, such as 2s",
        where: { $0.nanoseconds <= 3_600_000_000_000 }
    ) { (time: TimeSpan, settings) in
        settings.maximumLatency = time.timeAmount
    }

    static let maxViewers = StreamSetting(
        "max-viewers",
        "count",
        "The highest number of viewers of one stream.",
        default: defaults.relay.stream.viewers,
        takes: "a whole number from 1 to 1000000000",
        where: { (1...1_000_000_000).contains($0) }
    ) { (count: Int, settings) in
        settings.viewers = count
    }

    static let batch = StreamSetting(
        "batch",
        "time",
        "How long to collect frames before sending, for less work and more delay; viewers may request another time.",
        default: TimeSpan(defaults.relay.stream.batch),
        takes: "a time up to 10s, such as 50ms",
        where: { $0.nanoseconds <= 10_000_000_000 }
    ) { (time: TimeSpan, settings) in
        settings.batch = time.timeAmount
    }
}
