import Testing

@testable import StreamCapture

/// A state machine with calls that fit into expectations.
private final class TestedLink {
    private var machine = CameraStateMachine(at: 0)

    func next(at now: Int64) -> CameraStateMachine.Action { machine.next(at: now) }

    func opened(at now: Int64, period: Int64?) { machine.opened(at: now, period: period) }

    func pictureReceived(at now: Int64) -> Int64? { machine.pictureReceived(at: now) }

    func lost(_ loss: CameraStateMachine.Loss, at now: Int64) -> Bool { machine.lost(loss, at: now) }

    func openingFailed(_ error: CaptureError, at now: Int64) throws -> String? {
        try machine.openingFailed(error, at: now)
    }
}

@Suite struct CameraStateMachineTests {
    private static let period: Int64 = 33_333

    /// A state machine whose camera has delivered a picture at 1 s.
    private static func capturing() throws -> TestedLink {
        let machine = TestedLink()
        #expect(machine.next(at: 0) == .open)
        machine.opened(at: 500_000, period: period)
        #expect(machine.pictureReceived(at: 1_000_000) == nil)
        return machine
    }

    @Test func `a camera that never opened is an error at once`() {
        let machine = TestedLink()
        let error = CaptureError(.noInput, "Not there.")
        #expect(throws: error) { try machine.openingFailed(error, at: 0) }
    }

    @Test func `an unplugged camera is looked for at once and then four times a second`() throws {
        let machine = try Self.capturing()
        let absence = CaptureError(.noInput, "Not there.")
        #expect(machine.lost(.disconnected, at: 2_000_000))
        #expect(machine.next(at: 2_000_000) == .open)
        #expect(try machine.openingFailed(absence, at: 2_000_000) == nil)
        #expect(machine.next(at: 2_100_000) == .wait(150_000))
        #expect(machine.next(at: 2_250_000) == .open)
        machine.opened(at: 4_000_000, period: Self.period)
        #expect(machine.pictureReceived(at: 4_100_000) == 2_100_000)
        #expect(machine.pictureReceived(at: 4_133_333) == nil)
    }

    @Test func `a search never pauses for more than a quarter of a second`() throws {
        let machine = try Self.capturing()
        var now: Int64 = 2_000_000
        _ = machine.lost(.disconnected, at: now)
        for _ in 0..<1_000 {
            switch machine.next(at: now) {
            case .open: _ = try machine.openingFailed(CaptureError(.noInput, "Not there."), at: now)
            case .wait(let time):
                #expect(time > 0 && time <= 250_000)
                now += time
            case .read, .close: Issue.record("It is not open.")
            }
        }
    }

    @Test func `the reason why a camera does not reopen is logged, but not four times a second`() throws {
        let machine = try Self.capturing()
        let refusal = CaptureError(.permissionDenied, "Not yours.")
        _ = machine.lost(.disconnected, at: 2_000_000)
        #expect(try machine.openingFailed(refusal, at: 2_000_000) == "Not yours.")
        #expect(try machine.openingFailed(refusal, at: 2_250_000) == nil)
        #expect(try machine.openingFailed(CaptureError(.usage, "No such format."), at: 2_500_000) == "No such format.")
        machine.opened(at: 3_000_000, period: nil)
        _ = machine.pictureReceived(at: 3_100_000)
        _ = machine.lost(.disconnected, at: 4_000_000)
        #expect(try machine.openingFailed(refusal, at: 4_000_000) == "Not yours.")
    }

    @Test func `a silent camera is closed after a second, a slow one after eight picture times`() throws {
        let machine = try Self.capturing()
        #expect(machine.next(at: 1_000_000) == .read(atMost: 1_000_000))
        #expect(machine.next(at: 2_000_000) == .close)
        machine.opened(at: 2_000_000, period: 500_000)
        _ = machine.pictureReceived(at: 3_000_000)
        #expect(machine.next(at: 3_000_000) == .read(atMost: 4_000_000))
        machine.opened(at: 8_000_000, period: .max)
        _ = machine.pictureReceived(at: 8_000_000)
        #expect(machine.next(at: 8_000_000) == .read(atMost: 5_000_000))
    }

    @Test func `a camera that starts slowly is left alone, one that stays silent is reopened without messages`() {
        let machine = TestedLink()
        machine.opened(at: 0, period: Self.period)
        #expect(machine.next(at: 0) == .read(atMost: 5_000_000))
        #expect(machine.next(at: 5_000_000) == .close)
        #expect(machine.lost(.silent, at: 5_000_000))
        #expect(machine.next(at: 5_000_000) == .open)
        machine.opened(at: 5_000_000, period: Self.period)
        #expect(!machine.lost(.silent, at: 10_000_000))
        #expect(machine.next(at: 10_000_000) == .wait(250_000))
    }
}

@Suite struct CameraIdentityTests {
    private static func camera(_ path: String, id: String? = nil, bus: String) throws -> Camera {
        var camera = try TestCameras.webcam()
        camera.path = path
        camera.bus = bus
        camera.idLinks = id.map { ["/dev/v4l/by-id/\($0)"] } ?? []
        return camera
    }

    @Test func `a camera with a name of its own is found at any number and port, and no other is taken`() throws {
        let identity = CameraIdentity(try Self.camera("/dev/video0", id: "one", bus: "usb-1"))
        let other = try Self.camera("/dev/video0", id: "two", bus: "usb-1")
        let same = try Self.camera("/dev/video4", id: "one", bus: "usb-2")
        #expect(identity.find(in: CameraList(cameras: [other, same]))?.path == "/dev/video4")
        #expect(identity.find(in: CameraList(cameras: [other])) == nil)
    }

    @Test func `a camera without a name is found by its port, or else by its kind`() throws {
        let identity = CameraIdentity(try Self.camera("/dev/video0", bus: "usb-1"))
        let elsewhere = try Self.camera("/dev/video1", bus: "usb-2")
        let same = try Self.camera("/dev/video2", bus: "usb-1")
        #expect(identity.find(in: CameraList(cameras: [elsewhere, same]))?.path == "/dev/video2")
        #expect(identity.find(in: CameraList(cameras: [elsewhere]))?.path == "/dev/video1")
        #expect(identity.find(in: CameraList(cameras: [try TestCameras.vivid()])) == nil)
    }
}

@Suite struct CameraTimestampTests {
    private static let monotonic: Int64 = 5_000_000_000
    private static let wall: Int64 = 1_700_000_000_000_000
    private static let now: Int64 = 60_000_000

    private static func time(_ stamps: [Int64?]) -> [Int64] {
        var timestamp = CameraTimestampConverter()
        return stamps.map { timestamp.mediaTime(of: $0, monotonic: monotonic, wall: wall, now: now) }
    }

    @Test func `a timestamp of the monotonic or the wall clock gives the age of the picture`() {
        #expect(Self.time([Self.monotonic - 20_000]) == [Self.now - 20_000])
        #expect(Self.time([Self.wall - 30_000]) == [Self.now - 30_000])
    }

    @Test func `without a timestamp of a known clock the time of arrival counts`() {
        #expect(Self.time([0]) == [Self.now])
        #expect(Self.time([nil]) == [Self.now])
        #expect(Self.time([.min]) == [Self.now])
    }

    @Test func `times only grow and are never in the future`() {
        let stamps = [
            Self.monotonic - 20_000, Self.monotonic - 20_000, Self.monotonic - 90_000, Self.monotonic + 50_000,
        ]
        let first = Self.now - 20_000
        #expect(Self.time(stamps) == [first, first + 1, first + 2, Self.now])
    }
}
