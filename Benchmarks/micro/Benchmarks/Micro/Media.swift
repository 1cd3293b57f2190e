import Benchmark
import NIOCore
@testable import H264
@testable import StreamMedia
import StreamProtocol

/// From the bytes of a file or pipe to access units and frames.
func benchmarkMedia() {
    let (file, length) = (MadeVideo.file, MadeVideo.file.count)

    Benchmark.throughput("splitter-at-once", bytes: length) {
        var splitter = AnnexBSplitter()
        var units = 0
        splitter.push(file.span.bytes) { _, _ in units += 1 }
        splitter.finish { _, _ in units += 1 }
        blackHole(units)
    }

    Benchmark.throughput("splitter-in-chunks", bytes: length) {
        var splitter = AnnexBSplitter()
        var units = 0
        forEachChunk(of: file.span.bytes) { splitter.push($0) { _, _ in units += 1 } }
        splitter.finish { _, _ in units += 1 }
        blackHole(units)
    }

    Benchmark.throughput("access-units-in-chunks", bytes: length) {
        var splitter = AnnexBSplitter()
        var assembler = AccessUnitAssembler()
        var bytes = 0
        try forEachChunk(of: file.span.bytes) { chunk throws(H264Error) in
            try splitter.push(chunk) { nal, _ throws(H264Error) in
                bytes += try assembler.append(nal)?.bytes.count ?? 0
            }
        }
        blackHole(bytes)
    }

    Benchmark.throughput("frames-in-chunks", bytes: length) {
        var reader = H264TrackReader(source: .stream(fallback: .init(perSecond: 25)))
        var bytes = 0
        forEachChunk(of: file.span.bytes) { chunk in
            reader.push(chunk, arrival: 0) { event in
                if case .frame(let frame) = event { bytes += frame.payload.readableBytes }
            }
        }
        blackHole(bytes)
    }

    Benchmark.throughput("frames-in-packets", bytes: length) {
        var reader = try H264PacketReader()
        var (bytes, time) = (0, Int64(0))
        for _ in 0..<length / MadeVideo.group.reduce(0, { $0 + $1.count }) {
            for packet in MadeVideo.group {
                reader.read(packet.span.bytes, decodeTime: time, presentationTime: time, captureTime: 0) { event in
                    if case .frame(let frame) = event { bytes += frame.payload.readableBytes }
                }
                time += 33_333
            }
        }
        blackHole(bytes)
    }
}

/// As many bytes as are read from a file or pipe at a time.
let chunkLength = 64 * 1024

private func forEachChunk<E: Error>(of bytes: RawSpan, _ body: (RawSpan) throws(E) -> Void) throws(E) {
    var start = 0
    while start < bytes.byteCount {
        let end = min(start + chunkLength, bytes.byteCount)
        try body(bytes.extracting(start..<end))
        start = end
    }
}
