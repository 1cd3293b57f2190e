/// A GPU's device file that encodes without a screen, such as `/dev/dri/renderD128`.
public struct RenderNode: Hashable, Sendable {
    public var path: String
    /// Why this user cannot open it; `nil` where it can be opened.
    public var trouble: CaptureError?
    /// Why VA-API's H.264 encoder does not work on it, in a sentence; `nil` where it does.
    public var encoderTrouble: String?

    public init(path: String, trouble: CaptureError? = nil, encoderTrouble: String? = nil) {
        self.path = path
        self.trouble = trouble
        self.encoderTrouble = encoderTrouble
    }
}

#if Capture && os(Linux)
    import Glibc

    extension RenderNode {
        private static let folder = "/dev/dri"
        private static let prefix = "renderD"

        /// Those of this machine, by number, each tried.
        public static func system() -> [RenderNode] {
            paths().map { path in
                let descriptor = open(path, O_RDWR | O_CLOEXEC)
                guard descriptor >= 0 else {
                    return RenderNode(path: path, trouble: CaptureError(opening: path, error: errno))
                }
                close(descriptor)
                let trouble = InstalledEncoder.trouble(with: VAAPIDialect.encoderName, renderNode: path)
                return RenderNode(path: path, encoderTrouble: trouble)
            }
        }

        /// Where they are, by number, tried by nobody.
        static func paths() -> [String] {
            DeviceFolder.names(in: folder)
                .filter { $0.hasPrefix(prefix) }
                .compactMap { Int($0.dropFirst(prefix.count)) }
                .sorted()
                .map { "\(folder)/\(prefix)\($0)" }
        }
    }
#endif
