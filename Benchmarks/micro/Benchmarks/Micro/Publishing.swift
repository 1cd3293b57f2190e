import Benchmark
import NIOCore
@testable import StreamMedia
import StreamProtocol

@testable import StreamClient

/// From a file to the messages that a publisher sends: what `streamd publish FILE` does, without the network.
func benchmarkPublishing() {
    let file = ScratchFile(MadeVideo.file)

    Benchmark.throughput("messages-from-file", bytes: MadeVideo.file.count) {
        var reader = ElementaryStreamReader(.h264, source: .stream(fallback: .init(perSecond: 25)))
        var queue = PublishQueue(limits: PublishLimits())
        _ = queue.begin(Welcome.ofRelay)
        var bytes = 0
        try file.forEachChunk(of: chunkLength) { chunk in
            var events: [MediaEvent] = []
            reader.push(chunk.span.bytes, arrival: 0) { events.append($0) }
            for event in events {
                switch event {
                case .track(let track): queue.setTracks([track])
                case .frame(let frame): _ = queue.append(frame, at: .now)
                }
            }
            bytes += queue.take(atMost: .max).bytes
        }
        blackHole(bytes)
    }
}

extension Welcome {
    /// What a relay says to a publisher.
    static let ofRelay = Welcome(
        epoch: 1,
        streamInstance: 1,
        maximumFrameLength: UInt32(ProtocolLimits.defaultFrameLength),
        pingInterval: 1_000,
        maximumLatency: 2_000,
        state: .live
    )
}
