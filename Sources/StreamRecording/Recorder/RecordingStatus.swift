import StreamProtocol

/// The state of a stream in the recorder.
public struct RecordingStatus: Hashable, Sendable {
    /// The stream.
    public var stream: StreamName
    /// Whether its recording is switched on.
    public var isOn: Bool
    /// The file that grows, below the recorder's folder; `nil` if none does.
    public var file: String?
    /// The bytes of that file.
    public var bytes: UInt64 = 0
    /// Finished segments since the start.
    public var segments: UInt64 = 0
    /// Frames in files since the start, of all tracks.
    public var recorded: UInt64 = 0
    /// Frames that are missing since the start, of all tracks.
    public var missing: UInt64 = 0
    /// Bytes written since the start.
    public var written: UInt64 = 0
    /// Bytes of frames that wait for the disk.
    public var waiting: Int = 0
    /// Why the disk does not take the recording, in one sentence; `nil` if it does.
    public var failure: String?

    /// The state of a stream of which nothing is recorded yet.
    public init(stream: StreamName, isOn: Bool) {
        self.stream = stream
        self.isOn = isOn
    }
}

/// The state of the recorder.
public struct RecorderStatus: Hashable, Sendable {
    /// By name.
    public var streams: [RecordingStatus] = []
    /// Bytes of all finished segments.
    public var bytes: UInt64 = 0
    /// Bytes that are free on the file system; `nil` if not known.
    public var free: UInt64?
    /// Segments that the retention has removed since the start.
    public var removed: UInt64 = 0
    /// Hooks that wait or run.
    public var hooksWaiting = 0
    /// Hooks that have succeeded since the start.
    public var hooksCompleted: UInt64 = 0
    /// Hooks that were given up since the start.
    public var hooksFailed: UInt64 = 0

    /// The state of a recorder that has not begun.
    public init() {}
}
