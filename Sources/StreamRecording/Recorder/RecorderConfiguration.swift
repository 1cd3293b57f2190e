import Logging

/// What is recorded, and where.
public struct RecorderConfiguration: Sendable {
    /// Streams of one relay.
    public struct Source: Sendable {
        /// How to connect. The stream of its address does not matter.
        public var client: ClientConfiguration
        /// Which streams.
        public var selection: StreamSelection

        /// Makes a source; see the properties.
        public init(_ client: ClientConfiguration, _ selection: StreamSelection) {
            self.client = client
            self.selection = selection
        }
    }

    /// The streams. If two sources have a stream of the same name, the first one to have it is recorded.
    public var sources: [Source]
    /// The folder of all recordings. It is made if the folder around it exists.
    public var directory: String
    /// After how long a file ends, at the next random access point; at least a second.
    public var segmentDuration = Duration.seconds(600)
    /// How much of the time before the start is recorded, from the relay's history. After a lost connection, the same
    /// time is fetched again, so that less is missing.
    public var history = Duration.seconds(10)
    /// Whether all streams are switched off at first.
    public var isPaused = false
    /// How much is kept; everything by default.
    public var retention = RetentionPolicy()
    /// A command that the shell runs for each finished segment; `nil` for none.
    public var hook: String?
    /// Logs what the recorder does; by default nothing is logged.
    public var logger = Logger(label: "streamd.record") { _ in SwiftLogNoOpLogHandler() }
    /// Is called after each change of ``Recorder/status``, on any thread. It must not block.
    package var statusChanged: @Sendable () -> Void = {}

    /// Makes a configuration with the default of every other setting.
    public init(_ sources: [Source], directory: String) {
        self.sources = sources
        self.directory = directory
    }
}
