/// How much is kept. Without any limit, everything is.
public struct RetentionPolicy: Hashable, Sendable {
    /// How old a segment may become, in microseconds, from its beginning on.
    public var age: Int64?
    /// Bytes that all files may take together, those that grow included.
    public var bytes: UInt64?
    /// Bytes that must stay free on the file system.
    public var free: UInt64?

    /// Makes a policy; see the properties.
    public init(age: Int64? = nil, bytes: UInt64? = nil, free: UInt64? = nil) {
        self.age = age
        self.bytes = bytes
        self.free = free
    }

    /// Whether everything is kept.
    public var keepsEverything: Bool { age == nil && bytes == nil && free == nil }
}

/// The use of the disk, for a decision.
struct DiskUse: Hashable, Sendable {
    /// The wall clock, in microseconds since 1970-01-01 UTC.
    var now: Int64
    /// Bytes of the files that grow.
    var growing: UInt64
    /// Bytes that are free on the file system; `nil` if not known.
    var free: UInt64?
}
