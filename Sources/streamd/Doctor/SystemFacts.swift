import StreamCapture

/// What a doctor looks at: facts of this machine, gathered without judging them.
struct SystemFacts {
    /// A device file and who may use it.
    struct DeviceFile: Hashable {
        var path: String
        var group: UInt32
        /// The group's name; `nil` where it has none here, as in a container.
        var groupName: String?
        /// Whether the group may read and write.
        var groupMayUse: Bool
    }

    /// Who runs this program.
    struct User: Hashable {
        /// The groups that this process is in.
        var groups: Set<UInt32>
        /// The groups that the user is in by the system's list, which count from the next login on.
        var assignedGroups: Set<UInt32>
    }

    /// What counting pictures came to.
    enum Measurement: Hashable {
        case measured(CameraMeasurement)
        case failed(CaptureError)
    }

    /// How a relay answered.
    enum Relay: Hashable {
        /// Its clock minus one's own, to within a bound, in microseconds.
        case answered(clockOffset: Int64, errorBound: Int64)
        /// It knows the token, which does not allow to ask for the clock.
        case answeredWithoutClock
        /// Why not, in a sentence.
        case silent(String)
    }

    /// The libraries that capture and encode, with their versions.
    var libraries: String
    /// The major version of libavcodec.
    var codecMajor: UInt32 = 0
    /// `nil` where it is not known how this system installs packages.
    var packages: PackageManager?
    var user: User
    var deviceFiles: [DeviceFile] = []
    var cameras = CameraList()
    /// Of each camera that can capture, by its path.
    var measurements: [String: Measurement] = [:]
    var renderNodes: [RenderNode] = []
    var microphones: [Microphone] = []
    var encoders: [InstalledEncoder] = []
    /// `host:port` of the relay that was asked.
    var relayName: String
    /// Whether the user named the relay.
    var isRelayNamed = false
    var relay: Relay

    func file(_ path: String) -> DeviceFile? { deviceFiles.first { $0.path == path } }
}
