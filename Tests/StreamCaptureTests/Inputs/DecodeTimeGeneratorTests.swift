import Testing

@testable import StreamCapture

@Suite struct DecodeTimeGeneratorTests {
    @Test func `the first pictures of a reordered stream are decoded before they are shown`() {
        // libavformat's times for Matroska: decode times begin with the third picture.
        var times = DecodeTimeGenerator(reorderedPictures: 2, period: 40_000)
        let packets: [(given: Int64?, presentation: Int64)] = [
            (nil, 21_000), (nil, 101_000), (21_000, 61_000), (61_000, 181_000), (101_000, 141_000),
        ]
        let found = packets.map { times.decodeTime($0.given, presentationTime: $0.presentation) }
        #expect(found == [-59_000, -19_000, 21_000, 61_000, 101_000])
    }

    @Test func `without reordering a picture is decoded when it is shown`() {
        var times = DecodeTimeGenerator(reorderedPictures: 0, period: 40_000)
        #expect(times.decodeTime(nil, presentationTime: 7) == 7)
        #expect(times.decodeTime(3, presentationTime: 9) == 3)
        // A packet without times continues from the last one.
        #expect(times.decodeTime(nil, presentationTime: nil) == 40_003)
    }

    @Test func `after a pause pictures are decoded when they are shown`() {
        // A recording with a pause of 26 s: otherwise its pictures would be due 26 s before its sound.
        var times = DecodeTimeGenerator(reorderedPictures: 1, period: 40_000)
        let found = [40_000, 120_000, 80_000, 26_160_000, 26_240_000, 26_200_000].map {
            times.decodeTime(nil, presentationTime: $0)
        }
        #expect(found == [0, 40_000, 80_000, 26_120_000, 26_160_000, 26_200_000])
    }

    @Test func `no picture is decoded after it is shown`() {
        var times = DecodeTimeGenerator(reorderedPictures: 1, period: 40_000)
        #expect(times.decodeTime(nil, presentationTime: 40_000) == 0)
        #expect(times.decodeTime(nil, presentationTime: 10_000) == 10_000)
        #expect(times.decodeTime(nil, presentationTime: .min) != nil)
    }
}
