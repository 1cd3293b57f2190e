import Testing

@testable import StreamCapture

@Suite struct MicrophoneLinkTests {
    private static let missing = CaptureError(.noInput, "It is not there.")
    private static let busy = CaptureError(.permissionDenied, "It is locked.")

    /// Heard for the last time at 1 s.
    private var heard: MicrophoneLink {
        var link = MicrophoneLink(at: 0)
        link.opened()
        _ = link.heard(at: 1_000_000)
        return link
    }

    @Test func readsAnOpenDevice() {
        var link = MicrophoneLink(at: 5)
        #expect(link.next(at: 5) == .open)
        link.opened()
        #expect(link.next(at: 6) == .read)
        let pause = link.heard(at: 7)
        #expect(pause == nil)
    }

    @Test func aDeviceThatDoesNotOpenAtFirstIsAnError() {
        var link = MicrophoneLink(at: 0)
        let error = #expect(throws: CaptureError.self) { try link.openingFailed(Self.missing, at: 0) }
        #expect(error == Self.missing)
    }

    @Test func looksForALostDeviceTwiceASecond() throws {
        var link = heard
        let isNews = link.lost(.gone, at: 2_000_000)
        #expect(isNews)
        #expect(link.next(at: 2_000_000) == .open)
        let sentence = try link.openingFailed(Self.missing, at: 2_000_000)
        #expect(sentence == nil)
        #expect(link.next(at: 2_100_000) == .wait(400_000))
        #expect(link.next(at: 2_500_000) == .open)
        link.opened()
        let pause = link.heard(at: 2_600_000)
        #expect(pause == 600_000)
        let after = link.heard(at: 2_700_000)
        #expect(after == nil)
    }

    @Test func saysOnceWhyALostDeviceDoesNotOpen() throws {
        var link = heard
        _ = link.lost(.gone, at: 2_000_000)
        let sentence = try link.openingFailed(Self.busy, at: 2_000_000)
        #expect(sentence == "It is locked.")
        let again = try link.openingFailed(Self.busy, at: 2_500_000)
        #expect(again == nil)
    }

    @Test func givesUpADeviceThatStalls() {
        var link = heard
        let isStalled = [2_000_000, 4_999_999, 5_000_000].map { link.heardNothing(at: $0) }
        #expect(isStalled == [false, false, true])
        let isNews = link.lost(.stalled, at: 5_000_000)
        #expect(isNews)
        link.opened()
        // It stalls still, which was said.
        let isStalledAgain = [5_000_000, 8_000_000].map { link.heardNothing(at: $0) }
        let isNewsAgain = link.lost(.stalled, at: 8_000_000)
        #expect(isStalledAgain == [false, true])
        #expect(!isNewsAgain)
        #expect(link.next(at: 8_000_000) == .wait(MicrophoneLink.searchInterval))
    }

    @Test func doesNotTakeAThreadThatWasHeldUpForADeviceThatStalls() {
        var link = heard
        _ = link.heardNothing(at: 2_000_000)
        #expect(link.next(at: 9_000_000) == .read)
        _ = link.heard(at: 9_000_000)
        let isStalled = link.heardNothing(at: 9_010_000)
        #expect(!isStalled)
    }

    @Test func opensTheDeviceAnewWithoutAWordWhenTheClockIsSet() {
        var link = heard
        let isNews = link.lost(.clockSet, at: 2_000_000)
        #expect(!isNews)
        #expect(link.next(at: 2_000_000) == .open)
        link.opened()
        let pause = link.heard(at: 2_010_000)
        #expect(pause == nil)
    }
}

@Suite struct MicrophoneAttemptTests {
    @Test func triesStereoAt48KilohertzFirst() throws {
        let attempts = MicrophoneAttempt.all(for: AudioSettings())
        let stereo = AudioFormat(sampleRate: 48_000, channels: 2)
        #expect(attempts.first == MicrophoneAttempt(encoding: .pcm_s16le, format: stereo))
        #expect(attempts[1].format.channels == 1)
        #expect(Set(attempts).count == attempts.count)
    }

    @Test func triesWhatIsWishedForFirst() throws {
        let attempts = MicrophoneAttempt.all(for: AudioSettings(sampleRate: 44_100, channels: 1))
        #expect(attempts.first?.format == AudioFormat(sampleRate: 44_100, channels: 1))
        #expect(attempts[1].format.channels == 2)
    }
}

@Suite struct SoundDeviceFailureTests {
    private static let card = SoundDevice(system: .alsa, name: "hw:0")
    private static let server = SoundDevice(system: .pulse, name: "desk")

    @Test(arguments: [
        ("cannot open audio device hw:0 (Device or resource busy)", SoundDeviceFailure.Reason.busy),
        ("cannot open audio device hw:0 (No such file or directory)", .missing),
        ("cannot open audio device hw:0 (No such device)", .missing),
        ("cannot open audio device hw:0 (Permission denied)", .forbidden),
        ("cannot set channel count to 2 (Invalid argument)", .format),
        ("cannot set sample format 0x10000 2 (Invalid argument)", .format),
        ("cannot open audio device hw:0 (Host is down)", .other("cannot open audio device hw:0 (Host is down)")),
    ])
    func knowsLibasoundsWords(said: String, reason: SoundDeviceFailure.Reason) {
        let failure = SoundDeviceFailure(Self.card, said: said, words: "Input/output error")
        #expect(failure.reason == reason)
        #expect(failure.captureError.reason.hasSuffix("."))
    }

    @Test(arguments: [
        ("No such device or address", SoundDeviceFailure.Reason.noServer),
        ("Input/output error", .missing),
        ("Permission denied", .forbidden),
    ])
    func knowsWhatPulseAudiosCodesBecome(words: String, reason: SoundDeviceFailure.Reason) {
        #expect(SoundDeviceFailure(Self.server, said: nil, words: words).reason == reason)
    }

    @Test func saysWhatToDo() {
        let busy = SoundDeviceFailure(Self.card, said: "cannot open … (Device or resource busy)", words: "")
        #expect(
            busy.captureError.reason == "hw:0 is in use by another program ('fuser -v /dev/snd/*' says which); "
                + "close that, or share the device by --audio pulse."
        )
        let format = SoundDeviceFailure(Self.card, said: "cannot set channel count to 2 (Invalid argument)", words: "")
        #expect(
            format.captureError.reason
                == "hw:0 has no format that is understood here; plughw:0 converts what it has."
        )
    }
}
