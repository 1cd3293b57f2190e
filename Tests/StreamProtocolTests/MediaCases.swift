import NIOCore

@testable import StreamProtocol

/// The cases of track tables and frames.
extension WireCase {
    static let tables: [WireCase] = [
        WireCase(
            "tracks, one bare",
            table(1, [bareVideo]),
            wire(.tracks, hex("00000001 0001 0000"), bareVideoBytes)
        ),
        WireCase(
            "tracks, every option",
            table(.max, [wholeVideo, wholeAudio]),
            wire(.tracks, hex("FFFFFFFF 0002 0000"), wholeVideoBytes, wholeAudioBytes)
        ),
        WireCase(
            "tracks, as many and as long as can be",
            table(0, longest),
            wire(.tracks, hex("00000000 0010 0000"), Array(longestBytes.joined()))
        ),
    ]

    private static let bareVideo = Track(id: .zero, kind: .video, codec: .h264)
    private static let bareVideoBytes = hex("0000 01 00 48323634 0000 0000 0000 0000")

    private static let wholeVideo = Track(id: TrackID(unchecked: 15), kind: .video, codec: .h264) {
        $0.generation = .max
        $0.configuration = [1, 2, 3]
        $0.size = PictureSize(width: 1920, height: 1080)
        $0.frameRate = Track.Rate(numerator: 30000, denominator: 1001)
    }
    private static let wholeVideoBytes =
        hex("000F 01 00 48323634 FFFF 0003 0014 0000 010203")
        + option(0x0001, hex("0780 0438")) + option(0x0002, hex("00007530 000003E9"))

    private static let wholeAudio = Track(id: TrackID(unchecked: 1), kind: .audio, codec: .aac) {
        $0.configuration = [0x11, 0x90]
        $0.sampleRate = 48000
        $0.channels = 2
        $0.language = "pt-BR"
    }
    private static let wholeAudioBytes =
        hex("0001 02 00 6D703461 0000 0002 0016 0000 1190")
        + option(0x0003, hex("0000BB80")) + option(0x0004, hex("02")) + option(0x0005, Array("pt-BR".utf8))

    private static let longest = (0...TrackID.maximum).map { number in
        Track(id: TrackID(unchecked: number), kind: .data, codec: FourCC(rawValue: .max)) {
            $0.configuration = Array(repeating: 0xCC, count: ProtocolLimits.codecConfigurationLength)
            $0.size = PictureSize(width: .max, height: .max)
            $0.frameRate = Track.Rate(numerator: .max, denominator: .max)
            $0.sampleRate = .max
            $0.channels = .max
            $0.language = String(repeating: "l", count: 128)
        }
    }
    private static let longestBytes = (UInt16(0)...15).map { number in
        big(number) + hex("03 00 FFFFFFFF 0000 0C00 00A5 0000") + hex("CC", times: 3072)
            + option(0x0001, hex("FFFF FFFF")) + option(0x0002, hex("FFFFFFFF FFFFFFFF"))
            + option(0x0003, hex("FFFFFFFF")) + option(0x0004, hex("FF")) + option(0x0005, hex("6C", times: 128))
    }

    private static func table(_ epoch: UInt32, _ tracks: [Track]) -> ProtocolMessage {
        do {
            return .tracks(try TrackTable(epoch: epoch, tracks: tracks))
        } catch {
            preconditionFailure("\(error)")
        }
    }

    static let frames: [WireCase] = [
        WireCase(
            "frame, empty",
            .frame(Frame(FrameHeader(track: .zero, decodeTime: 0, presentationTime: 0), payload: [])),
            wire(.frame, hex("00", times: 40))
        ),
        WireCase(
            "frame, each field",
            .frame(
                Frame(
                    FrameHeader(
                        track: TrackID(unchecked: 2),
                        flags: [.randomAccess, .discontinuity],
                        generation: 3,
                        epoch: 4,
                        sequence: 5,
                        decodeTime: -6,
                        presentationTime: 7,
                        captureTime: 1_763_683_200_000_000
                    ),
                    payload: [0, 0, 0, 1, 9, 0xF0]
                )
            ),
            wire(
                .frame,
                flags: 0b101,
                hex("0002 0003 00000004 0000000000000005 FFFFFFFFFFFFFFFA 0000000000000007 0006440F7EA1E000"),
                hex("00000001 09F0")
            )
        ),
        WireCase(
            "frame, gradual and recovered",
            .frame(
                Frame(
                    FrameHeader(
                        track: .zero,
                        flags: [.gradual, .recovered],
                        decodeTime: 0,
                        presentationTime: 0
                    ),
                    payload: [1]
                )
            ),
            wire(.frame, flags: 0b1_1000, hex("00", times: 40), hex("01"))
        ),
        WireCase(
            "frame, most",
            .frame(
                Frame(
                    FrameHeader(
                        track: TrackID(unchecked: 15),
                        flags: FrameHeader.Flags(rawValue: .max),
                        generation: .max,
                        epoch: .max,
                        sequence: .max,
                        decodeTime: .min,
                        presentationTime: .max,
                        captureTime: .max
                    ),
                    payload: hex("42", times: 300)
                )
            ),
            wire(
                .frame,
                flags: 0xFFFF,
                hex("000F FFFF FFFFFFFF FFFFFFFFFFFFFFFF 8000000000000000 7FFFFFFFFFFFFFFF 7FFFFFFFFFFFFFFF"),
                hex("42", times: 300)
            )
        ),
    ]
}

extension Track {
    /// A track with options set.
    init(id: TrackID, kind: TrackKind, codec: FourCC, _ change: (inout Track) -> Void) {
        self.init(id: id, kind: kind, codec: codec)
        change(&self)
    }
}
