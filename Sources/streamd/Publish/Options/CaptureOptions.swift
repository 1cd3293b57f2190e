import ArgumentParser
import StreamCapture
import StreamProtocol

/// The picture options of `publish`: the camera's mode and the changes before encoding.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Width and height, such as 1280x720.", valueName: "size"),
        transform: PictureSettings.Size.argument
    )
    var size: PictureSettings.Size?

    @Option(help: ArgumentHelp("Frames per second, such as 30 or 29.97.", valueName: "rate"))
    var fps: FrameRateArgument?

    @Option(
        help: ArgumentHelp("The camera's pixel format, such as yuyv422, nv12 or mjpeg.", valueName: "name"),
        completion: .list(["h264", "mjpeg", "nv12", "yuv420p", "yuyv422"])
    )
    var pixelFormat: String?

    @Option(help: ArgumentHelp("Rotate pictures clockwise by 90, 180 or 270.", valueName: "degrees"))
    var rotate: PictureSettings.Rotation?

    @Option(help: ArgumentHelp("Mirror pictures: horizontal or vertical.", valueName: "way"))
    var flip: PictureSettings.Flip?

    @Flag(help: "Deinterlace interlaced pictures; progressive ones do not change.")
    var deinterlace = false

    @Option(help: ArgumentHelp("Filters in the syntax of libavfilter, such as hqdn3d.", valueName: "graph"))
    var filter: String?
}

extension PictureSettings.Size {
    /// A size in user input.
    fileprivate static func argument(_ text: String) throws -> PictureSettings.Size {
        do throws(CaptureError) {
            return try PictureSettings.Size(text)
        } catch {
            throw ValidationError(error.reason)
        }
    }
}

extension PictureSettings.Rotation: ExpressibleByArgument {}
extension PictureSettings.Flip: ExpressibleByArgument {}

extension PictureOptions {
    /// Whether any of these options is given.
    var isGiven: Bool { size != nil || fps != nil || pixelFormat != nil || changesPictures }

    /// Whether an option changes pictures and does not only select a camera's mode.
    var changesPictures: Bool { rotate != nil || flip != nil || filter != nil || deinterlace }
}

/// A frame rate in user input: `30`, `29.97`, `30000/1001`.
struct FrameRateArgument: ExpressibleByArgument, Hashable {
    let rate: Track.Rate

    init?(argument: String) {
        guard let rate = try? Track.Rate(framesPerSecond: argument) else { return nil }
        self.rate = rate
    }
}

/// The audio options of `publish`.
struct AudioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The source of sound: an ALSA device such as hw:0, 'pulse', 'none', or 'input' for the input's own sound.",
            valueName: "source"
        ),
        completion: .list(["default", "hw:0", "input", "none", "pulse"])
    )
    var audio: String?

    @Option(help: ArgumentHelp("Bits per second for sound; by default 64k per channel.", valueName: "bits"))
    var audioBitrate: BitRate?
}

/// Options that adapt publishing to the relay and the viewers.
struct LiveOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Adapt the bit rate to the capacity of the path to the relay.")
    var adaptive = true

    @Flag(help: "Open the device only while there are viewers.")
    var onDemand = false

    @Option(
        help: ArgumentHelp(
            "How long --on-demand keeps the device open after the last viewer, such as 30s.",
            valueName: "time"
        )
    )
    var keepWarm: TimeSpan?
}
