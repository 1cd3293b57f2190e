#if Capture
    import CFFmpeg
#endif

/// The libraries that capture and encode, as this program was built with.
public enum CaptureLibraries {
    /// What they are, in words for `--version`.
    public static var description: String {
        #if Capture
            let version = avcodec_version()
            return "capture with libavcodec \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
        #else
            return "built without capture"
        #endif
    }
}
