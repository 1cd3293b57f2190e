/// A device file at one end of a pipeline for a camera module, as on a Raspberry Pi or in a laptop with Intel's IPU.
///
/// It cannot be captured from by itself: libcamera sets the pipeline up, and its programs deliver the pictures. That a
/// pipeline is there does not mean that a camera is connected to it.
public struct MediaControllerDevice: Hashable, Sendable {
    public var path: String
    /// As the driver calls the device.
    public var name: String
    /// Such as `unicam`.
    public var driver: String

    public init(path: String, name: String, driver: String) {
        self.path = path
        self.name = name
        self.driver = driver
    }

    /// Drivers of the Raspberry Pi 5 and later, which encode in software and have to be told the container.
    private static let raspberryPi5Drivers = ["rp1-cfe", "pispbe"]
    /// Drivers of the models before.
    private static let raspberryPiDrivers = ["bcm2835-isp", "unicam"]

    /// A line for the shell that publishes the camera behind it: a program of libcamera's and a pipe.
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

    /// Why it is not opened, and what to do instead.
    var refusal: CaptureError {
        CaptureError(
            .noInput,
            "\(path) (\(driver)) is for a camera module, which only libcamera can operate; publish it with: \(command)"
        )
    }
}
