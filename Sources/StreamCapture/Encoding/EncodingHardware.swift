import Platform

/// Signs of hardware encoders other than VA-API.
struct EncodingHardware: Hashable, Sendable {
    /// The kernel driver's name for the H.264 encoder of the Raspberry Pi 1 to 4. The Pi 5 has none.
    private static let raspberryPiEncoder = "bcm2835-codec-encode"

    /// Whether NVIDIA's driver is loaded.
    var hasNVIDIADriver = false
    /// Whether the Raspberry Pi's encoder exists.
    var hasRaspberryPiEncoder = false

    /// - Parameter videoDeviceNames: The drivers' names of the `/dev/videoN` files.
    init(hasNVIDIADriver: Bool = false, videoDeviceNames: [String] = []) {
        self.hasNVIDIADriver = hasNVIDIADriver
        hasRaspberryPiEncoder = videoDeviceNames.contains(Self.raspberryPiEncoder)
    }
}

#if Capture && os(Linux)

    extension EncodingHardware {
        private static let videoDevices = "/sys/class/video4linux"
        private static let nvidiaFiles = ["/dev/nvidiactl", "/proc/driver/nvidia/version"]

        static func system() -> EncodingHardware {
            EncodingHardware(
                hasNVIDIADriver: nvidiaFiles.contains { access($0, F_OK) == 0 },
                videoDeviceNames: DeviceFolder.names(in: videoDevices).compactMap { device in
                    SystemFile.text("\(videoDevices)/\(device)/name")?.split(separator: "\n").first.map(String.init)
                }
            )
        }
    }
#else
    extension EncodingHardware {
        static func system() -> EncodingHardware { EncodingHardware() }
    }
#endif
