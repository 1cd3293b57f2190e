#if Capture && os(Linux)
    import Glibc

    /// The descriptor by which libavdevice has opened a device, which it does not tell: to wait until there is a picture,
    /// and not a moment longer.
    struct OpenDevice {
        /// What waiting came to.
        enum Waited {
            case ready
            case timeOut
            /// The device is gone, or has stopped.
            case broken
        }

        private let descriptor: Int32

        /// Looks through the descriptors of this process.
        ///
        /// - Returns: `nil` where there is none for the device at `path`.
        init?(_ path: String) {
            var device = stat()
            guard stat(path, &device) == 0 else { return nil }
            let descriptors = DeviceFolder.names(in: "/proc/self/fd").compactMap { Int32($0) }
            // The newest has the highest number, mostly.
            let found = descriptors.sorted(by: >).first { descriptor in
                var file = stat()
                return fstat(descriptor, &file) == 0 && file.st_mode & S_IFMT == S_IFCHR
                    && file.st_rdev == device.st_rdev
            }
            guard let found else { return nil }
            descriptor = found
        }

        /// Waits until there is something to read.
        ///
        /// - Parameter microseconds: At most.
        func wait(atMost microseconds: Int64) -> Waited {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: (microseconds + 999) / 1_000)
            guard poll(&request, 1, milliseconds) > 0 else { return .timeOut }
            if request.revents & Int16(POLLIN) != 0 { return .ready }
            return .broken
        }
    }
#endif
