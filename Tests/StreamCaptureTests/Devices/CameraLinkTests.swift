import Testing

@testable import StreamCapture

/// A link whose calls fit into expectations.
private final class TestedLink {
    private var link = CameraLink(at: 0)

    func next(at now: Int64) -> CameraLink.Step { link.next(at: now) }

    func opened(at now: Int64, period: Int64?) { link.opened(at: now, period: period) }

    func picture(at now: Int64) -> Int64? { link.picture(at: now) }

    func lost(_ loss: CameraLink.Loss, at now: Int64) -> Bool { link.lost(loss, at: now) }

    func openingFailed(_ error: CaptureError, at now: Int64) throws -> String? {
        try link.openingFailed(error, at: now)
    }
}

@Suite("A camera that may be lost and comes back")
struct CameraLinkTests {
    private static let period: Int64 = 33_333

    /// A link whose camera has given a picture at 1 s.
    private static func capturing() throws -> TestedLink {
        let link = TestedLink()
        #expect(link.next(at: 0) == .open)
        link.opened(at: 500_000, period: period)
        #expect(link.picture(at: 1_000_000) == nil)
        return link
    }

    @Test("A camera that never opened is an error at once")
    func neverOpened() {
        let link = TestedLink()
        let error = CaptureError(.noInput, "Not there.")
        #expect(throws: error) { try link.openingFailed(error, at: 0) }
    }

    @Test(
        "An unplugged camera is looked for at once and then four times a second, and its return is told with the time"
    )
    func unplugged() throws {
        let link = try Self.capturing()
        let absence = CaptureError(.noInput, "Not there.")
        #expect(link.lost(.gone, at: 2_000_000))
        #expect(link.next(at: 2_000_000) == .open)
        #expect(try link.openingFailed(absence, at: 2_000_000) == nil)
        #expect(link.next(at: 2_100_000) == .wait(150_000))
        #expect(link.next(at: 2_250_000) == .open)
        link.opened(at: 4_000_000, period: Self.period)
        #expect(link.picture(at: 4_100_000) == 2_100_000)
        #expect(link.picture(at: 4_133_333) == nil)
    }

    @Test("However long it is gone, no more than a quarter of a second passes between two looks")
    func searchesEvenly() throws {
        let link = try Self.capturing()
        var now: Int64 = 2_000_000
        _ = link.lost(.gone, at: now)
        for _ in 0..<1_000 {
            switch link.next(at: now) {
            case .open: _ = try link.openingFailed(CaptureError(.noInput, "Not there."), at: now)
            case .wait(let time):
                #expect(time > 0 && time <= 250_000)
                now += time
            case .read, .abandon: Issue.record("It is not open.")
            }
        }
    }

    @Test("Why a camera that is back does not open is told, but not four times a second")
    func refused() throws {
        let link = try Self.capturing()
        let refusal = CaptureError(.permissionDenied, "Not yours.")
        _ = link.lost(.gone, at: 2_000_000)
        #expect(try link.openingFailed(refusal, at: 2_000_000) == "Not yours.")
        #expect(try link.openingFailed(refusal, at: 2_250_000) == nil)
        #expect(try link.openingFailed(CaptureError(.usage, "No such format."), at: 2_500_000) == "No such format.")
        link.opened(at: 3_000_000, period: nil)
        _ = link.picture(at: 3_100_000)
        _ = link.lost(.gone, at: 4_000_000)
        #expect(try link.openingFailed(refusal, at: 4_000_000) == "Not yours.")
    }

    @Test("A silent camera is given up after a second, and a slow one after eight of its pictures")
    func silent() throws {
        let link = try Self.capturing()
        #expect(link.next(at: 1_000_000) == .read(atMost: 1_000_000))
        #expect(link.next(at: 2_000_000) == .abandon)
        link.opened(at: 2_000_000, period: 500_000)
        _ = link.picture(at: 3_000_000)
        #expect(link.next(at: 3_000_000) == .read(atMost: 4_000_000))
        link.opened(at: 8_000_000, period: .max)
        _ = link.picture(at: 8_000_000)
        #expect(link.next(at: 8_000_000) == .read(atMost: 5_000_000))
    }

    @Test(
        "A camera may take its time to the first picture, and one that stays silent is opened again and again in quiet"
    )
    func waking() {
        let link = TestedLink()
        link.opened(at: 0, period: Self.period)
        #expect(link.next(at: 0) == .read(atMost: 5_000_000))
        #expect(link.next(at: 5_000_000) == .abandon)
        #expect(link.lost(.silent, at: 5_000_000))
        #expect(link.next(at: 5_000_000) == .open)
        link.opened(at: 5_000_000, period: Self.period)
        #expect(!link.lost(.silent, at: 10_000_000))
        #expect(link.next(at: 10_000_000) == .wait(250_000))
    }
}

@Suite("Which camera it was")
struct CameraIdentityTests {
    private static func camera(_ path: String, id: String? = nil, bus: String) throws -> Camera {
        var camera = try MadeCameras.webcam()
        camera.path = path
        camera.bus = bus
        camera.idLinks = id.map { ["/dev/v4l/by-id/\($0)"] } ?? []
        return camera
    }

    @Test("A camera with a name of its own is found under another number and at another port, and no other is taken")
    func byName() throws {
        let identity = CameraIdentity(try Self.camera("/dev/video0", id: "one", bus: "usb-1"))
        let other = try Self.camera("/dev/video0", id: "two", bus: "usb-1")
        let same = try Self.camera("/dev/video4", id: "one", bus: "usb-2")
        #expect(identity.find(in: CameraList(cameras: [other, same]))?.path == "/dev/video4")
        #expect(identity.find(in: CameraList(cameras: [other])) == nil)
    }

    @Test("Without names it is the one at the same port, or else one of the same kind")
    func byPort() throws {
        let identity = CameraIdentity(try Self.camera("/dev/video0", bus: "usb-1"))
        let elsewhere = try Self.camera("/dev/video1", bus: "usb-2")
        let same = try Self.camera("/dev/video2", bus: "usb-1")
        #expect(identity.find(in: CameraList(cameras: [elsewhere, same]))?.path == "/dev/video2")
        #expect(identity.find(in: CameraList(cameras: [elsewhere]))?.path == "/dev/video1")
        #expect(identity.find(in: CameraList(cameras: [try MadeCameras.vivid()])) == nil)
    }
}

@Suite("Timestamps of cameras")
struct CameraTimestampTests {
    private static let monotonic: Int64 = 5_000_000_000
    private static let wall: Int64 = 1_700_000_000_000_000
    private static let now: Int64 = 60_000_000

    private static func time(_ stamps: [Int64?]) -> [Int64] {
        var timestamp = CameraTimestamp()
        return stamps.map { timestamp.mediaTime(of: $0, monotonic: monotonic, wall: wall, now: now) }
    }

    @Test("A stamp by the monotonic clock, or by the wall clock, tells how old the picture is")
    func clocks() {
        #expect(Self.time([Self.monotonic - 20_000]) == [Self.now - 20_000])
        #expect(Self.time([Self.wall - 30_000]) == [Self.now - 30_000])
    }

    @Test("A stamp by no clock, or none, leaves the time of arrival")
    func noClock() {
        #expect(Self.time([0]) == [Self.now])
        #expect(Self.time([nil]) == [Self.now])
        #expect(Self.time([.min]) == [Self.now])
    }

    @Test("Times only grow, and none is in the future")
    func order() {
        let stamps = [
            Self.monotonic - 20_000, Self.monotonic - 20_000, Self.monotonic - 90_000, Self.monotonic + 50_000,
        ]
        let first = Self.now - 20_000
        #expect(Self.time(stamps) == [first, first + 1, first + 2, Self.now])
    }
}
