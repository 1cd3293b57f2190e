import Testing

@testable import StreamCapture

@Suite("What passes through")
struct PassThroughRuleTests {
    @Test("is H.264 that nothing is to be done to")
    func pictures() {
        let plain = PassThroughRule.pictures(codec: "h264", encodesAnew: false)
        #expect(
            plain
                == PassThroughRule(
                    passes: true,
                    sentence: "H.264 from the input goes through without being encoded again."
                )
        )
        #expect(!PassThroughRule.pictures(codec: "h264", encodesAnew: true).passes)
        let lying = PassThroughRule.pictures(codec: "h264", encodesAnew: false, orientation: .quarterTurn)
        #expect(lying.passes && lying.sentence?.contains("--encoder") == true)
        let other = PassThroughRule.pictures(codec: "hevc", encodesAnew: false)
        #expect(
            other == PassThroughRule(passes: false, sentence: "The input holds HEVC; it is decoded and encoded again.")
        )
        #expect(PassThroughRule.pictures(codec: "rawvideo", encodesAnew: true).sentence == nil)
    }

    @Test("is AAC that viewers can be told of")
    func sound() {
        #expect(PassThroughRule.sound(codec: "aac", encodesAnew: false, isReadable: true).passes)
        #expect(!PassThroughRule.sound(codec: "aac", encodesAnew: true, isReadable: true).passes)
        #expect(!PassThroughRule.sound(codec: "aac", encodesAnew: false, isReadable: false).passes)
        let other = PassThroughRule.sound(codec: "opus", encodesAnew: false, isReadable: false)
        #expect(other == PassThroughRule(passes: false, sentence: "The input's sound is Opus; it is encoded as AAC."))
        #expect(PassThroughRule.sound(codec: "pcm_s16le", encodesAnew: false, isReadable: false).sentence == nil)
    }
}
