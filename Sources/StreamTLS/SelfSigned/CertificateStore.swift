import Platform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file in which a relay stores its self-signed certificate.
struct CertificateStore {
    let path: String

    /// - Returns: `nil` if there is none, or if it has expired.
    func read(now: Date) throws(ServerCertificateError) -> CertificatePair? {
        guard access(path, F_OK) == 0 else { return nil }
        let file = try PEMFile(reading: path, as: "certificate")
        let pair: CertificatePair
        do {
            pair = try CertificatePair(certificate: file, key: file)
        } catch {
            // The file may be the user's own, and must not be overwritten.
            throw ServerCertificateError("\(error) Or delete \(path), and a new certificate is made.")
        }
        guard now < pair.notAfter else { return nil }
        try pair.check(at: now)
        return pair
    }

    /// Writes a file that only this user can read, either completely or not at all.
    func write(_ made: SelfSignedCertificate) throws(ServerCertificateError) {
        try makeFolder()
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var bytes = Array(made.pem.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Platform.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw failure(errno) }
            bytes = bytes.dropFirst(count)
        }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure(errno) }
    }

    private func makeFolder() throws(ServerCertificateError) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw ServerCertificateError(
                .notStored,
                "The folder \(folder) for the relay's certificate cannot be made; make it, or name another place."
            )
        }
    }

    private func failure(_ number: CInt) -> ServerCertificateError {
        ServerCertificateError(
            .notStored,
            "The relay's certificate cannot be kept in \(path): \(String(cString: strerror(number))); name another place."
        )
    }
}
