import MadeStreams
import NIOCore
import StreamProtocol

@testable import StreamHTTP

/// A stream of pictures and sound, as a wrapper gets it.
enum Made {
    static let sound = TrackID(1) ?? .zero

    static func table(epoch: UInt32 = 1, soundConfiguration: [UInt8] = [0x11, 0x90]) throws -> TrackTable {
        var audio = Track(id: sound, kind: .audio, codec: .aac)
        audio.configuration = soundConfiguration
        return try TrackTable(epoch: epoch, tracks: [audio, Track(id: .zero, kind: .video, codec: .h264)])
    }

    static func picture(_ number: Int, widthInMbs: Int = 2, epoch: UInt32 = 1) -> ProtocolMessage {
        let isStart = number.isMultiple(of: 10)
        let payload =
            isStart
            ? MadeStream.annexB([
                MadeStream.sps(widthInMbs: widthInMbs), MadeStream.pps, MadeStream.idr(number / 10 % 2),
            ])
            : MadeStream.annexB([MadeStream.p(number % 10)])
        return frame(.zero, number, isStart ? .randomAccess : [], epoch, payload)
    }

    static func sound(_ number: Int, epoch: UInt32 = 1) -> ProtocolMessage {
        frame(sound, number, .randomAccess, epoch, [7, 7])
    }

    private static func frame(
        _ track: TrackID,
        _ number: Int,
        _ flags: FrameHeader.Flags,
        _ epoch: UInt32,
        _ payload: [UInt8]
    ) -> ProtocolMessage {
        let time = 2_000_000 + Int64(number) * 40_000
        let header = FrameHeader(
            track: track,
            flags: flags,
            epoch: epoch,
            sequence: UInt64(number),
            decodeTime: time,
            presentationTime: time
        )
        return .frame(Frame(header, payload: payload))
    }

    /// Two tracks of 20 frames, in turns.
    static func stream() throws -> [ProtocolMessage] {
        [.tracks(try table())] + (0..<20).flatMap { [picture($0), sound($0)] }
    }
}

extension ContainerWrapper {
    /// The messages for viewers after these.
    mutating func messages(
        _ messages: [ProtocolMessage],
        arrival: NIODeadline = .uptimeNanoseconds(1_000_000)
    ) -> [ProtocolMessage] {
        var found: [ProtocolMessage] = []
        for message in messages {
            take(message, arrival: arrival)
            found += rest()
        }
        return found
    }

    /// The messages that are left.
    mutating func rest() -> [ProtocolMessage] {
        var found: [ProtocolMessage] = []
        while let next = next() { found.append(next) }
        return found
    }
}
