#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file without a name, in the system's cache as soon as it is written.
struct ScratchFile {
    private let descriptor: CInt

    init(_ bytes: [UInt8]) {
        var path = Array("/tmp/streamd-micro-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        unlink(path)
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { fatalError("cannot write to /tmp: \(String(cString: strerror(errno)))") }
            start += count
        }
    }

    /// Reads it as `streamd publish` does, each chunk into an array of its own.
    func forEachChunk(of length: Int, _ body: ([UInt8]) throws -> Void) throws {
        lseek(descriptor, 0, SEEK_SET)
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
            }
            guard !chunk.isEmpty else { return }
            try body(chunk)
        }
    }
}
