import StreamCapture

/// The facts of this machine that the doctor judges.
struct SystemFacts {
    /// A device file with its owner and permissions.
    struct DeviceFile: Hashable {
        var path: String
        var group: UInt32
        /// The group's name; `nil` if the system has no name for it, as in a container.
        var groupName: String?
        /// Whether the group has read and write permission.
        var groupMayUse: Bool
    }

    /// The user who runs this program.
    struct User: Hashable {
        /// The groups of this process.
        var groups: Set<UInt32>
        /// The user's groups in the system's list. They apply from the next login on.
        var assignedGroups: Set<UInt32>
    }

    /// The result of a camera measurement.
    enum Measurement: Hashable {
        case measured(CameraMeasurement)
        case failed(CaptureError)
    }

    /// A relay's response.
    enum Relay: Hashable {
        /// The relay's clock minus the local clock and the bound of the error, in microseconds.
        case answered(clockOffset: Int64, errorBound: Int64)
        /// The relay accepts the token, but the token does not allow the stream of the clock check.
        case answeredWithoutClock
        /// The reason, in one sentence.
        case silent(String)
    }

    /// The libraries for capture and encoding, with their versions.
    var libraries: String
    /// The major version of libavcodec.
    var codecMajor: UInt32 = 0
    /// `nil` if the system's package manager is unknown.
    var packages: PackageManager?
    var user: User
    var deviceFiles: [DeviceFile] = []
    var cameras = CameraList()
    /// The measurements of the cameras that can capture, by path.
    var measurements: [String: Measurement] = [:]
    var renderNodes: [RenderNode] = []
    var microphones: [Microphone] = []
    var encoders: [InstalledEncoder] = []
    /// `host:port` of the checked relay.
    var relayName: String
    /// Whether the user gave the relay's address.
    var isRelayNamed = false
    var relay: Relay

    func file(_ path: String) -> DeviceFile? { deviceFiles.first { $0.path == path } }
}
