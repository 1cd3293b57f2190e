import Containers
import Platform

/// A file that is open for reading and writing. Its calls block.
final class OpenFile {
    let path: String
    private let descriptor: CInt

    /// - Parameter flags: Beside reading and writing, such as `O_CREAT`.
    /// - Throws: ``StorageError``.
    init(_ path: String, _ flags: CInt = 0, readOnly: Bool = false) throws(StorageError) {
        self.path = path
        descriptor = openFile(path, (readOnly ? O_RDONLY : O_RDWR) | O_CLOEXEC | flags, 0o644)
        guard descriptor >= 0 else { throw readOnly ? StorageError(reading: path) : StorageError(path) }
    }

    deinit { _ = closeFile(descriptor) }

    /// Bytes of the file, and whether it still has a name.
    var status: (size: UInt64, isNamed: Bool) {
        get throws(StorageError) {
            guard let status = FileStatus(descriptor: descriptor) else { throw StorageError(path) }
            return (status.size, status.linkCount > 0)
        }
    }

    /// Does a step, except ``FileStep/publish``.
    func perform(_ step: FileStep) throws(StorageError) {
        switch step {
        case .write(let bytes, let offset): try write(bytes, at: offset)
        case .truncate(let length): try check(ftruncate(descriptor, off_t(clamping: length)))
        case .synchronizeData: try check(synchronizeData(descriptor))
        case .synchronize: try check(fsync(descriptor))
        case .publish: break
        }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                return pwrite(descriptor, rest.baseAddress, rest.count, off_t(clamping: offset) + off_t(done))
            }
            if written > 0 {
                done += written
            } else if written == 0 || errno != EINTR {
                throw StorageError(path, written == 0 ? EIO : errno)
            }
        }
    }

    /// Reads bytes that the file has.
    func read(_ offset: UInt64, _ count: Int) throws(StorageError) -> [UInt8] {
        var done = 0
        var failure: CInt?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while done < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                let length = pread(descriptor, rest.baseAddress, rest.count, off_t(clamping: offset) + off_t(done))
                if length > 0 {
                    done += length
                } else if length == 0 || errno != EINTR {
                    failure = length == 0 ? EIO : errno
                    break
                }
            }
            filled = done
        }
        if let failure { throw StorageError(path, failure) }
        return bytes
    }

    /// The whole file.
    ///
    /// - Parameter limit: How many bytes are read at most, from the end of a longer file.
    func readAll(limit: Int) throws(StorageError) -> [UInt8] {
        let size = try status.size
        let count = Int(min(size, UInt64(limit)))
        return try read(size - UInt64(count), count)
    }

    /// Adds whole lines at the end, and waits until they are on the disk. A line that was cut off before is ended.
    func append(lines: [UInt8]) throws(StorageError) {
        let size = try status.size
        var bytes = lines
        if size > 0, try read(size - 1, 1) != [UInt8(ascii: "\n")] { bytes.insert(UInt8(ascii: "\n"), at: 0) }
        try write(bytes, at: size)
        try perform(.synchronizeData)
    }

    private func check(_ result: CInt) throws(StorageError) {
        if result != 0 { throw StorageError(path) }
    }
}

private func openFile(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt {
    while true {
        let descriptor = open(path, flags, mode)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}

private let closeFile = close
