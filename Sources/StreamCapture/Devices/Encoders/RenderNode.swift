/// A GPU's device file that encodes without a screen: `/dev/dri/renderD128` and up.
public struct RenderNode: Hashable, Sendable {
    public var path: String
    /// Why it cannot be opened; `nil` where it can.
    public var trouble: CaptureError?

    public init(path: String, trouble: CaptureError? = nil) {
        self.path = path
        self.trouble = trouble
    }
}

#if Capture && os(Linux)
    import Glibc

    extension RenderNode {
        /// Those of this machine, by number.
        public static func system() -> [RenderNode] {
            let names = DeviceFolder.names(in: "/dev/dri").filter { $0.hasPrefix("renderD") }
            return names.sorted().map { name in
                let path = "/dev/dri/\(name)"
                let descriptor = open(path, O_RDWR | O_CLOEXEC)
                guard descriptor >= 0 else {
                    return RenderNode(path: path, trouble: CaptureError(opening: path, error: errno))
                }
                close(descriptor)
                return RenderNode(path: path)
            }
        }
    }
#endif
