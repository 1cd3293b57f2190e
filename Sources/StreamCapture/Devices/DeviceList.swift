/// What this machine has to capture and to encode with.
public struct DeviceList: Hashable, Sendable {
    public var cameras: CameraList
    public var microphones: [Microphone]
    public var encoders: [InstalledEncoder]

    public init(cameras: CameraList, microphones: [Microphone], encoders: [InstalledEncoder]) {
        self.cameras = cameras
        self.microphones = microphones
        self.encoders = encoders
    }
}

#if Capture
    extension DeviceList {
        /// Asks the system. Takes a moment: devices are opened, and encoders are tried.
        public static func system() -> DeviceList {
            #if os(Linux)
                DeviceList(
                    cameras: .system(),
                    microphones: Microphone.system(),
                    encoders: InstalledEncoder.installed(renderNodes: RenderNode.system())
                )
            #else
                DeviceList(
                    cameras: CameraList(),
                    microphones: [],
                    encoders: InstalledEncoder.installed(renderNodes: [])
                )
            #endif
        }
    }
#endif
