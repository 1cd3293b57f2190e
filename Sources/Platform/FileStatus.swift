/// The status of a file (`stat(2)`).
///
/// This module imports nothing but the C library for the sake of this type: a statically linked Foundation, as in the
/// container images, declares `stat` as well, and the compiler may then choose a structure whose members are invisible.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular, pipe, socket
        /// A camera or another device of Video4Linux.
        case videoDevice
        /// A folder, another device or anything else.
        case other
    }

    package let kind: Kind
    /// The number of the group that owns the file.
    package let group: UInt32
    /// The lowest nine bits of the mode: what the owner, the group and others may do.
    package let permissions: UInt32
    /// Bytes of a regular file.
    package let size: UInt64
    /// How many names it has; 0 if it was removed while it is open.
    package let linkCount: UInt64

    package var isRegular: Bool { kind == .regular }

    /// - Returns: `nil` if there is no such file, or if this user may not ask for its status.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// - Returns: `nil` if the descriptor is not open.
    package init?(descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind = Self.kind(of: status)
        group = status.st_gid
        permissions = UInt32(status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO))
        size = UInt64(clamping: status.st_size)
        linkCount = UInt64(clamping: status.st_nlink)
    }

    private static func kind(of status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        case S_IFCHR where isVideoDevice(status): .videoDevice
        default: .other
        }
    }

    private static func isVideoDevice(_ status: stat) -> Bool {
        #if os(Linux)
            // The major number of Video4Linux (Documentation/admin-guide/devices.txt).
            status.st_rdev >> 8 & 0xFFF == 81
        #else
            false
        #endif
    }
}
