import StreamPlayback
import Testing

@Suite struct PlaybackLibrariesTests {
    @Test func `the description says whether there is playback, and with which SDL`() {
        #if Player
            #expect(PlaybackLibraries.description.hasPrefix("playback with SDL 2."))
        #else
            #expect(PlaybackLibraries.description == "built without playback")
        #endif
    }
}
