/// What was asked for is done.
public struct DoneDocument: Codable, Hashable, Sendable {
    public var done = true

    public init() {}
}

/// How much to log.
public struct LogLevelDocument: Codable, Hashable, Sendable {
    /// `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
    public var level: String

    public init(level: String) {
        self.level = level
    }
}
