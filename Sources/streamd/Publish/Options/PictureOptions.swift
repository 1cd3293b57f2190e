import ArgumentParser
import StreamCapture

/// What the camera is asked for, and what is done to pictures before they are encoded.
struct PictureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Width and height, such as 1280x720.", valueName: "size"))
    var size: PictureSettings.Size?

    @Option(help: ArgumentHelp("Pictures a second, such as 30 or 29.97.", valueName: "rate"))
    var fps: FrameRateArgument?

    @Option(
        help: ArgumentHelp("What the camera is to deliver, such as yuyv422, nv12 or mjpeg.", valueName: "name"),
        completion: .list(["h264", "mjpeg", "nv12", "yuv420p", "yuyv422"])
    )
    var pixelFormat: String?

    @Option(help: ArgumentHelp("Turn pictures clockwise: 90, 180 or 270.", valueName: "degrees"))
    var rotate: PictureSettings.Rotation?

    @Option(help: ArgumentHelp("Mirror pictures: horizontal or vertical.", valueName: "way"))
    var flip: PictureSettings.Flip?

    @Flag(help: "Make frames of interlaced pictures; progressive ones stay as they are.")
    var deinterlace = false

    @Option(help: ArgumentHelp("Filters in libavfilter's language, such as hqdn3d.", valueName: "graph"))
    var filter: String?
}

extension PictureSettings.Size: ExpressibleByArgument {
    public init?(argument: String) {
        try? self.init(argument)
    }
}

extension PictureSettings.Rotation: ExpressibleByArgument {}
extension PictureSettings.Flip: ExpressibleByArgument {}

extension PictureOptions {
    /// Whether anything is asked for.
    var isGiven: Bool { size != nil || fps != nil || pixelFormat != nil || changesPictures }

    /// Whether pictures are changed, and not only a camera's format chosen.
    var changesPictures: Bool { rotate != nil || flip != nil || filter != nil || deinterlace }
}
