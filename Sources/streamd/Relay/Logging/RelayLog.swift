import ArgumentParser
import Logging
import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The relay's log. Its level and format can change at run time, for all loggers at once.
final class RelayLog: Sendable {
    private struct Options {
        var format: LogFormat
        var level: Logger.Level
    }

    private let options: Mutex<Options>
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Receives one line at a time, without its line break.
    init(_ format: LogFormat, _ level: Logger.Level, write: @escaping @Sendable (String) -> Void = Terminal.printLine) {
        options = Mutex(Options(format: format, level: level))
        self.write = write
    }

    var level: Logger.Level {
        get { options.withLock(\.level) }
        set { options.withLock { $0.level = newValue } }
    }

    var format: LogFormat {
        get { options.withLock(\.format) }
        set { options.withLock { $0.format = newValue } }
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
        /// Overrides the common level for one logger.
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

/// The format of log messages.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// One line for people.
    case text
    /// One JSON object per line, for programs.
    case json
}
