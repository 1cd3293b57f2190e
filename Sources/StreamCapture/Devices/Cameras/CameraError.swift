#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension CaptureError {
    /// Why a device file cannot be opened.
    init(opening path: String, error: Int32) {
        switch error {
        case EACCES, EPERM:
            self.init(
                .permissionDenied,
                "This user may not open \(path); join its group with 'sudo usermod -aG \(Self.group(of: path)) $USER' "
                    + "and log in again, or give the container --device and --group-add."
            )
        case ENOENT, ENODEV, ENXIO:
            self.init(.noInput, "There is no device at \(path); 'streamd devices' lists those that there are.")
        case EBUSY:
            self.init(.noInput, "Another program is using \(path); 'fuser \(path)' shows which.")
        default:
            self.init(.noInput, "The device \(path) cannot be opened: \(String(cString: strerror(error))).")
        }
    }

    /// The group that Linux distributions give a device file to.
    private static func group(of path: String) -> String {
        if path.hasPrefix("/dev/snd/") { return "audio" }
        return path.hasPrefix("/dev/dri/") ? "render" : "video"
    }
}
