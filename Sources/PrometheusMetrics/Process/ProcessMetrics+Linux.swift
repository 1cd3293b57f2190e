#if os(Linux)
    import Platform

    extension ProcessMetrics {
        /// The metrics of this process at this moment.
        public static var now: ProcessMetrics {
            var metrics = ProcessMetrics()
            let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
            if let status = contents(of: "/proc/self/stat").flatMap({ ProcessStatus($0) }) {
                metrics.residentBytes = status.residentPages * Int64(sysconf(Int32(_SC_PAGESIZE)))
                metrics.virtualBytes = status.virtualBytes
                metrics.cpuSeconds = Double(status.cpuTicks) / ticks
                metrics.threads = status.threads
                metrics.startTime = bootTime.map { $0 + Double(status.startTicks) / ticks }
            }
            metrics.openDescriptors = openDescriptorCount
            if let limit = ResourceLimit.descriptors.current { metrics.maximumDescriptors = Int64(clamping: limit) }
            return metrics
        }

        /// Constant, except for steps of the clock.
        private static let bootTime = contents(of: "/proc/stat").flatMap { ProcessStatus.bootTime($0) }

        /// Linux 6.2 and later report the number as the folder's size; before, the names must be counted.
        private static var openDescriptorCount: Int64? {
            var status = stat()
            if stat("/proc/self/fd", &status) == 0, status.st_size > 0 { return Int64(status.st_size) }
            guard let folder = opendir("/proc/self/fd") else { return nil }
            defer { closedir(folder) }
            // Not counted: the folder itself, its parent, and the descriptor that reads the folder.
            var count: Int64 = -3
            while readdir(folder) != nil { count += 1 }
            return count
        }

        /// The beginning of a file of `/proc`, whose size is not known beforehand.
        private static func contents(of path: String) -> String? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var bytes: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 4096)
            while bytes.count < maximumBytes {
                let count = read(file, &part, part.count)
                guard count > 0 else { break }
                bytes += part[..<count]
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// `/proc/stat` has a line of ten numbers for each core.
        private static let maximumBytes = 1 << 20
    }
#else
    extension ProcessMetrics {
        /// Only Linux reports them through `/proc`.
        public static var now: ProcessMetrics { ProcessMetrics() }
    }
#endif
