import NIOCore
import StreamProtocol

@testable import StreamClient

extension TrackID {
    static let video = TrackID.zero
    /// The fallback is never used.
    static let audio = TrackID(1) ?? .zero
}

extension Track {
    static let video = Track(id: .video, kind: .video, codec: .h264)
    static let audio = Track(id: .audio, kind: .audio, codec: .aac)
}

extension MediaFrame {
    /// A video frame that depends on the frames before it.
    static func delta(_ time: Int64, bytes: Int = 10) -> MediaFrame { sample(.video, [], time, bytes) }

    /// A random access point.
    static func key(_ time: Int64, bytes: Int = 10) -> MediaFrame { sample(.video, .randomAccess, time, bytes) }

    static func audio(_ time: Int64, bytes: Int = 10) -> MediaFrame { sample(.audio, .randomAccess, time, bytes) }

    private static func sample(_ track: TrackID, _ flags: FrameHeader.Flags, _ time: Int64, _ bytes: Int) -> Self {
        MediaFrame(
            track: track,
            flags: flags,
            decodeTime: MediaTime(microseconds: time),
            presentationTime: MediaTime(microseconds: time),
            payload: ByteBuffer(repeating: UInt8(truncatingIfNeeded: time), count: bytes)
        )
    }
}

extension Welcome {
    static func sample(
        epoch: UInt32 = 1,
        streamInstance: UInt64 = 1,
        maximumFrameLength: UInt32 = 1 << 20,
        pingInterval: UInt32 = 60_000
    ) -> Welcome {
        Welcome(
            epoch: epoch,
            streamInstance: streamInstance,
            maximumFrameLength: maximumFrameLength,
            pingInterval: pingInterval,
            maximumLatency: 2_000,
            state: .live,
            relayName: "scripted"
        )
    }
}

extension Frame {
    static func sample(_ sequence: UInt64, track: TrackID = .video, epoch: UInt32 = 1, bytes: Int = 10) -> Frame {
        let header = FrameHeader(
            track: track,
            flags: sequence == 0 ? .randomAccess : [],
            epoch: epoch,
            sequence: sequence,
            decodeTime: Int64(sequence),
            presentationTime: Int64(sequence),
            captureTime: 1_000_000
        )
        return Frame(header, capacity: bytes) { $0.writeRepeatingByte(7, count: bytes) }
    }
}

extension ClientConfiguration {
    /// For tests: reconnects at once.
    static func sample(_ address: RelayAddress) -> ClientConfiguration {
        var configuration = ClientConfiguration(address)
        // A busy machine needs longer than the default.
        configuration.connectTimeout = .seconds(600)
        configuration.finishStall = .seconds(600)
        configuration.backoff = Backoff(minimum: .milliseconds(1), maximum: .milliseconds(5))
        configuration.clientName = "test"
        return configuration
    }
}
