import Testing

@testable import streamd

@Suite struct PipeCutDetectorTests {
    @Test func `an access unit that may end anywhere is whole`() {
        var detector = PipeCutDetector(9_001)
        #expect(!detector.isLikelyCut)
        detector.flushed()
        detector.received(3_333)
        #expect(!detector.isLikelyCut)
    }

    @Test func `a unit that ends with the pipe's buffer is not whole`() {
        var detector = PipeCutDetector(65_000)
        detector.received(536)
        #expect(detector.isLikelyCut)
    }

    @Test func `a unit that ends with the program's buffer is not whole`() {
        var detector = PipeCutDetector(9_001)
        detector.flushed()
        detector.received(20_000)
        detector.received(12_768)
        #expect(detector.isLikelyCut)
        detector.received(517)
        #expect(!detector.isLikelyCut)
    }

    @Test func `a unit that ends with both buffers is not whole, behind another picture's end`() {
        var detector = PipeCutDetector(777)
        detector.received(32_768)
        #expect(detector.isLikelyCut)
    }

    @Test func `nothing waits after a unit was flushed`() {
        var detector = PipeCutDetector(4_096)
        detector.flushed()
        #expect(!detector.isLikelyCut)
    }
}
