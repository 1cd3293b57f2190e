#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the system knows of a file without looking into it.
///
/// In a module that imports nothing but the C library. Where Foundation is linked statically, as in the images, its
/// modules declare `stat` as well, and in a module with such imports the compiler may take theirs, whose members no file
/// can see.
package struct FileStatus: Hashable, Sendable {
    /// Whether it is a file, and not a device, a pipe or a folder.
    package let isRegular: Bool
    /// The number of the group that it belongs to.
    package let group: UInt32
    /// Who may do what with it: the lowest nine bits of its mode.
    package let permissions: UInt32

    /// - Returns: `nil` where there is no such file, or where it cannot be asked.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// - Returns: `nil` where this is no open file.
    package init?(descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        isRegular = status.st_mode & S_IFMT == S_IFREG
        group = status.st_gid
        permissions = UInt32(status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO))
    }
}
