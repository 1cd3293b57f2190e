#if Capture
    import CFFmpeg
#endif

/// The installed libraries for capture and encoding.
public enum CaptureLibraries {
    /// A description for `--version`.
    public static var description: String {
        #if Capture
            "capture with libavcodec \(codecVersion)"
        #else
            "built without capture"
        #endif
    }

    /// The version of libavcodec; 0 without capture.
    public static var codecVersion: LibraryVersion {
        #if Capture
            LibraryVersion(avcodec_version())
        #else
            LibraryVersion(0)
        #endif
    }

    /// The version of libavdevice; 0 without capture.
    static var deviceVersion: LibraryVersion {
        #if Capture
            LibraryVersion(avdevice_version())
        #else
            LibraryVersion(0)
        #endif
    }
}

/// The version of one of FFmpeg's libraries.
public struct LibraryVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let number: UInt32

    /// - Parameter number: The result of a library's `_version()` function.
    init(_ number: UInt32) {
        self.number = number
    }

    public init(major: UInt16, minor: UInt8, micro: UInt8 = 0) {
        number = UInt32(major) << 16 | UInt32(minor) << 8 | UInt32(micro)
    }

    public var major: UInt32 { number >> 16 }

    public static func < (one: LibraryVersion, other: LibraryVersion) -> Bool { one.number < other.number }

    public var description: String { "\(major).\(number >> 8 & 0xFF).\(number & 0xFF)" }
}
