import FileStatus
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file, pipe or device that bytes are read from, on a thread that may wait.
struct ByteSource: Sendable {
    /// What a read brings.
    enum Chunk: Sendable {
        case bytes([UInt8])
        /// Nothing came within the time that was given.
        case quiet
        case end
    }

    /// Bytes read at a time: what a pipe of usual size holds.
    static let chunkLength = 64 * 1024

    /// What the user called it.
    let name: String
    /// Whether it has an end that is known from the beginning, and can be read again.
    let isFile: Bool
    private let descriptor: CInt

    /// Opens a file, or standard input for `-`.
    ///
    /// - Throws: ``Failure`` that says why not.
    init(_ path: String) throws(Failure) {
        guard path != "-" else {
            (name, descriptor, isFile) = ("standard input", STDIN_FILENO, Self.isRegularFile(STDIN_FILENO))
            return
        }
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            throw Failure(.noInput, "Cannot read \(path): \(String(cString: strerror(errno))). Check the name.")
        }
        (name, descriptor, isFile) = (path, opened, Self.isRegularFile(opened))
    }

    /// Whether this is the path of a file, and not of a device, a pipe or a folder.
    static func isFile(_ path: String) -> Bool {
        FileStatus(path: path)?.isRegular ?? false
    }

    /// The first `length` bytes of a file, or all there are; what is read later begins there again.
    ///
    /// - Throws: ``Failure`` when it cannot be read.
    func start(of length: Int) throws(Failure) -> [UInt8] {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, used in
            count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            used = max(0, count)
        }
        guard count >= 0 else {
            throw Failure(.noInput, "Cannot read \(name): \(String(cString: strerror(errno))).")
        }
        return bytes
    }

    /// Reads what is there, and waits for it for `milliseconds` at the most.
    ///
    /// - Throws: ``Failure`` when it cannot be read.
    func read(waitingFor milliseconds: Int) async throws -> Chunk {
        try await NIOThreadPool.singleton.runIfActive {
            try readNow(waitingFor: milliseconds)
        }
    }

    /// Goes back to the beginning.
    func rewind() throws(Failure) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw Failure(.noInput, "\(name) cannot be read from the beginning again; --loop needs a file.")
        }
    }

    func close() {
        if descriptor != STDIN_FILENO { Self.closeDescriptor(descriptor) }
    }

    private func readNow(waitingFor milliseconds: Int) throws -> Chunk {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard waitFor(&poll, CInt(clamping: milliseconds)) != 0 else { return .quiet }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkLength) { buffer, used in
            count = readDescriptor(descriptor, buffer.baseAddress, buffer.count)
            used = max(0, count)
        }
        switch count {
        case 0: return .end
        case 1...: return .bytes(bytes)
        default:
            if errno == EINTR || errno == EAGAIN { return .quiet }
            throw Failure(.noInput, "Cannot read \(name): \(String(cString: strerror(errno))).")
        }
    }

    private static func isRegularFile(_ descriptor: CInt) -> Bool {
        FileStatus(descriptor: descriptor)?.isRegular ?? false
    }

    private static func closeDescriptor(_ descriptor: CInt) { _ = systemClose(descriptor) }
}

// The methods above have the names of the functions they call.
private let systemClose = close
private let readDescriptor = read
private func waitFor(_ descriptor: inout pollfd, _ milliseconds: CInt) -> CInt { poll(&descriptor, 1, milliseconds) }
