import Testing

@testable import StreamPlayback

@Suite struct PlayerControlsTests {
    private var controls = PlayerControls(count: 3)

    @Test mutating func `q and the close button end the player`() {
        #expect(controls.receive(.key(.quit)) == [.end])
        #expect(controls.receive(.closed) == [.end])
    }

    @Test mutating func `m turns the sound off and on`() {
        #expect(controls.receive(.key(.mute)) == [.hear(nil)])
        #expect(controls.receive(.key(.mute)) == [.hear(0)])
        controls = PlayerControls(count: 1, isMuted: true)
        #expect(controls.heard == nil)
        #expect(controls.receive(.key(.mute)) == [.hear(0)])
    }

    @Test mutating func `a pause is silent, and is not rewound`() {
        #expect(controls.receive(.key(.pause)) == [.pause(true), .hear(nil), .overlayChanged])
        #expect(controls.receive(.key(.back)) == [])
        #expect(controls.receive(.key(.pause)) == [.pause(false), .hear(0), .overlayChanged])
        #expect(controls.receive(.key(.back)) == [.rewind(0, by: 5_000_000)])
        #expect(controls.receive(.key(.forward)) == [.rewind(0, by: -5_000_000)])
    }

    @Test mutating func `the tabulator and clicks choose the stream that is heard and saved`() {
        #expect(controls.receive(.key(.nextPane)) == [.hear(1), .overlayChanged])
        #expect(controls.receive(.selected(pane: 2)) == [.hear(2), .overlayChanged])
        #expect(controls.receive(.selected(pane: 2)) == [])
        #expect(controls.receive(.selected(pane: 3)) == [])
        #expect(controls.receive(.key(.snapshot)) == [.snapshot(2)])
        #expect(controls.receive(.key(.nextPane)) == [.hear(0), .overlayChanged])
    }

    @Test mutating func `i shows statistics and hides them`() {
        #expect(controls.receive(.key(.statistics)) == [.overlayChanged])
        #expect(controls.showsStatistics)
        _ = controls.receive(.key(.statistics))
        #expect(!controls.showsStatistics)
    }
}

@Suite struct SoundRoutingTests {
    private var routing = SoundRouting()

    @Test mutating func `a device is open while a stream with sound is to be heard`() {
        routing.wanted = 1
        #expect(routing.next() == nil)
        routing.changed(1, hasSound: true)
        #expect(routing.next() == .open)
        routing.opened(7)
        #expect(routing.next() == .play(1))
        #expect(routing.next() == nil)
        routing.changed(0, hasSound: true)
        routing.wanted = 0
        #expect(routing.next() == .play(0))
        routing.wanted = nil
        #expect(routing.next() == .close)
        #expect(routing.next() == nil)
    }

    @Test mutating func `a device that is gone is replaced`() {
        routing.wanted = 0
        routing.changed(0, hasSound: true)
        #expect(routing.next() == .open)
        routing.opened(7)
        #expect(routing.next() == .play(0))
        routing.deviceRemoved(3)
        #expect(routing.next() == nil)
        routing.deviceRemoved(7)
        #expect(routing.next() == .close)
        #expect(routing.next() == .open)
        routing.failedToOpen()
        #expect(routing.next() == nil)
        routing.deviceAdded()
        #expect(routing.next() == .open)
    }

    @Test mutating func `the end closes the device`() {
        routing.end()
        #expect(routing.next() == .end)
    }
}
