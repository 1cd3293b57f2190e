/// An H.264 encoder of the libavcodec that is installed here.
public struct InstalledEncoder: Hashable, Sendable {
    /// What to give to `--encoder`, such as `libx264`.
    public var name: String
    public var label: String
    /// Whether it needs a device, a GPU mostly.
    public var needsHardware: Bool
    /// Why it cannot be used here, in a sentence; `nil` where it can.
    public var trouble: String?

    public init(name: String, label: String, needsHardware: Bool, trouble: String? = nil) {
        self.name = name
        self.label = label
        self.needsHardware = needsHardware
        self.trouble = trouble
    }
}
