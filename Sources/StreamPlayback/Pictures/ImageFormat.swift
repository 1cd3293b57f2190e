/// A format of image files.
public enum ImageFormat: Hashable, Sendable, CaseIterable {
    /// JPEG (ITU-T T.81) with the colours of JFIF.
    case jpeg
    /// PNG: without loss, and several times as long.
    case png

    /// The format that a file's name says; `nil` if it says none of these.
    public init?(path: String) {
        let name = path.lowercased()
        if name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
            self = .jpeg
        } else if name.hasSuffix(".png") {
            self = .png
        } else {
            return nil
        }
    }
}
