/// The state of a recorder, as its admin listener shows it.
package struct RecordingsDocument: Codable, Hashable, Sendable {
    /// A stream that the recorder knows. Counts are since its start, of all tracks.
    package struct Stream: Codable, Hashable, Sendable {
        package var name: String
        /// Whether its recording is switched on.
        package var on: Bool
        /// The file that grows, below the recorder's folder, and its bytes.
        package var file: String?
        package var bytes: UInt64
        package var segments: UInt64
        /// Frames in files, and frames that are missing.
        package var recorded: UInt64
        package var missing: UInt64
        /// Bytes written.
        package var written: UInt64
        /// Bytes of frames that wait for the disk.
        package var waiting: Int
        /// Why the disk does not take the recording.
        package var failure: String?

        package init(
            name: String,
            on: Bool,
            file: String?,
            bytes: UInt64,
            segments: UInt64,
            recorded: UInt64,
            missing: UInt64,
            written: UInt64,
            waiting: Int,
            failure: String?
        ) {
            self.name = name
            self.on = on
            self.file = file
            self.bytes = bytes
            self.segments = segments
            self.recorded = recorded
            self.missing = missing
            self.written = written
            self.waiting = waiting
            self.failure = failure
        }
    }

    package var streams: [Stream]
    /// Bytes of all finished segments, and bytes that are free on the file system.
    package var bytes: UInt64
    package var free: UInt64?
    /// Segments that the retention has removed.
    package var removed: UInt64
    package var hooksWaiting: Int
    package var hooksCompleted: UInt64
    package var hooksFailed: UInt64

    package init(
        streams: [Stream],
        bytes: UInt64,
        free: UInt64?,
        removed: UInt64,
        hooksWaiting: Int,
        hooksCompleted: UInt64,
        hooksFailed: UInt64
    ) {
        self.streams = streams
        self.bytes = bytes
        self.free = free
        self.removed = removed
        self.hooksWaiting = hooksWaiting
        self.hooksCompleted = hooksCompleted
        self.hooksFailed = hooksFailed
    }
}
