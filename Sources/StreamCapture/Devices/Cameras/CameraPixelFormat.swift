/// A pixel format of Video for Linux, which may also be a compressed format.
public struct CameraPixelFormat: Hashable, Sendable {
    /// The kind of a pixel format, as far as capture needs it.
    public enum Kind: String, Sendable, Encodable {
        /// Uncompressed samples.
        case raw
        /// One JPEG file per picture.
        case motionJPEG
        /// H.264 in byte stream format, which can be published without encoding.
        case h264
        /// libavdevice cannot read it.
        case unsupported
    }

    /// Four characters, the first in the lowest byte; the highest bit means big-endian samples.
    public let fourCC: UInt32

    public init(fourCC: UInt32) {
        self.fourCC = fourCC
    }

    /// Reads a name of up to four characters, such as `YUYV`. Spaces complete a shorter name.
    public init(_ name: String) {
        var bytes = Array(name.utf8.prefix(4))
        while bytes.count < 4 { bytes.append(UInt8(ascii: " ")) }
        fourCC = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The four characters without trailing spaces. Unprintable ones are shown as `?`.
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

    /// libavdevice's name; `nil` for an unsupported format.
    public var libavName: String? {
        switch kind {
        case .motionJPEG: "mjpeg"
        case .h264: "h264"
        case .raw: rawRank.map { Self.raw[$0].libav }
        case .unsupported: nil
        }
    }

    /// Whether `text` names this format, in either notation and any case: `MJPG` or `mjpeg`.
    public func isCalled(_ text: String) -> Bool {
        let text = text.lowercased()
        return text == name.lowercased() || text == libavName
    }

    /// The rank of a raw format at the same size and rate. A lower rank means less data and conversion before the
    /// encoder, and more colour resolution.
    var rawRank: Int? { Self.raw.firstIndex { $0.name == name } }

    /// Whether it has brightness only.
    var isGrey: Bool { libavName?.hasPrefix("gray") ?? false }

    /// The format that was opened when this one was requested. libavdevice falls back to the next format that the
    /// driver accepts, also among those with the same name.
    ///
    /// - Parameters:
    ///   - libavName: libavdevice's name for the opened format.
    ///   - tag: The codec tag of the pictures.
    func opened(as libavName: String, tag: UInt32) -> CameraPixelFormat {
        let candidates = [self] + (Self.raw.map(\.name) + ["MJPG", "H264"]).map { CameraPixelFormat($0) }
        // YV12 has another order of planes, which only the tag shows.
        return candidates.first { candidate in
            candidate.libavName == libavName && (candidate == Self.yvu420) == (tag == Self.yvu420.fourCC)
        } ?? self
    }

    private static let yvu420 = CameraPixelFormat("YV12")

    /// The raw formats that the installed libavdevice can request by name.
    private static let raw = rawFormats(ofLibavdevice: CaptureLibraries.deviceVersion)

    /// The raw formats that libavdevice can request by name, the best first.
    ///
    /// No version up to FFmpeg 9 has P010, NV21 or NV42. Cameras that list one of them also list NV12 or YUYV.
    ///
    /// - Parameter version: The version of libavdevice.
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
    /// The common name.
    public var description: String {
        switch kind {
        case .motionJPEG: "MJPEG"
        case .h264: "H.264"
        case .raw, .unsupported: name
        }
    }
}
