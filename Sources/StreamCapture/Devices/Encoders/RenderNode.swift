import Platform

/// A GPU's device file for encoding without a screen, such as `/dev/dri/renderD128`.
public struct RenderNode: Hashable, Sendable {
    public var path: String
    /// The reason why this user cannot open it; `nil` if it opens.
    public var problem: CaptureError?
    /// One sentence with the reason why VA-API's H.264 encoder does not work on it; `nil` if it does.
    public var encoderProblem: String?

    public init(path: String, problem: CaptureError? = nil, encoderProblem: String? = nil) {
        self.path = path
        self.problem = problem
        self.encoderProblem = encoderProblem
    }
}

#if Capture && os(Linux)

    extension RenderNode {
        private static let folder = "/dev/dri"
        private static let prefix = "renderD"

        /// The render nodes of this machine, by number, with a test of each.
        public static func system() -> [RenderNode] {
            paths().map { path in
                let descriptor = open(path, O_RDWR | O_CLOEXEC)
                guard descriptor >= 0 else {
                    return RenderNode(path: path, problem: CaptureError(opening: path, error: errno))
                }
                close(descriptor)
                let problem = InstalledEncoder.problem(with: VAAPIDialect.encoderName, renderNode: path)
                return RenderNode(path: path, encoderProblem: problem)
            }
        }

        /// Their paths, by number, without a test.
        static func paths() -> [String] {
            DeviceFolder.names(in: folder)
                .filter { $0.hasPrefix(prefix) }
                .compactMap { Int($0.dropFirst(prefix.count)) }
                .sorted()
                .map { "\(folder)/\(prefix)\($0)" }
        }
    }
#endif
