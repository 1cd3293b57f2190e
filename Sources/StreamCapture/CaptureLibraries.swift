#if Capture
    import CFFmpeg
#endif

/// The libraries that capture and encode, as they run here.
public enum CaptureLibraries {
    /// What they are, in words for `--version`.
    public static var description: String {
        #if Capture
            "capture with libavcodec \(codecVersion)"
        #else
            "built without capture"
        #endif
    }

    /// Of libavcodec; 0 where there is none.
    public static var codecVersion: LibraryVersion {
        #if Capture
            LibraryVersion(avcodec_version())
        #else
            LibraryVersion(0)
        #endif
    }

    /// Of libavdevice; 0 where there is none.
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

    /// Takes what a library's `_version()` returns.
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
