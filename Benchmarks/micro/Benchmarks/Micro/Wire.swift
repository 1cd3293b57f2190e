import Benchmark
import NIOCore
import StreamProtocol

/// What a relay does with a publisher's bytes, and a viewer's program with a relay's.
func benchmarkWire() {
    for kilobytes in [1, 8] {
        let bytes = wireBytes(frames: 1_000, payload: kilobytes * 1_024)
        Benchmark.cost("wire-decoder-\(kilobytes)KB", count: 1_000, from: { bytes }) { buffer in
            var decoder = MessageDecoder()
            var length = 0
            while let read = try decoder.decode(buffer: &buffer) {
                if case .message(.frame(let frame)) = read { length += frame.message.readableBytes }
            }
            blackHole(length)
        }
    }
}

/// A welcome, and frames behind it.
private func wireBytes(frames: Int, payload: Int) -> ByteBuffer {
    var buffer = ProtocolMessage.preface
    ProtocolMessage.welcome(.ofRelay).write(to: &buffer)
    for sequence in 0..<frames {
        let header = FrameHeader(track: .zero, epoch: 1, sequence: UInt64(sequence), decodeTime: 0, presentationTime: 0)
        ProtocolMessage.frame(Frame(header, payload: [UInt8](repeating: 1, count: payload))).write(to: &buffer)
    }
    return buffer
}
