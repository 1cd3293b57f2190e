#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    extension ProcessFigures {
        /// The figures of this process at this moment.
        public static var now: ProcessFigures {
            var figures = ProcessFigures()
            let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
            if let status = contents(of: "/proc/self/stat").flatMap({ ProcessStatus($0) }) {
                figures.residentBytes = status.residentPages * Int64(sysconf(Int32(_SC_PAGESIZE)))
                figures.virtualBytes = status.virtualBytes
                figures.cpuSeconds = Double(status.cpuTicks) / ticks
                figures.threads = status.threads
                figures.startTime = bootTime.map { $0 + Double(status.startTicks) / ticks }
            }
            figures.openDescriptors = openDescriptorCount
            var limit = rlimit()
            #if canImport(Glibc)
                let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            #else
                let resource = RLIMIT_NOFILE
            #endif
            if getrlimit(resource, &limit) == 0 { figures.mostDescriptors = Int64(clamping: limit.rlim_cur) }
            return figures
        }

        /// It does not change, but for steps of the clock.
        private static let bootTime = contents(of: "/proc/stat").flatMap { ProcessStatus.bootTime($0) }

        /// Linux 6.2 and later say the number as the folder's size; before, the names have to be counted.
        private static var openDescriptorCount: Int64? {
            var status = stat()
            if stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Int64(status.st_size) }
            guard let folder = opendir("/proc/self/fd") else { return nil }
            defer { closedir(folder) }
            // Not among them: itself, the folder above, and the descriptor that reads the folder.
            var count: Int64 = -3
            while readdir(folder) != nil { count += 1 }
            return count
        }

        /// The beginning of a file of `/proc`, whose sizes are not known beforehand.
        private static func contents(of path: String) -> String? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 4096)
            while bytes.count < mostBytes {
                let count = read(file, &part, part.count)
                guard count > 0 else { break }
                bytes += part[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// `/proc/stat` has a line of ten numbers for each core.
        private static let mostBytes = 1 << 20
    }
#else
    extension ProcessFigures {
        /// Only Linux tells them by way of `/proc`.
        public static var now: ProcessFigures { ProcessFigures() }
    }
#endif
