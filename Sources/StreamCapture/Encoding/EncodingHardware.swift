/// Signs that this machine has an encoder in hardware, apart from VA-API's.
struct EncodingHardware: Hashable, Sendable {
    /// What the kernel's driver of the Raspberry Pi 1 to 4 calls its H.264 encoder. The Pi 5 has none.
    private static let raspberryPiEncoder = "bcm2835-codec-encode"

    /// NVIDIA's driver is loaded.
    var hasNVIDIADriver = false
    /// There is the encoder of a Raspberry Pi.
    var hasRaspberryPiEncoder = false

    /// - Parameter videoDeviceNames: The drivers' names for the files in `/dev` that are called `video` and a number.
    init(hasNVIDIADriver: Bool = false, videoDeviceNames: [String] = []) {
        self.hasNVIDIADriver = hasNVIDIADriver
        hasRaspberryPiEncoder = videoDeviceNames.contains(Self.raspberryPiEncoder)
    }
}

#if Capture && os(Linux)
    import Glibc

    extension EncodingHardware {
        private static let videoDevices = "/sys/class/video4linux"
        private static let nvidiaSigns = ["/dev/nvidiactl", "/proc/driver/nvidia/version"]

        static func system() -> EncodingHardware {
            EncodingHardware(
                hasNVIDIADriver: nvidiaSigns.contains { access($0, F_OK) == 0 },
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
