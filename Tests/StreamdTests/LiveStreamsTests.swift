import Testing

@testable import streamd

@Suite struct LiveStreamsTests {
    @Test func `a sentence names what is live`() {
        #expect(LiveStreams(names: nil).sentence == "")
        #expect(LiveStreams(names: []).sentence == " No stream is live now.")
        #expect(LiveStreams(names: ["live", "lobby"]).sentence == " Live now: 'live', 'lobby'.")
    }

    @Test func `a sentence does not grow with the relay`() {
        let names = (1...20).map { "camera-\($0)" }
        let sentence = LiveStreams(names: names).sentence
        #expect(sentence.hasSuffix("'camera-8' and 12 more."))
    }

    @Test func `a name cannot move the cursor`() {
        #expect(LiveStreams(names: ["\u{202E}abc"]).sentence == " Live now: '?abc'.")
    }
}
