/// Folders of the file system.
package enum Folder {
    /// The names in a folder, without `.` and `..`, in any order.
    ///
    /// - Returns: `nil` with the reason in `errno` if the folder cannot be read.
    package static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else { return errno == 0 ? names : nil }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    /// Waits until the names in a folder are on the disk.
    ///
    /// - Returns: 0, or −1 with the reason in `errno`.
    package static func synchronize(_ path: String) -> CInt {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return -1 }
        defer { close(descriptor) }
        return fsync(descriptor)
    }

    /// The space of the file system that a folder is in, in bytes.
    ///
    /// - Returns: `nil` with the reason in `errno` if there is no such folder.
    package static func space(at path: String) -> (free: UInt64, total: UInt64)? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let unit = UInt64(status.f_frsize)
        return (UInt64(status.f_bavail) &* unit, UInt64(status.f_blocks) &* unit)
    }
}
