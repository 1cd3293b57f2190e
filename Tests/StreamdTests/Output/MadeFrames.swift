import MadeStreams
import StreamProtocol

/// Frames of pictures and sound, from 5 s on.
enum MadeFrames {
    static let sound = TrackID(1) ?? .zero

    static let all = frames(seconds: 1)

    static func frames(seconds: Int) -> [Frame] {
        let video = (0..<25 * seconds).map { number in
            frame(.zero, 5_000_000 + Int64(number) * 40_000, number, picture(number))
        }
        let sound = (0..<47 * seconds).map { number in
            frame(Self.sound, 5_000_000 + Int64(number) * 21_333, number, [7, 7])
        }
        return (video + sound).sorted { $0.header.decodeTime < $1.header.decodeTime }
    }

    static func picture(_ number: Int, widthInMbs: Int = 2) -> [UInt8] {
        number == 0
            ? MadeStream.annexB([MadeStream.sps(widthInMbs: widthInMbs), MadeStream.pps, MadeStream.idr()])
            : MadeStream.annexB([MadeStream.p(number % 16)])
    }

    static func frame(_ track: TrackID, _ time: Int64, _ number: Int, _ payload: [UInt8]) -> Frame {
        Frame(
            FrameHeader(
                track: track,
                flags: number == 0 || track == Self.sound ? .randomAccess : [],
                epoch: 1,
                sequence: UInt64(number),
                decodeTime: time,
                presentationTime: time
            ),
            payload: payload
        )
    }

    static func table(codec: FourCC = .h264, soundConfiguration: [UInt8] = [0x11, 0x90]) throws -> TrackTable {
        var audio = Track(id: sound, kind: .audio, codec: .aac)
        audio.configuration = soundConfiguration
        return try TrackTable(epoch: 1, tracks: [Track(id: .zero, kind: .video, codec: codec), audio])
    }
}
