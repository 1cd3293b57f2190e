/// What is to be done with a file, one step after the other. A step that fails ends the file: no later step may be done.
public enum FileStep: Hashable, Sendable {
    /// Write these bytes at an offset from the beginning of the file.
    case write([UInt8], at: UInt64)
    /// Cut the file to this many bytes.
    case truncate(to: UInt64)
    /// Wait until the content written so far, and the size of the file, are on the disk (`fdatasync`).
    case synchronizeData
    /// Wait until everything written so far is on the disk (`fsync`).
    case synchronize
    /// The file is complete: give it its final name, and wait until its directory is on the disk.
    case publish
}
