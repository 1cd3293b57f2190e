import Testing

@testable import StreamCapture

@Suite struct PassThroughRuleTests {
    @Test func `H.264 that needs no change passes through`() {
        let plain = PassThroughRule.video(codec: "h264", forcesEncoding: false)
        #expect(
            plain
                == PassThroughRule(
                    passes: true,
                    message: "H.264 from the input passes through without encoding."
                )
        )
        #expect(!PassThroughRule.video(codec: "h264", forcesEncoding: true).passes)
        let lying = PassThroughRule.video(codec: "h264", forcesEncoding: false, orientation: .quarterTurn)
        #expect(lying.passes && lying.message?.contains("--encoder") == true)
        let other = PassThroughRule.video(codec: "hevc", forcesEncoding: false)
        #expect(
            other == PassThroughRule(passes: false, message: "The input is HEVC; it is decoded and encoded again.")
        )
        #expect(PassThroughRule.video(codec: "rawvideo", forcesEncoding: true).message == nil)
    }

    @Test func `AAC that the protocol can describe passes through`() {
        #expect(PassThroughRule.audio(codec: "aac", forcesEncoding: false, isReadable: true).passes)
        #expect(!PassThroughRule.audio(codec: "aac", forcesEncoding: true, isReadable: true).passes)
        #expect(!PassThroughRule.audio(codec: "aac", forcesEncoding: false, isReadable: false).passes)
        let other = PassThroughRule.audio(codec: "opus", forcesEncoding: false, isReadable: false)
        #expect(other == PassThroughRule(passes: false, message: "The input's sound is Opus; it is encoded as AAC."))
        #expect(PassThroughRule.audio(codec: "pcm_s16le", forcesEncoding: false, isReadable: false).message == nil)
    }
}
