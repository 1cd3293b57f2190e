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
                let (cameras, microphones) = (CameraList.system(), Microphone.system())
            #else
                let (cameras, microphones) = (CameraList(), [Microphone]())
            #endif
            return DeviceList(cameras: cameras, microphones: microphones, encoders: InstalledEncoder.installed())
        }
    }
#endif
