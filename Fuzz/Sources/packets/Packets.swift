import FuzzSupport
@testable import StreamMedia
import StreamProtocol

@main
enum Packets {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// Packets of containers survive everything, and decode times never go back without saying so.
///
/// The first piece of the input is the codec configuration, the others are packets.
private func check(_ input: Input) {
    var pieces: [[UInt8]] = []
    input.forEachPiece { piece in pieces.append(piece.withUnsafeBytes { Array($0) }) }
    let configuration = pieces.first ?? []
    var state = UInt64(input.seed) | 1
    var last: [MediaTime?] = [nil, nil]
    var h264 = try? H264PacketReader(configuration: configuration)
    var aac = try? AACPacketReader(configuration: configuration)
    func time() -> Int64? {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 60 == 0 ? nil : Int64(bitPattern: state) >> (state >> 56 & 63)
    }
    func note(_ event: MediaEvent, _ track: Int) {
        guard case .frame(let frame) = event else { return }
        if let last = last[track], !frame.flags.contains(.discontinuity) { precondition(frame.decodeTime >= last) }
        precondition(frame.presentationTime >= frame.decodeTime && (frame.duration ?? .zero) >= .zero)
        last[track] = frame.decodeTime
    }
    for packet in pieces.dropFirst() {
        let (decode, presentation, duration) = (time(), time(), time() ?? 0)
        h264?.read(
            packet.span.bytes,
            decodeTime: decode,
            presentationTime: presentation,
            duration: duration,
            captureTime: 0
        ) { note($0, 0) }
        aac?.read(packet.span.bytes, presentationTime: presentation, captureTime: 0) { note($0, 1) }
    }
}
