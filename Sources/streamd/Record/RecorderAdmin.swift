import Logging
import PrometheusMetrics
import StreamHTTP
import StreamRecording
import StreamRelay

/// The admin listener of a recorder.
enum RecorderAdmin {
    /// Makes the listener.
    ///
    /// - Parameter isOptional: Whether the recorder runs without it.
    static func service(
        of recorder: Recorder,
        at address: ListenAddress,
        isOptional: Bool,
        _ logger: Logger
    ) -> AdminService {
        let registry = PrometheusRegistry(
            collectors: [
                ProcessMetrics.collector, { PrometheusRegistry.versionMetrics }, { metrics(of: recorder.status) },
            ]
        )
        return AdminService(
            listener: .address(host: address.host, port: address.port),
            metrics: { registry.render() },
            recordings: { RecordingsDocument(recorder.status) },
            setRecording: { recorder.setRecording($0, isOn: $1) },
            isOptional: isOptional,
            logger: logger
        )
    }

    /// The metrics of a recorder. Streams are not labels: their number has no bound over months.
    static func metrics(of status: RecorderStatus) -> [MetricFamily] {
        let streams = status.streams
        func sum(_ value: (RecordingStatus) -> UInt64) -> Int64 {
            Int64(clamping: streams.reduce(UInt64(0)) { $0 &+ value($1) })
        }
        var families = [
            counter("segments_total", sum(\.segments), "Files that were finished."),
            counter("frames_total", sum(\.recorded), "Frames in files, of all tracks."),
            counter(
                "frames_missing_total",
                sum(\.missing),
                "Frames that are missing in the recordings, of all tracks."
            ),
            counter("bytes_total", sum(\.written), "Bytes written to files."),
            gauge("streams", Int64(streams.count), "Streams that the recorder knows."),
            gauge("streams_recording", Int64(streams.count { $0.file != nil }), "Streams with a file that grows."),
            gauge(
                "streams_failing",
                Int64(streams.count { $0.failure != nil }),
                "Streams that the disk does not take."
            ),
            gauge(
                "queue_bytes",
                Int64(streams.reduce(0) { $0 + $1.waiting }),
                "Bytes of frames that wait for the disk."
            ),
            gauge("kept_bytes", Int64(clamping: status.bytes), "Bytes of all finished files."),
            counter("removed_total", Int64(clamping: status.removed), "Files that the retention has removed."),
            gauge("hooks_waiting", Int64(status.hooksWaiting), "Hooks that wait or run."),
            counter("hooks_completed_total", Int64(clamping: status.hooksCompleted), "Hooks that have succeeded."),
            counter("hooks_failed_total", Int64(clamping: status.hooksFailed), "Hooks that were given up."),
        ]
        if let free = status.free {
            families.append(gauge("free_bytes", Int64(clamping: free), "Bytes that are free on the file system."))
        }
        return families
    }

    private static func counter(_ name: String, _ value: Int64, _ help: String) -> MetricFamily {
        MetricFamily("streamd_recorder_\(name)", .counter, help: help, samples: [MetricSample(.integer(value))])
    }

    private static func gauge(_ name: String, _ value: Int64, _ help: String) -> MetricFamily {
        MetricFamily("streamd_recorder_\(name)", .gauge, help: help, samples: [MetricSample(.integer(value))])
    }
}
