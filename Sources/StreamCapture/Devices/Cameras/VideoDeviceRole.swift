/// The role of a device file of Video for Linux, from the result of `VIDIOC_QUERYCAP`.
enum VideoDeviceRole: Hashable {
    /// A camera that delivers pictures without further setup.
    case camera
    /// A part of a pipeline that a program must configure through the media controller: sensor, receiver and image
    /// signal processor are separate devices. libcamera does that.
    case mediaController
    /// Everything else: metadata, output, codecs, and pictures with separate planes.
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
        /// `V4L2_CAP_DEVICE_CAPS`: `device_caps` has the capabilities of this file.
        static let deviceCapabilities = Capabilities(rawValue: 0x8000_0000)
    }

    /// Drivers of such pipelines. Not all of them set the bit: those of the Raspberry Pi and of Intel's camera units.
    private static let pipelineDrivers = ["bcm2835-isp", "unicam", "rp1-cfe", "pispbe", "intel-ipu", "ipu3-", "ipu6"]

    /// - Parameters:
    ///   - capabilities: The capabilities of the whole device.
    ///   - deviceCapabilities: The capabilities of this file.
    init(driver: String, capabilities: Capabilities, deviceCapabilities: Capabilities) {
        // A device has several files with different capabilities: pictures, metadata, output.
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

/// A device file of the pipeline for a camera module, as on a Raspberry Pi or in a laptop with Intel's IPU.
///
/// It cannot capture by itself: libcamera configures the pipeline, and its programs deliver the pictures. A pipeline
/// may exist without a connected camera.
public struct MediaControllerDevice: Hashable, Sendable {
    public var path: String
    /// The driver's name for the device.
    public var name: String
    /// Such as `unicam`.
    public var driver: String

    public init(path: String, name: String, driver: String) {
        self.path = path
        self.name = name
        self.driver = driver
    }

    /// Drivers of the Raspberry Pi 5 and later. These models encode in software, and their program needs the container
    /// format.
    private static let raspberryPi5Drivers = ["rp1-cfe", "pispbe"]
    /// Drivers of the earlier models.
    private static let raspberryPiDrivers = ["bcm2835-isp", "unicam"]

    /// A shell command that publishes the camera: a program of libcamera and a pipe.
    public var command: String {
        let capture =
            if Self.raspberryPi5Drivers.contains(driver) {
                "rpicam-vid -t 0 --nopreview --inline --flush --codec h264 --libav-format h264 -o -"
            } else if Self.raspberryPiDrivers.contains(driver) {
                "rpicam-vid -t 0 --nopreview --inline --flush --codec h264 -o -"
            } else {
                "gst-launch-1.0 -q libcamerasrc ! videoconvert ! video/x-raw,format=NV12 "
                    + "! x264enc tune=zerolatency key-int-max=60 ! video/x-h264,stream-format=byte-stream ! fdsink"
            }
        return "\(capture) | streamd publish -"
    }

    /// The error for an attempt to open it, with the command to use instead.
    var unsupportedError: CaptureError {
        CaptureError(
            .noInput,
            "\(path) (\(driver)) belongs to a camera module, which only libcamera can operate; publish it with: \(command)"
        )
    }
}
