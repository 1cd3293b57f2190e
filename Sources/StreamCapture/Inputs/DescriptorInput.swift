#if Capture
    import CFFmpeg
    import Libav
    import Platform

    /// Lets libavformat read from an open descriptor. libavformat's own reads from a pipe cannot be interrupted.
    final class DescriptorInput {
        /// The default capacity of a pipe, in bytes.
        private static let bufferSize = 64 * 1024
        /// The interval between checks of the stop flag, in milliseconds.
        private static let pollInterval: CInt = 100

        private(set) var context: UnsafeMutablePointer<AVIOContext>?
        /// The arrival of the first and the last bytes, by ``CaptureClock/monotonicNow``; `nil` before the first.
        private(set) var arrivals: (first: Int64, last: Int64)?
        /// Whether another program writes the bytes at its own pace.
        let isPipe: Bool
        private let descriptor: CInt
        private let closesDescriptor: Bool
        private let interruption: Interruption

        /// Opens a named pipe without waiting for its writer: the first read waits.
        convenience init(pipe path: String, _ interruption: Interruption) throws(LibavError) {
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw LibavError(code: shim_error(errno)) }
            try self.init(descriptor, closesDescriptor: true, interruption)
        }

        /// - Parameter closesDescriptor: Whether this object closes the descriptor at the end.
        init(_ descriptor: CInt, closesDescriptor: Bool = false, _ interruption: Interruption) throws(LibavError) {
            self.descriptor = descriptor
            self.closesDescriptor = closesDescriptor
            self.interruption = interruption
            guard let buffer = av_malloc(Self.bufferSize) else { throw .noMemory }
            let isSeekable = FileKind(descriptor: descriptor) == .regular
            isPipe = !isSeekable
            context = avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self),
                Int32(Self.bufferSize),
                0,
                Unmanaged.passUnretained(self).toOpaque(),
                { opaque, bytes, count in DescriptorInput.at(opaque)?.read(bytes, count) ?? shim_error(EIO) },
                nil,
                isSeekable ? { opaque, offset, origin in DescriptorInput.at(opaque)?.seek(offset, origin) ?? -1 } : nil
            )
            if context == nil {
                av_free(buffer)
                throw .noMemory
            }
        }

        deinit {
            // libav may have replaced the buffer.
            if let buffer = context?.pointee.buffer { av_free(buffer) }
            avio_context_free(&context)
            if closesDescriptor { close(descriptor) }
        }

        private static func at(_ opaque: UnsafeMutableRawPointer?) -> DescriptorInput? {
            opaque.map { Unmanaged<DescriptorInput>.fromOpaque($0).takeUnretainedValue() }
        }

        private func read(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
            while true {
                if interruption.isStopped { return LibavError.interrupted.code }
                var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard wait(&poll, Self.pollInterval) != 0 else { continue }
                let result = readBytes(descriptor, bytes, Int(count))
                if result == 0 { return LibavError.end.code }
                if result > 0 {
                    let now = CaptureClock.monotonicNow
                    arrivals = (arrivals?.first ?? now, now)
                    return Int32(result)
                }
                if errno != EINTR, errno != EAGAIN { return shim_error(errno) }
            }
        }

        private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
            guard origin & AVSEEK_SIZE == 0 else {
                var status = stat()
                return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : Int64(shim_error(errno))
            }
            let position = lseek(descriptor, off_t(offset), origin & ~AVSEEK_FORCE)
            return position >= 0 ? Int64(position) : Int64(shim_error(errno))
        }
    }

    // The method above has the same name as the function that it calls.
    private let readBytes = read
    private func wait(_ descriptor: inout pollfd, _ milliseconds: CInt) -> CInt { poll(&descriptor, 1, milliseconds) }
#endif
