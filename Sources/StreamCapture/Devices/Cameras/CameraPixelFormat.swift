/// How a camera codes its pictures: a "pixel format" of Video for Linux, which may also be a compressed one.
public struct CameraPixelFormat: Hashable, Sendable {
    /// What kind of pictures these are, as far as capturing is concerned.
    public enum Kind: String, Sendable, Encodable {
        /// Samples.
        case raw
        /// A JPEG file for each picture.
        case motionJPEG
        /// H.264 in byte stream format, which can be published as it is.
        case h264
        /// Nothing that libavdevice can read.
        case unsupported
    }

    /// Four characters, the first in the lowest byte; the highest bit means big-endian samples.
    public let fourCC: UInt32

    public init(fourCC: UInt32) {
        self.fourCC = fourCC
    }

    /// Reads a name of up to four characters, such as `YUYV`; shorter ones are filled up with spaces.
    public init(_ name: String) {
        var bytes = Array(name.utf8.prefix(4))
        while bytes.count < 4 { bytes.append(UInt8(ascii: " ")) }
        fourCC = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The four characters without spaces at the end; what is not printable shows as `?`.
    public var name: String {
        let bytes = [0, 8, 16, 24].map { shift -> UInt8 in
            let byte = UInt8(truncatingIfNeeded: (fourCC & 0x7FFF_FFFF) >> UInt32(shift))
            return (0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?")
        }
        var name = String(decoding: bytes, as: UTF8.self)
        while name.hasSuffix(" ") { name.removeLast() }
        return name + (fourCC >> 31 == 1 ? "-BE" : "")
    }

    public var kind: Kind {
        switch name {
        case "MJPG", "JPEG": .motionJPEG
        case "H264": .h264
        default: rawRank == nil ? .unsupported : .raw
        }
    }

    /// What libavdevice calls it; `nil` for an unsupported one.
    public var libavName: String? {
        switch kind {
        case .motionJPEG: "mjpeg"
        case .h264: "h264"
        case .raw: rawRank.map { Self.raw[$0].libav }
        case .unsupported: nil
        }
    }

    /// Whether the user means this format by a name in either notation, whatever the case: `MJPG` or `mjpeg`.
    public func isCalled(_ text: String) -> Bool {
        let text = text.lowercased()
        return text == name.lowercased() || text == libavName
    }

    /// Which raw format is the better one at the same size and rate: the lower the rank, the less there is to move and
    /// to convert on the way to an encoder, and the more of the colours is left.
    var rawRank: Int? { Self.raw.firstIndex { $0.name == name } }

    /// Whether there is brightness only.
    var isGrey: Bool { libavName?.hasPrefix("gray") ?? false }

    /// What was opened when this format was asked for: libavdevice goes on with the next that the driver takes, also of
    /// those that share a name.
    ///
    /// - Parameters:
    ///   - libavName: What libavdevice calls the format that it opened.
    ///   - tag: The codec tag that it gave the pictures.
    func opened(as libavName: String, tag: UInt32) -> CameraPixelFormat {
        let candidates = [self] + (Self.raw.map(\.name) + ["MJPG", "H264"]).map { CameraPixelFormat($0) }
        // The planes of YV12 lie in another order, which only the tag tells.
        return candidates.first { candidate in
            candidate.libavName == libavName && (candidate == Self.yvu420) == (tag == Self.yvu420.fourCC)
        } ?? self
    }

    private static let yvu420 = CameraPixelFormat("YV12")

    /// The raw formats that the libavdevice that runs here can ask a camera for by name.
    private static let raw = rawFormats(ofLibavdevice: CaptureLibraries.deviceVersion)

    /// The raw formats that libavdevice can ask a camera for by name, the better ones first.
    ///
    /// No version up to FFmpeg 9 has P010, NV21 or NV42, and cameras that list one of them list NV12 or YUYV too.
    ///
    /// - Parameter version: Of libavdevice.
    static func rawFormats(ofLibavdevice version: LibraryVersion) -> [(name: String, libav: String)] {
        let names = [
            ("NV12", "nv12"), ("YU12", "yuv420p"), ("YV12", "yuv420p"), ("YUYV", "yuyv422"), ("UYVY", "uyvy422"),
            ("422P", "yuv422p"), ("NV16", "nv16"), ("NV24", "nv24"), ("RGB3", "rgb24"), ("BGR3", "bgr24"),
            ("XR24", "bgr0"), ("BX24", "0rgb"), ("BGR4", "bgr0"), ("RGB4", "0rgb"), ("411P", "yuv411p"),
            ("RGBP", "rgb565le"), ("RGBR", "rgb565be"), ("RGBO", "rgb555le"), ("RGBQ", "rgb555be"),
            ("YUV9", "yuv410p"), ("BA81", "bayer_bggr8"), ("GBRG", "bayer_gbrg8"), ("GRBG", "bayer_grbg8"),
            ("RGGB", "bayer_rggb8"), ("GREY", "gray"), ("Y16", "gray16le"),
        ]
        // FFmpeg 7.1 has these two, 5.1 does not.
        let recent: Set = ["NV16", "NV24"]
        return names.filter { version >= LibraryVersion(major: 61, minor: 3) || !recent.contains($0.0) }
    }
}

extension CameraPixelFormat: CustomStringConvertible {
    /// As people call it.
    public var description: String {
        switch kind {
        case .motionJPEG: "MJPEG"
        case .h264: "H.264"
        case .raw, .unsupported: name
        }
    }
}
