import Platform

/// Where a command writes to: standard output, a pipe or device, or a file that does not exist yet.
struct OutputTarget: Hashable, Sendable {
    private enum Place: Hashable {
        case standardOutput
        /// A pipe or a device: it is written as it is.
        case existing
        case file(overwrites: Bool)
        /// What a file is until it is complete.
        case part
    }

    /// In messages, for people.
    let name: String
    /// Where the file is; a symbolic link to a file that exists is followed.
    let path: String
    private let place: Place

    private init(partOf target: OutputTarget, suffix: String) {
        (name, path, place) = (target.name + suffix, target.path + suffix, .part)
    }

    /// Checks a path. Nothing is created before ``open()``.
    ///
    /// - Parameters:
    ///   - path: `nil` and `-` stand for standard output.
    ///   - overwrites: Whether a file that exists may be overwritten.
    /// - Throws: ``Failure`` if the file exists, or cannot be created because of its folder.
    init(_ path: String?, overwrites: Bool) throws(Failure) {
        guard let path, path != "-" else {
            (name, self.path, place) = ("standard output", "", .standardOutput)
            return
        }
        name = path
        guard let status = FileStatus(path: path) else {
            place = .file(overwrites: overwrites)
            self.path = path
            // With the dot, a file in the place of the folder is no folder, and not one without permission.
            guard access("\(Self.folder(of: path))/.", W_OK | X_OK) == 0 else { throw Self.failure(path, errno) }
            return
        }
        guard !Self.isFolder(path) else { throw Self.failure(path, EISDIR) }
        guard status.isRegular else {
            place = .existing
            self.path = path
            return
        }
        guard overwrites else { throw Self.failure(path, EEXIST) }
        self.path = Self.resolved(path)
        place = .file(overwrites: true)
    }

    /// Whether it is a file, which can be written at any place. Standard output counts as a pipe, whatever it is.
    var isFile: Bool {
        switch place {
        case .file, .part: true
        case .standardOutput, .existing: false
        }
    }

    /// Opens the output; creates the file. It may block until a pipe has a reader.
    ///
    /// - Returns: A descriptor for writing.
    /// - Throws: ``Failure`` if that is not possible, for example because the file exists by now.
    func open() throws(Failure) -> CInt {
        let flags: CInt
        switch place {
        case .standardOutput: return STDOUT_FILENO
        case .existing: flags = 0
        case .file(overwrites: false), .part: flags = O_CREAT | O_EXCL
        case .file(overwrites: true): flags = O_CREAT | O_TRUNC
        }
        while true {
            let descriptor = openDescriptor(path, O_WRONLY | O_CLOEXEC | flags, 0o644)
            if descriptor >= 0 { return descriptor }
            guard place != .part || errno != EEXIST else {
                throw Failure(
                    .cannotWrite,
                    "\(name) exists: another command writes it, or one that was killed has left it; remove it then."
                )
            }
            guard errno == EINTR else { throw Self.failure(name, errno) }
        }
    }

    /// A file beside this one, for its bytes until they are complete.
    ///
    /// - Parameter suffix: What follows the name of this one.
    func part(_ suffix: String) -> OutputTarget { OutputTarget(partOf: self, suffix: suffix) }

    /// Gives a complete file the name of this one.
    ///
    /// - Throws: ``Failure`` if that is not possible, for example because a file of this name exists by now.
    func adopt(_ part: OutputTarget) throws(Failure) {
        // Renaming would replace a file that came in the meantime.
        if case .file(overwrites: false) = place { close(try open()) }
        guard rename(part.path, path) == 0 else { throw Self.failure(name, errno) }
        // Some file systems cannot synchronize a folder.
        guard Folder.synchronize(Self.folder(of: path)) == 0 || errno == EINVAL else { throw Self.failure(name, errno) }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// - Returns: The path itself if it leads nowhere.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    private static func failure(_ path: String, _ code: CInt) -> Failure {
        guard code == EEXIST else {
            return Failure(.cannotWrite, "Cannot write \(path): \(FileProblem(code)).")
        }
        return Failure(.cannotWrite, "\(path) exists; choose another name, or overwrite it with --force.")
    }

    private static func isFolder(_ path: String) -> Bool {
        let descriptor = openDescriptor(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }
}

private func openDescriptor(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { open(path, flags, mode) }
