import Logging
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The relay's messages to whoever runs it: their level and form can change while it runs, for all loggers at once.
final class RelayLog: Sendable {
    private struct Manner {
        var format: LogFormat
        var level: Logger.Level
    }

    private let manner: Mutex<Manner>
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes one line at a time, without its line break.
    init(_ format: LogFormat, _ level: Logger.Level, write: @escaping @Sendable (String) -> Void = Terminal.say) {
        manner = Mutex(Manner(format: format, level: level))
        self.write = write
    }

    var level: Logger.Level {
        get { manner.withLock(\.level) }
        set { manner.withLock { $0.level = newValue } }
    }

    var format: LogFormat {
        get { manner.withLock(\.format) }
        set { manner.withLock { $0.format = newValue } }
    }

    func logger(_ label: String) -> Logger {
        Logger(label: label) { _ in Handler(log: self) }
    }

    private func write(_ line: LogLine) {
        write(line.text(in: format))
    }

    private struct Handler: LogHandler {
        let log: RelayLog
        var metadata: Logger.Metadata = [:]
        /// Set where one logger is to differ from the rest.
        private var ownLevel: Logger.Level?

        init(log: RelayLog) {
            self.log = log
        }

        var logLevel: Logger.Level {
            get { ownLevel ?? log.level }
            set { ownLevel = newValue }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.write(
                LogLine(
                    time: Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
                    level: event.level,
                    message: event.message.description,
                    metadata: metadata.merging(event.metadata ?? [:]) { $1 }
                )
            )
        }
    }
}
