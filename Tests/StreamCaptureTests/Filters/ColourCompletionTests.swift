import Testing

@testable import StreamCapture

@Suite struct ColourCompletionTests {
    private func colour(
        _ primaries: UInt32 = 2,
        _ transfer: UInt32 = 2,
        _ matrix: UInt32 = 2,
        full: Bool? = nil
    ) -> VideoFormat.Colour {
        VideoFormat.Colour(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: full)
    }

    @Test func `unknown colours follow from the size`() {
        #expect(colour().completed(.ycbcr, height: 720) == colour(1, 1, 1, full: false))
        #expect(colour().completed(.ycbcr, height: 576) == colour(6, 6, 6, full: false))
        #expect(colour().completed(.rgb, height: 1080) == colour(1, 1, 1, full: true))
        #expect(colour().completed(.rgb, height: 480) == colour(1, 1, 6, full: true))
        #expect(colour().completed(.grey, height: 480) == colour(1, 1, 6, full: true))
    }

    @Test func `missing colours follow from the ones that are given`() {
        #expect(colour(2, 2, 5, full: true).completed(.ycbcr, height: 720) == colour(1, 1, 5, full: true))
        #expect(colour(2, 2, 5).completed(.ycbcr, height: 720) == colour(5, 6, 5, full: false))
        #expect(colour(2, 2, 1).completed(.ycbcr, height: 240) == colour(1, 1, 1, full: false))
        #expect(colour(2, 2, 7).completed(.ycbcr, height: 240) == colour(7, 7, 7, full: false))
        #expect(colour(2, 2, 9).completed(.ycbcr, height: 240) == colour(9, 14, 9, full: false))
        #expect(colour(9).completed(.ycbcr, height: 240) == colour(9, 14, 9, full: false))
        #expect(colour(1).completed(.rgb, height: 240) == colour(1, 1, 1, full: true))
        #expect(colour(0, 0, 0).completed(.rgb, height: 720) == colour(1, 1, 1, full: true))
    }

    @Test func `colours that are given are kept`() {
        let stated = [colour(9, 16, 9, full: false), colour(12, 13, 8, full: true), colour(5, 4, 4, full: false)]
        for stated in stated { #expect(stated.completed(.ycbcr, height: 720) == stated) }
    }
}
