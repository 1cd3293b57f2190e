import NIOPosix
import Platform

/// A file, pipe or device for input. A separate thread reads and may block.
struct ByteSource: Sendable {
    /// The result of a read.
    enum Chunk: Sendable {
        case bytes([UInt8])
        /// No data came within the timeout.
        case timedOut
        case end
    }

    /// The size of a read in bytes: the default capacity of a pipe.
    static let chunkLength = 64 * 1024

    /// The path as the user typed it, or "standard input".
    let name: String
    /// Whether the source is a regular file, which has an end and can be read again.
    let isFile: Bool
    private let descriptor: CInt
    var isStandardInput: Bool { descriptor == STDIN_FILENO }

    /// Opens a file, or standard input for `-`.
    ///
    /// - Throws: ``Failure`` if the file cannot be opened.
    init(_ path: String) throws(Failure) {
        guard path != "-" else {
            (name, descriptor, isFile) = ("standard input", STDIN_FILENO, Self.isRegularFile(STDIN_FILENO))
            return
        }
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else {
            throw Failure(.noInput, "Cannot read \(path): \(FileProblem(errno)).")
        }
        (name, descriptor, isFile) = (path, opened, Self.isRegularFile(opened))
    }

    /// Whether the path names a regular file, and not a device, pipe or directory.
    static func isFile(_ path: String) -> Bool {
        FileStatus(path: path)?.isRegular ?? false
    }

    /// The first `length` bytes of a file, or fewer if the file is shorter. The next read begins at the same place.
    ///
    /// - Throws: ``Failure`` if the file cannot be read.
    func start(of length: Int) throws(Failure) -> [UInt8] {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, used in
            count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            used = max(0, count)
        }
        guard count >= 0 else {
            throw Failure(.noInput, "Cannot read \(name): \(FileProblem(errno)).")
        }
        return bytes
    }

    /// Reads the available bytes; waits for them for at most `milliseconds`.
    ///
    /// - Throws: ``Failure`` if the read fails.
    func read(waitingFor milliseconds: Int) async throws -> Chunk {
        try await NIOThreadPool.singleton.runIfActive {
            try readNow(waitingFor: milliseconds)
        }
    }

    /// Seeks to the beginning.
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
        guard waitFor(&poll, CInt(clamping: milliseconds)) != 0 else { return .timedOut }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkLength) { buffer, used in
            count = readDescriptor(descriptor, buffer.baseAddress, buffer.count)
            used = max(0, count)
        }
        switch count {
        case 0: return .end
        case 1...: return .bytes(bytes)
        default:
            if errno == EINTR || errno == EAGAIN { return .timedOut }
            throw Failure(.noInput, "Cannot read \(name): \(FileProblem(errno)).")
        }
    }

    private static func isRegularFile(_ descriptor: CInt) -> Bool {
        FileStatus(descriptor: descriptor)?.isRegular ?? false
    }

    private static func closeDescriptor(_ descriptor: CInt) { _ = systemClose(descriptor) }
}

// The methods above have the same names as the functions that they call.
private let systemClose = close
private let readDescriptor = read
private func waitFor(_ descriptor: inout pollfd, _ milliseconds: CInt) -> CInt { poll(&descriptor, 1, milliseconds) }
