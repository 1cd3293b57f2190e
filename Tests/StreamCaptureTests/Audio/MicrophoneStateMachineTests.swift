import Testing

@testable import StreamCapture

@Suite struct MicrophoneStateMachineTests {
    private static let missing = CaptureError(.noInput, "It is not there.")
    private static let busy = CaptureError(.permissionDenied, "It is locked.")

    /// The last samples arrive at 1 s.
    private var recordingMachine: MicrophoneStateMachine {
        var machine = MicrophoneStateMachine(at: 0)
        machine.opened()
        _ = machine.samplesReceived(at: 1_000_000)
        return machine
    }

    @Test func `an open device is read`() {
        var machine = MicrophoneStateMachine(at: 5)
        #expect(machine.next(at: 5) == .open)
        machine.opened()
        #expect(machine.next(at: 6) == .read)
        let pause = machine.samplesReceived(at: 7)
        #expect(pause == nil)
    }

    @Test func `a device that does not open at first is an error`() {
        var machine = MicrophoneStateMachine(at: 0)
        let error = #expect(throws: CaptureError.self) { try machine.openingFailed(Self.missing, at: 0) }
        #expect(error == Self.missing)
    }

    @Test func `a lost device is looked for twice a second`() throws {
        var machine = recordingMachine
        let isFirstLoss = machine.lost(.disconnected, at: 2_000_000)
        #expect(isFirstLoss)
        #expect(machine.next(at: 2_000_000) == .open)
        let sentence = try machine.openingFailed(Self.missing, at: 2_000_000)
        #expect(sentence == nil)
        #expect(machine.next(at: 2_100_000) == .wait(400_000))
        #expect(machine.next(at: 2_500_000) == .open)
        machine.opened()
        let pause = machine.samplesReceived(at: 2_600_000)
        #expect(pause == 600_000)
        let after = machine.samplesReceived(at: 2_700_000)
        #expect(after == nil)
    }

    @Test func `the reason why a lost device does not open is logged once`() throws {
        var machine = recordingMachine
        _ = machine.lost(.disconnected, at: 2_000_000)
        let sentence = try machine.openingFailed(Self.busy, at: 2_000_000)
        #expect(sentence == "It is locked.")
        let again = try machine.openingFailed(Self.busy, at: 2_500_000)
        #expect(again == nil)
    }

    @Test func `a device that stalls is closed`() {
        var machine = recordingMachine
        let isStalled = [2_000_000, 4_999_999, 5_000_000].map { machine.noSamplesReceived(at: $0) }
        #expect(isStalled == [false, false, true])
        let isFirstLoss = machine.lost(.stalled, at: 5_000_000)
        #expect(isFirstLoss)
        machine.opened()
        // It still stalls, which was already reported.
        let isStalledAgain = [5_000_000, 8_000_000].map { machine.noSamplesReceived(at: $0) }
        let isNewsAgain = machine.lost(.stalled, at: 8_000_000)
        #expect(isStalledAgain == [false, true])
        #expect(!isNewsAgain)
        #expect(machine.next(at: 8_000_000) == .wait(MicrophoneStateMachine.retryInterval))
    }

    @Test func `a thread that was delayed is not a device that stalls`() {
        var machine = recordingMachine
        _ = machine.noSamplesReceived(at: 2_000_000)
        #expect(machine.next(at: 9_000_000) == .read)
        _ = machine.samplesReceived(at: 9_000_000)
        let isStalled = machine.noSamplesReceived(at: 9_010_000)
        #expect(!isStalled)
    }

    @Test func `the device is reopened without a message when the clock is set`() {
        var machine = recordingMachine
        let isFirstLoss = machine.lost(.clockSet, at: 2_000_000)
        #expect(!isFirstLoss)
        #expect(machine.next(at: 2_000_000) == .open)
        machine.opened()
        let pause = machine.samplesReceived(at: 2_010_000)
        #expect(pause == nil)
    }
}

@Suite struct MicrophoneAttemptTests {
    @Test func `stereo at 48 kHz is tried first`() throws {
        let attempts = MicrophoneConfiguration.candidates(for: AudioSettings())
        let stereo = AudioFormat(sampleRate: 48_000, channels: 2)
        #expect(attempts.first == MicrophoneConfiguration(encoding: .pcm_s16le, format: stereo))
        #expect(attempts[1].format.channels == 1)
        #expect(Set(attempts).count == attempts.count)
    }

    @Test func `the format that the user wants is tried first`() throws {
        let attempts = MicrophoneConfiguration.candidates(for: AudioSettings(sampleRate: 44_100, channels: 1))
        #expect(attempts.first?.format == AudioFormat(sampleRate: 44_100, channels: 1))
        #expect(attempts[1].format.channels == 2)
    }
}

@Suite struct SoundDeviceFailureTests {
    private static let card = AudioDevice(system: .alsa, name: "hw:0")
    private static let server = AudioDevice(system: .pulse, name: "desk")

    @Test(arguments: [
        ("cannot open audio device hw:0 (Device or resource busy)", AudioDeviceFailure.Reason.busy),
        ("cannot open audio device hw:0 (No such file or directory)", .missing),
        ("cannot open audio device hw:0 (No such device)", .missing),
        ("cannot open audio device hw:0 (Permission denied)", .forbidden),
        ("cannot set channel count to 2 (Invalid argument)", .format),
        ("cannot set sample format 0x10000 2 (Invalid argument)", .format),
        ("cannot open audio device hw:0 (Host is down)", .other("cannot open audio device hw:0 (Host is down)")),
    ])
    func `libasound's messages are understood`(logMessage: String, reason: AudioDeviceFailure.Reason) {
        let failure = AudioDeviceFailure(Self.card, logMessage: logMessage, description: "Input/output error")
        #expect(failure.reason == reason)
        #expect(failure.captureError.reason.hasSuffix("."))
    }

    @Test(arguments: [
        ("No such device or address", AudioDeviceFailure.Reason.noServer),
        ("Input/output error", .missing),
        ("Permission denied", .forbidden),
    ])
    func `PulseAudio's error codes are understood`(description: String, reason: AudioDeviceFailure.Reason) {
        #expect(AudioDeviceFailure(Self.server, logMessage: nil, description: description).reason == reason)
    }

    @Test func `an error says what to do`() {
        let busy = AudioDeviceFailure(Self.card, logMessage: "cannot open … (Device or resource busy)", description: "")
        #expect(
            busy.captureError.reason == "hw:0 is in use by another program ('fuser -v /dev/snd/*' shows which); "
                + "close that, or share the device by --audio pulse."
        )
        let format = AudioDeviceFailure(
            Self.card,
            logMessage: "cannot set channel count to 2 (Invalid argument)",
            description: ""
        )
        #expect(
            format.captureError.reason
                == "hw:0 has no supported format; plughw:0 converts its formats."
        )
    }
}
