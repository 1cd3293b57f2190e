#if Capture
    import CFFmpeg
    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// The render nodes of this machine's GPUs.
    enum RenderNodes {
        static let folder = "/dev/dri"
        private static let prefix = "renderD"

        /// Their paths, the lowest number first; empty where there are none.
        static func all(in folder: String = folder) -> [String] {
            guard let directory = opendir(folder) else { return [] }
            defer { closedir(directory) }
            var numbers: [Int] = []
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) { numbers.append(number) }
            }
            return numbers.sorted().map { "\(folder)/\(prefix)\($0)" }
        }
    }
#endif
