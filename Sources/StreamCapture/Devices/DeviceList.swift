/// The devices for capture and the encoders of this machine.
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
        /// Queries the system. Takes a moment: it opens devices and tries encoders.
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
