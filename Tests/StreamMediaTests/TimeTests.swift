import MadeStreams
import StreamMedia
import StreamProtocol
import Testing

/// Where times come from.
struct TimeTests {
    static let pictures = [MadeStream.pps, MadeStream.idr(), MadeStream.p(1), MadeStream.p(2)]
    static let untimed = MadeStream.annexB([MadeStream.sps()] + pictures)
    /// 10 frames a second.
    static let timed = MadeStream.annexB([MadeStream.sps(timing: (1, 20))] + pictures)

    @Test(arguments: [
        (timed, TimeSource.film, [0, 100_000, 200_000]), (timed, .arrival, [0, 100_000, 200_000]),
        (timed, .rate(.perSecond(50)), [0, 20_000, 40_000]), (untimed, .film, [0, 40_000, 80_000]),
        (untimed, .rate(.perSecond(3)), [0, 333_333, 666_666]),
    ])
    func `decode times follow the time source`(_ stream: [UInt8], _ source: TimeSource, _ expected: [Int64]) {
        let read = ReadStream(stream, .h264, source: source)
        #expect(read.frames.map(\.decodeTime.microseconds) == expected)
        #expect(read.frames.map(\.microsecondsLong).allSatisfy { abs($0 - expected[1]) <= 1 })
        #expect(read.tracks.count == 1)
        #expect(read.tracks.first?.frameRate != nil)
    }

    /// Level 3 of 32x32 may reorder by 16 frames, but picture order count type 2 does not.
    @Test func `presentation follows decoding where nothing is reordered`() {
        let frames = ReadStream(Self.timed, .h264).frames
        #expect(frames.map(\.presentationTime.microseconds) == frames.map(\.decodeTime.microseconds))
    }

    @Test func `arrival times are those of a picture's first byte`() {
        var reader = H264TrackReader(source: .arrival)
        var read = ReadStream()
        let units = [MadeStream.sps(), MadeStream.pps, MadeStream.idr(), MadeStream.p(1), MadeStream.p(2)]
        let arrivals: [Int64] = [1_000_000, 1_000_000, 1_000_000, 1_050_000, 1_050_000]
        for (unit, arrival) in zip(units, arrivals) {
            reader.push(MadeStream.annexB([unit]).span.bytes, arrival: arrival) { read.add($0) }
            if unit == MadeStream.idr() { reader.flush(arrival: arrival) { read.add($0) } }
        }
        reader.finish(arrival: 1_200_000) { read.add($0) }
        // It counts when they began to come. Two at the same moment still follow each other.
        #expect(read.frames.map(\.decodeTime.microseconds) == [0, 50_000, 50_001])
        #expect(read.frames.map(\.capturedAt) == [1_000_000, 1_050_000, 1_050_000])
        // Their duration is unknown.
        #expect(read.frames.map(\.microsecondsLong) == [0, 0, 0])
        #expect(read.tracks.first?.frameRate == nil)
    }

    @Test func `two pictures never have the same time`() {
        let frames = ReadStream(Self.untimed, .h264, source: .arrival).frames
        #expect(frames.map(\.decodeTime.microseconds) == [0, 1, 2])
    }

    /// A stream that first has no timing and then has some goes on where it was.
    @Test func `timing that comes late continues the time line`() {
        var reader = H264TrackReader(source: .arrival)
        var read = ReadStream()
        for unit in [MadeStream.sps()] + Self.pictures {
            reader.push(MadeStream.annexB([unit]).span.bytes, arrival: 0) { read.add($0) }
        }
        reader.flush(arrival: 10_000_000) { read.add($0) }
        let rest = [MadeStream.sps(timing: (1, 20)), MadeStream.pps, MadeStream.idr(1), MadeStream.p(1)]
        reader.push(MadeStream.annexB(rest).span.bytes, arrival: 11_000_000) { read.add($0) }
        reader.finish(arrival: 11_000_000) { read.add($0) }
        #expect(read.frames.map(\.decodeTime.microseconds) == [0, 1, 2, 11_000_000, 11_100_000])
        #expect(read.tracks.map(\.generation) == [0, 1])
    }

    @Test func `streams follow each other`() {
        var reader = H264TrackReader(source: .film)
        var read = ReadStream()
        for _ in 0..<3 {
            reader.push(Self.timed.span.bytes, arrival: 0) { read.add($0) }
            reader.finish(arrival: 0) { read.add($0) }
        }
        #expect(read.frames.map(\.decodeTime.microseconds) == (0..<9).map { $0 * 100_000 })
        #expect(read.tracks.count == 1)
    }

    @Test func `audio streams follow each other`() {
        var reader = AACTrackReader()
        var read = ReadStream()
        for _ in 0..<2 {
            reader.push(MadeStream.adts(frames: 3).span.bytes, arrival: 7) { read.add($0) }
            reader.finish(arrival: 7) { read.add($0) }
        }
        // 1,024 samples of 48 kHz.
        #expect(read.frames.map(\.decodeTime.microseconds) == [0, 21_333, 42_666, 64_000, 85_333, 106_666])
        #expect(read.tracks.count == 1)
    }

    /// MPEG-2 or MPEG-4 in the header is the same to a decoder; another frequency is not.
    @Test func `another AAC format is another track generation`() {
        var stream = MadeStream.adts(frames: 2)
        stream += MadeStream.adts(frames: 2, isMPEG2: true)
        #expect(ReadStream(stream, .adts).tracks.count == 1)
        stream += MadeStream.adts(frames: 2, frequencyIndex: 8)
        let read = ReadStream(stream, .adts)
        #expect(read.tracks.map(\.generation) == [0, 1])
        #expect(read.tracks.map(\.sampleRate) == [48_000, 16_000])
        #expect(read.frames.map(\.generation) == [0, 0, 0, 0, 1, 1])
        #expect(read.frames.map(\.decodeTime.microseconds) == [0, 21_333, 42_666, 64_000, 85_333, 149_333])
    }

    /// Impossible timing counts as none.
    @Test(arguments: [(1, 127), (127, 1)])
    func `implausible timing is replaced, and times grow`(_ unitsInTick: Int, _ timeScale: Int) {
        let stream = MadeStream.annexB([MadeStream.sps(timing: (unitsInTick, timeScale))] + Self.pictures)
        let frames = ReadStream(stream, .h264).frames
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.decodeTime.microseconds < $1.decodeTime.microseconds })
        if timeScale < unitsInTick { #expect(frames.map(\.decodeTime.microseconds) == [0, 40_000, 80_000]) }
    }

    @Test func `pictures that nothing refers to are discardable`() {
        let stream = MadeStream.annexB([
            MadeStream.sps(), MadeStream.pps, MadeStream.idr(), MadeStream.p(1, isReferenced: false),
        ])
        #expect(ReadStream(stream, .h264).frames.map(\.flags) == [.randomAccess, .discardable])
    }
}
