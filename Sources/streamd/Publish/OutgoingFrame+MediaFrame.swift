import NIOCore
import StreamClient
import StreamMedia
import StreamProtocol

extension OutgoingFrame {
    /// - Parameter captureTime: In microseconds since 1970-01-01 UTC; by default the frame's own.
    init(_ frame: MediaFrame, captureTime: Int64? = nil) {
        var payload = Frame.payloadBuffer(capacity: frame.payload.count)
        payload.writeBytes(frame.payload)
        self.init(
            track: frame.track,
            flags: frame.flags,
            generation: frame.generation,
            decodeTime: frame.decodeTime,
            presentationTime: frame.presentationTime,
            captureTime: captureTime ?? frame.captureTime,
            payload: payload
        )
    }
}
