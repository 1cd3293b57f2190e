import StreamCapture
import StreamProtocol
import Testing

@testable import streamd

@Suite struct DiagnosisTests {
    private static let video: UInt32 = 44
    private static let render: UInt32 = 105

    /// A machine without problems: a camera, a GPU, a microphone, a relay.
    private static func healthy() throws -> SystemFacts {
        var facts = SystemFacts(
            libraries: "capture with libavcodec 59.37.100",
            user: SystemFacts.User(groups: [1_000, video, render], assignedGroups: [1_000, video, render]),
            relayName: "relay.example.org:7450",
            relay: .answered(clockOffset: 1_200, errorBound: 340)
        )
        facts.isRelayNamed = true
        facts.cameras.cameras = [try camera()]
        facts.deviceFiles = [
            file("/dev/video0", video, "video"), file("/dev/dri/renderD128", render, "render"),
            file("/dev/snd/pcmC1D0c", 29, "audio"),
        ]
        facts.measurements["/dev/video0"] = .measured(try measurement(pictures: 60, apart: 33_333))
        facts.renderNodes = [RenderNode(path: "/dev/dri/renderD128")]
        var microphone = Microphone(device: AudioDevice(system: .alsa, name: "hw:1,0"), name: "Webcam: USB Audio")
        microphone.deviceFile = "/dev/snd/pcmC1D0c"
        facts.microphones = [microphone]
        facts.encoders = [InstalledEncoder(name: "libx264", label: "libx264", needsHardware: false)]
        return facts
    }

    private static func mode() throws -> CameraMode {
        let rate = try #require(Track.Rate(numerator: 30, denominator: 1))
        return CameraMode(pixelFormat: CameraPixelFormat("MJPG"), width: 1_280, height: 720, frameRate: rate)
    }

    private static func camera() throws -> Camera {
        var camera = Camera(path: "/dev/video0", name: "Webcam")
        let size = CameraSize(width: 1_280, height: 720, rates: .unknown)
        camera.formats = [CameraFormat(CameraPixelFormat("MJPG"), label: "Motion-JPEG", sizes: [size])]
        return camera
    }

    private static func measurement(pictures: Int64, apart: Int64) throws -> CameraMeasurement {
        var measurement = CameraMeasurement(mode: try mode())
        for index in 0..<pictures { measurement.add(7_000_000 + index * apart) }
        return measurement
    }

    private static func file(_ path: String, _ group: UInt32, _ name: String?) -> SystemFacts.DeviceFile {
        SystemFacts.DeviceFile(path: path, group: group, groupName: name, groupMayUse: true)
    }

    private static func finding(_ topic: String, in facts: SystemFacts) throws -> Finding {
        try #require(Diagnosis(facts).findings.first { $0.topic == topic })
    }

    @Test func `a healthy machine gets a docker line with its devices and group numbers`() throws {
        let diagnosis = Diagnosis(try Self.healthy())
        #expect(!diagnosis.hasProblem)
        #expect(diagnosis.findings.allSatisfy { $0.verdict == .ok && $0.command == nil })
        #expect(
            diagnosis.dockerRun
                == "docker run --rm --network host --read-only --cap-drop ALL --security-opt no-new-privileges "
                + "--device /dev/video0 --device /dev/dri/renderD128 --device /dev/snd "
                + "--group-add 44 --group-add 105 --group-add 29 "
                + "streamd-publisher publish /dev/video0 --to relay.example.org:7450/live --audio hw:1,0"
        )
        #expect(diagnosis.description.hasSuffix("\n\nThere are no problems."))
        #expect(
            diagnosis.description.contains(
                "ok       camera     The camera 'Webcam' at /dev/video0 opens as 1280x720 at 30 fps as MJPEG "
                    + "and delivers 30.0 fps.\n"
            )
        )
    }

    @Test func `a camera with a stable name is given to the container by that name`() throws {
        var facts = try Self.healthy()
        facts.cameras.cameras[0].idLinks = ["/dev/v4l/by-id/usb-Webcam-video-index0"]
        let line = try #require(Diagnosis(facts).dockerRun)
        #expect(line.contains("--device /dev/v4l/by-id/usb-Webcam-video-index0:/dev/video0 "))
    }

    @Test func `no camera is a warning, and there is no docker line`() throws {
        var facts = try Self.healthy()
        facts.cameras = CameraList()
        #expect(try Self.finding("camera", in: facts).verdict == .warning)
        #expect(Diagnosis(facts).dockerRun == nil)
        #expect(!Diagnosis(facts).hasProblem)
    }

    struct Refusal: CustomTestStringConvertible {
        let testDescription: String
        var groups: Set<UInt32> = [1_000]
        var assigned: Set<UInt32> = [1_000]
        var group = video
        var groupName: String? = "video"
        var groupMayUse = true
        let command: String
    }

    static let refusals = [
        Refusal(
            testDescription: "a user who is not in the group joins it",
            command: "sudo usermod -aG video $USER && newgrp video"
        ),
        Refusal(
            testDescription: "a user who has joined it in another session uses it in this one",
            assigned: [1_000, video],
            command: "newgrp video"
        ),
        Refusal(
            testDescription: "a group without a name means a container",
            groupName: nil,
            command: "docker run --group-add 44 …"
        ),
        Refusal(
            testDescription: "a user in the group is kept out by a container's rules",
            groups: [1_000, video],
            command: "docker run --device /dev/video0 …"
        ),
        Refusal(
            testDescription: "a file that is root's alone is given to the group first",
            group: 0,
            groupName: "root",
            groupMayUse: false,
            command: "sudo chgrp video /dev/video0 && sudo chmod g+rw /dev/video0 && sudo usermod -aG video $USER"
        ),
    ]

    @Test(arguments: refusals)
    func `a missing permission is a problem, with the command that grants it`(_ refusal: Refusal) throws {
        var facts = try Self.healthy()
        let error = CaptureError(.permissionDenied, "This user may not open /dev/video0.")
        facts.cameras = CameraList(unreadable: [UnreadableCamera(path: "/dev/video0", error: error)])
        facts.user = SystemFacts.User(groups: refusal.groups, assignedGroups: refusal.assigned)
        facts.deviceFiles = [
            SystemFacts.DeviceFile(
                path: "/dev/video0",
                group: refusal.group,
                groupName: refusal.groupName,
                groupMayUse: refusal.groupMayUse
            )
        ]
        let finding = try Self.finding("camera", in: facts)
        #expect(finding.verdict == .problem)
        #expect(finding.text == "This user may not open /dev/video0.")
        #expect(finding.command == refusal.command)
        #expect(Diagnosis(facts).hasProblem)
        #expect(try #require(Diagnosis(facts).dockerRun).contains("--device /dev/video0 "))
    }

    @Test func `a camera that is busy, silent, damaged or slow is reported as such`() throws {
        var facts = try Self.healthy()
        facts.measurements["/dev/video0"] = .failed(CaptureError(.noInput, "In use."))
        var finding = try Self.finding("camera", in: facts)
        #expect(finding.verdict == .problem)
        #expect(finding.command == "sudo fuser -v /dev/video0")

        facts.measurements["/dev/video0"] = .measured(CameraMeasurement(mode: try Self.mode()))
        finding = try Self.finding("camera", in: facts)
        #expect(finding.verdict == .problem)
        #expect(finding.text.contains("delivers no pictures"))

        var damaged = try Self.measurement(pictures: 50, apart: 33_333)
        damaged.damagedPictures = 10
        facts.measurements["/dev/video0"] = .measured(damaged)
        finding = try Self.finding("camera", in: facts)
        #expect(finding.verdict == .warning)
        #expect(finding.text.hasPrefix("10 of 60 pictures"))

        facts.measurements["/dev/video0"] = .measured(try Self.measurement(pictures: 30, apart: 66_667))
        finding = try Self.finding("camera", in: facts)
        #expect(finding.verdict == .warning)
        #expect(finding.text.contains("at 30 fps as MJPEG, but delivers 15.0 fps"))
        #expect(finding.command == "v4l2-ctl -d /dev/video0 -c exposure_dynamic_framerate=0")
    }

    @Test func `a GPU that does not encode is a warning, no encoder at all is a problem`() throws {
        var facts = try Self.healthy()
        facts.renderNodes[0].encoderProblem = "No VA-API encoder on /dev/dri/renderD128: no driver."
        #expect(try Self.finding("gpu", in: facts).verdict == .warning)
        let refused = CaptureError(.permissionDenied, "This user may not open /dev/dri/renderD128.")
        facts.renderNodes[0].problem = refused
        facts.user = SystemFacts.User(groups: [], assignedGroups: [])
        let finding = try Self.finding("gpu", in: facts)
        #expect(finding.verdict == .warning)
        #expect(finding.command == "sudo usermod -aG render $USER && newgrp render")
        #expect(!Diagnosis(facts).hasProblem)
        facts.encoders[0].problem = "It does not open."
        #expect(try Self.finding("encoders", in: facts).verdict == .problem)
    }

    @Test func `a camera module that only libcamera can operate is named once, with a command`() throws {
        var facts = try Self.healthy()
        facts.cameras.mediaControllers = (10...12).map {
            MediaControllerDevice(path: "/dev/video\($0)", name: "isp", driver: "bcm2835-isp")
        }
        var findings = Diagnosis(facts).findings.filter { $0.topic == "camera" }
        #expect(findings.map(\.verdict) == [.ok, .ok])
        #expect(findings.last?.text.hasPrefix("/dev/video10 (bcm2835-isp) belongs to a camera module") == true)
        facts.cameras.cameras = []
        findings = Diagnosis(facts).findings.filter { $0.topic == "camera" }
        #expect(findings.map(\.verdict) == [.warning])
        #expect(findings.first?.command?.hasPrefix("rpicam-vid -t 0 ") == true)
        #expect(findings.first?.command?.hasSuffix(" -o - | streamd publish -") == true)
    }

    @Test func `packages are named as in the distribution, for the libavcodec that runs`() throws {
        var facts = try Self.healthy()
        facts.encoders[0].problem = "It does not open."
        facts.renderNodes[0].encoderProblem = "No driver."
        facts.codecMajor = 61
        facts.packages = .apt
        #expect(try Self.finding("encoders", in: facts).command == "sudo apt-get install libavcodec61")
        #expect(try Self.finding("gpu", in: facts).command == "sudo apt-get install va-driver-all vainfo")
        facts.packages = .dnf
        #expect(try Self.finding("encoders", in: facts).command?.hasPrefix("sudo dnf install ") == true)
        facts.packages = nil
        let finding = try Self.finding("encoders", in: facts)
        #expect(finding.command == nil)
        #expect(finding.text.hasSuffix("install a libavcodec 61 with libx264."))
        #expect(try Self.finding("gpu", in: facts).command == "vainfo --display drm --device /dev/dri/renderD128")
    }

    @Test(
        arguments: [
            ("PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nID=debian\n", .apt),
            ("ID=raspbian\nID_LIKE=debian", .apt),
            ("NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", .apt),
            ("ID=fedora\nVERSION_ID=43\n", .dnf),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", .dnf),
            ("ID='manjaro'\nID_LIKE=arch\n", .pacman),
            ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", .zypper),
            ("ID=alpine\n", .apk), ("ID=nixos\n", nil), ("ID=\nID_LIKE\n", nil), ("", nil),
        ] as [(String, PackageManager?)]
    )
    func `the package manager is that of the distribution or of a similar one`(
        _ osRelease: String,
        _ expected: PackageManager?
    ) {
        #expect(PackageManager(osRelease: osRelease) == expected)
    }

    @Test func `a named relay that does not answer is a problem, any other is a warning`() throws {
        var facts = try Self.healthy()
        facts.relay = .silent("No relay there.")
        #expect(
            try Self.finding("relay", in: facts)
                == Finding(
                    "relay",
                    .problem,
                    "No relay there.",
                    command: "streamd health relay.example.org:7450"
                )
        )
        facts.isRelayNamed = false
        #expect(try Self.finding("relay", in: facts).verdict == .warning)
    }

    @Test func `clocks that differ by more than half a second are a warning, with the error bound`() throws {
        var facts = try Self.healthy()
        #expect(
            try Self.finding("relay", in: facts).text
                == "The relay at relay.example.org:7450 answers; its clock is 1.2 ms ahead of this one's (±0.4 ms)."
        )
        facts.relay = .answered(clockOffset: -3_250_000, errorBound: 900)
        let finding = try Self.finding("relay", in: facts)
        #expect(finding.verdict == .warning)
        #expect(finding.text.contains("3.3 s behind this one's (±0.1 s)"))
        #expect(finding.command == "timedatectl set-ntp true")
        facts.relay = .answered(clockOffset: .min, errorBound: .max)
        #expect(try Self.finding("relay", in: facts).verdict == .warning)
    }
}
