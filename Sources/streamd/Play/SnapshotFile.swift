import Platform

/// The files of pictures that a player saves, in the current folder.
enum SnapshotFile {
    /// Numbers that are tried for one name.
    private static let maximumNumber = 9_999

    /// Writes an image under a name that no file has.
    ///
    /// - Returns: A sentence for the user.
    static func save(_ image: [UInt8], of stream: String) -> String {
        let base = name(of: stream)
        for number in 1...maximumNumber {
            let digits = String(number)
            let name = "\(base)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).png"
            let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file < 0, errno == EEXIST { continue }
            guard file >= 0 else { return "\(name) cannot be written: \(FileProblem(errno))." }
            let failure = write(image, to: file)
            close(file)
            guard let failure else { return "Saved \(name)." }
            unlink(name)
            return "\(name) cannot be written: \(FileProblem(failure))."
        }
        return "There are \(maximumNumber) pictures of this stream here; move them away."
    }

    /// The end of a stream's address as a name of files: `camera-2` of `relay.example.org/studio/camera-2`.
    static func name(of stream: String) -> String {
        let part = stream.split(separator: "/").last.map(String.init) ?? ""
        let allowed = part.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" }
        let name = String(allowed.drop { $0 == "." || $0 == "-" }.prefix(100))
        return name.isEmpty ? "streamd" : name
    }

    /// - Returns: The error's number; `nil` without one.
    private static func write(_ bytes: [UInt8], to file: CInt) -> CInt? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Platform.write(file, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return errno }
            rest = rest.dropFirst(written)
        }
        return nil
    }
}
