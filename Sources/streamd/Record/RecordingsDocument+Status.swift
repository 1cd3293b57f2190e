import StreamHTTP
import StreamRecording

extension RecordingsDocument {
    /// The state of a recorder.
    init(_ status: RecorderStatus) {
        self.init(
            streams: status.streams.map { stream in
                Stream(
                    name: stream.stream.description,
                    on: stream.isOn,
                    file: stream.file,
                    bytes: stream.bytes,
                    segments: stream.segments,
                    recorded: stream.recorded,
                    missing: stream.missing,
                    written: stream.written,
                    waiting: stream.waiting,
                    failure: stream.failure
                )
            },
            bytes: status.bytes,
            free: status.free,
            removed: status.removed,
            hooksWaiting: status.hooksWaiting,
            hooksCompleted: status.hooksCompleted,
            hooksFailed: status.hooksFailed
        )
    }
}
