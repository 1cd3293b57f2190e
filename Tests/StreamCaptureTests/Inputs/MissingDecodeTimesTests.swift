import Testing

@testable import StreamCapture

@Suite struct MissingDecodeTimesTests {
    @Test func theFirstPicturesOfAReorderedStreamAreDecodedBeforeTheyAreShown() {
        // As libavformat reads Matroska: times of decoding come with the third picture.
        var times = MissingDecodeTimes(reorderedPictures: 2, period: 40_000)
        let packets: [(given: Int64?, presentation: Int64)] = [
            (nil, 21_000), (nil, 101_000), (21_000, 61_000), (61_000, 181_000), (101_000, 141_000),
        ]
        let found = packets.map { times.decodeTime($0.given, presentationTime: $0.presentation) }
        #expect(found == [-59_000, -19_000, 21_000, 61_000, 101_000])
    }

    @Test func withoutReorderingAPictureIsDecodedWhenItIsShown() {
        var times = MissingDecodeTimes(reorderedPictures: 0, period: 40_000)
        #expect(times.decodeTime(nil, presentationTime: 7) == 7)
        #expect(times.decodeTime(3, presentationTime: 9) == 3)
        // One without any goes on from the one before.
        #expect(times.decodeTime(nil, presentationTime: nil) == 40_003)
    }

    @Test func behindAPausePicturesAreDecodedWhereTheyAreShown() {
        // A recording that paused for 26 s: without this, its pictures would be due 26 s before its sound.
        var times = MissingDecodeTimes(reorderedPictures: 1, period: 40_000)
        let found = [40_000, 120_000, 80_000, 26_160_000, 26_240_000, 26_200_000].map {
            times.decodeTime(nil, presentationTime: $0)
        }
        #expect(found == [0, 40_000, 80_000, 26_120_000, 26_160_000, 26_200_000])
    }

    @Test func noPictureIsDecodedAfterItIsShown() {
        var times = MissingDecodeTimes(reorderedPictures: 1, period: 40_000)
        #expect(times.decodeTime(nil, presentationTime: 40_000) == 0)
        #expect(times.decodeTime(nil, presentationTime: 10_000) == 10_000)
        #expect(times.decodeTime(nil, presentationTime: .min) != nil)
    }
}
