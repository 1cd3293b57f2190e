import ArgumentParser
import StreamRelay

private let usual = RelaySettings()

/// What can be set for streams by their names as well.
extension StreamSetting {
    static let all = [logSeconds, logBytes, maxLatency, maxViewers, batch]
    static let keys = all.map(\.key)

    static let logSeconds = StreamSetting(
        "log-seconds",
        "seconds",
        "How long frames are kept that no late joiner needs.",
        standard: TimeSpan(usual.relay.stream.logDuration),
        takes: "a time up to 1h, such as 10s",
        where: { $0.nanoseconds <= 3_600_000_000_000 }
    ) { (time: TimeSpan, settings) in
        settings.logDuration = time.timeAmount
    }

    static let logBytes = StreamSetting(
        "log-bytes",
        "bytes",
        "The most that one stream may keep.",
        standard: ByteCount(usual.relay.stream.logBytes),
        takes: "bytes, 1 or more, such as 64MiB",
        where: { $0.bytes > 0 }
    ) { (count: ByteCount, settings) in
        settings.logBytes = count.bytes
    }

    static let maxLatency = StreamSetting(
        "max-latency",
        "time",
        "How far behind a viewer may fall; viewers may ask for less.",
        standard: TimeSpan(usual.relay.stream.maximumLatency),
        takes: "a time up to 1h, such as 2s",
        where: { $0.nanoseconds <= 3_600_000_000_000 }
    ) { (time: TimeSpan, settings) in
        settings.maximumLatency = time.timeAmount
    }

    static let maxViewers = StreamSetting(
        "max-viewers",
        "count",
        "Viewers of one stream.",
        standard: usual.relay.stream.viewers,
        takes: "a whole number from 1 to 1000000000",
        where: { (1...1_000_000_000).contains($0) }
    ) { (count: Int, settings) in
        settings.viewers = count
    }

    static let batch = StreamSetting(
        "batch",
        "time",
        "Gather frames for so long and send them together, for less work and more delay; viewers may ask for another time.",
        standard: TimeSpan(usual.relay.stream.batch),
        takes: "a time up to 10s, such as 50ms",
        where: { $0.nanoseconds <= 10_000_000_000 }
    ) { (time: TimeSpan, settings) in
        settings.batch = time.timeAmount
    }
}
