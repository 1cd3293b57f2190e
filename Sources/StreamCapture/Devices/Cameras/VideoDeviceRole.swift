/// What a device file of Video for Linux is good for, by its answer to `VIDIOC_QUERYCAP`.
enum VideoDeviceRole: Hashable {
    /// Opening it is all that it takes to get pictures.
    case camera
    /// One end of a pipeline that a program has to set up through the media controller: sensor, receiver and image
    /// signal processor are devices of their own. libcamera does that.
    case mediaController
    /// Everything else: metadata, output, codecs, or pictures whose planes lie apart.
    case other

    /// Bits of `capabilities` and `device_caps` (linux/videodev2.h).
    struct Capabilities: OptionSet {
        let rawValue: UInt32

        /// `V4L2_CAP_VIDEO_CAPTURE`
        static let videoCapture = Capabilities(rawValue: 0x1)
        /// `V4L2_CAP_STREAMING`
        static let streaming = Capabilities(rawValue: 0x0400_0000)
        /// `V4L2_CAP_IO_MC`
        static let mediaController = Capabilities(rawValue: 0x2000_0000)
        /// `V4L2_CAP_DEVICE_CAPS`: `device_caps` says what this one file can do.
        static let deviceCapabilities = Capabilities(rawValue: 0x8000_0000)
    }

    /// Drivers of such pipelines that do not all set the bit: those of a Raspberry Pi, and of Intel's camera units.
    private static let pipelineDrivers = ["bcm2835-isp", "unicam", "rp1-cfe", "pispbe", "intel-ipu", "ipu3-", "ipu6"]

    /// - Parameters:
    ///   - capabilities: What the whole device can do.
    ///   - deviceCapabilities: What this file of it can do.
    init(driver: String, capabilities: Capabilities, deviceCapabilities: Capabilities) {
        // A device has several files, each with abilities of its own: pictures, metadata, output.
        let own = capabilities.contains(.deviceCapabilities) ? deviceCapabilities : capabilities
        if !own.isSuperset(of: [.videoCapture, .streaming]) {
            self = .other
        } else if own.contains(.mediaController) || Self.pipelineDrivers.contains(where: driver.hasPrefix) {
            self = .mediaController
        } else {
            self = .camera
        }
    }
}
