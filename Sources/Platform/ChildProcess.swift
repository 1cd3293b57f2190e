/// A program that is run by the shell, in a process group of its own.
package struct ChildProcess: Hashable, Sendable {
    private let id: pid_t

    /// Starts `/bin/sh -c COMMAND`, with standard input from `/dev/null`.
    ///
    /// - Parameter environment: Variables beside those of this process, as `NAME=value`.
    /// - Returns: `nil` with the reason in `errno`.
    package init?(shell command: String, environment: [String]) {
        keepDescriptors()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        let names = environment.map { $0.prefix { $0 != "=" } + "=" }
        var variables: [String] = environment
        var place = environ
        while let variable = place.pointee {
            let text = String(cString: variable)
            if !names.contains(where: { text.hasPrefix($0) }) { variables.append(text) }
            place += 1
        }
        var id = pid_t()
        let status = withArguments(["/bin/sh", "-c", command]) { arguments in
            withArguments(variables) { posix_spawn(&id, "/bin/sh", &actions, &attributes, arguments, $0) }
        }
        guard status == 0 else {
            errno = status
            return nil
        }
        self.id = id
    }

    /// How it ended: its exit status, or 128 and the number of the signal; `nil` while it runs.
    package func poll() -> CInt? {
        var status: CInt = 0
        let result = waitpid(id, &status, WNOHANG)
        if result == 0 || result < 0 && errno == EINTR { return nil }
        guard result == id else { return 255 }
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    /// Sends SIGINT to the process and all that it started, as a terminal does for Ctrl-C.
    package func interrupt() { _ = killProcesses(-id, SIGINT) }

    /// Sends SIGTERM to the process and all that it started.
    package func terminate() { _ = killProcesses(-id, SIGTERM) }

    /// Ends the process and all that it started.
    package func kill() { _ = killProcesses(-id, SIGKILL) }
}

/// Descriptors beyond the standard ones stay in this process.
private func keepDescriptors() {
    #if os(Linux)
        for name in Folder.names(in: "/proc/self/fd") ?? [] {
            guard let descriptor = CInt(name), descriptor > STDERR_FILENO else { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    #endif
}

private func withArguments<Result>(
    _ texts: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}

private let killProcesses = kill
