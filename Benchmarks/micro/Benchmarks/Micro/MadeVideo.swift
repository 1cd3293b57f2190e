@testable import H264
import MadeStreams

/// A stream as an encoder writes it, 1.4 Mbit/s at 30 pictures a second: pictures of one slice each, a key frame every
/// two seconds. What is in the slices is noise.
enum MadeVideo {
    /// The access units from one key frame up to the next.
    static let group: [[UInt8]] = {
        var noise = Noise()
        return (0..<60).map { index in
            let sets = [MadeStream.sps(timing: (unitsInTick: 1, timeScale: 60)), MadeStream.pps]
            return index == 0
                ? MadeStream.annexB(sets + [MadeStream.idr() + noise.payload(50_000)])
                : MadeStream.annexB([MadeStream.p(index % 16) + noise.payload(5_000)])
        }
    }()

    /// 100 MB of it.
    static let file: [UInt8] = {
        let bytes = group.flatMap { $0 }
        var file: [UInt8] = []
        file.reserveCapacity(100_000_000)
        while file.count + bytes.count <= 100_000_000 { file += bytes }
        return file
    }()
}

/// Bytes that do not repeat, always the same.
private struct Noise {
    private var state: UInt64 = 1

    /// What could lie in a slice, whose last byte is never zero.
    mutating func payload(_ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { _ in next() }
        return EmulationPrevention.inserted(into: bytes.span.bytes) + [0x80]
    }

    /// From Knuth's linear congruential generator.
    private mutating func next() -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
