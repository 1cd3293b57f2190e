import NIOCore
import StreamProtocol

/// What a publisher has passed to its connections so far.
package struct PublishTotals: Hashable, Sendable {
    /// Frames of all tracks.
    package private(set) var frames: UInt64 = 0
    /// Frames of video tracks.
    package private(set) var pictures: UInt64 = 0
    /// Bytes of payload.
    package private(set) var bytes: UInt64 = 0
    private var times: ClosedRange<MediaTime>?

    package init() {}

    /// The media time from the first to the newest frame, in microseconds.
    package var position: Int64 {
        times.map { $0.upperBound.microseconds &- $0.lowerBound.microseconds } ?? 0
    }

    mutating func add(_ frame: MediaFrame, isVideo: Bool) {
        frames += 1
        if isVideo { pictures += 1 }
        bytes += UInt64(frame.payload.readableBytes)
        let time = frame.decodeTime
        times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
    }
}
