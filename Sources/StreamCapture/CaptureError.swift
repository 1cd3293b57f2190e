import Platform

/// The reason why a capture cannot start or continue.
public struct CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error. Programs turn it into an exit code.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case usage, badData, noInput, unavailable, cannotListen, permissionDenied, failure, stopped
        }

        private let base: Base

        /// The settings are invalid, or this encoder or device does not support them.
        public static let usage = Code(base: .usage)
        /// The input's data is invalid.
        public static let badData = Code(base: .badData)
        /// The input or device does not exist or cannot be read.
        public static let noInput = Code(base: .noInput)
        /// A required resource is missing or does not answer.
        public static let unavailable = Code(base: .unavailable)
        /// Another program listens at the input's address, or it is no address of this machine.
        public static let cannotListen = Code(base: .cannotListen)
        /// This user has no permission for the device or file.
        public static let permissionDenied = Code(base: .permissionDenied)
        /// Any other error.
        public static let failure = Code(base: .failure)
        /// The capture was stopped; this is not a failure.
        public static let stopped = Code(base: .stopped)
    }

    public let code: Code
    /// One sentence with the problem and its fix.
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}

extension CaptureError {
    /// The error for a device file that cannot be opened.
    init(opening path: String, error: Int32) {
        switch error {
        case EACCES, EPERM:
            self.init(
                .permissionDenied,
                "This user may not open \(path); join its group with 'sudo usermod -aG \(Self.group(of: path)) $USER' "
                    + "and log in again, or give the container --device and --group-add."
            )
        case ENOENT, ENODEV, ENXIO:
            self.init(.noInput, "There is no device at \(path); 'streamd devices' lists the devices.")
        case EBUSY:
            self.init(.noInput, "Another program is using \(path); 'fuser \(path)' shows which.")
        default:
            self.init(.noInput, "The device \(path) cannot be opened: \(String(cString: strerror(error))).")
        }
    }

    /// The group of device files in Linux distributions.
    private static func group(of path: String) -> String {
        if path.hasPrefix("/dev/snd/") { return "audio" }
        return path.hasPrefix("/dev/dri/") ? "render" : "video"
    }
}
