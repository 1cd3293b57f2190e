#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file in which a relay keeps the certificate that it made.
struct KeptCertificate {
    let path: String

    /// - Returns: `nil` where there is none, or one that has expired.
    func read(now: Date) throws(CertificateFault) -> CertificatePair? {
        guard access(path, F_OK) == 0 else { return nil }
        let file = try PEMFile(reading: path, as: "certificate")
        let pair: CertificatePair
        do {
            pair = try CertificatePair(certificate: file, key: file)
        } catch {
            // It may be somebody's own, so that it is not to be overwritten.
            throw CertificateFault("\(error) Or delete \(path), and a new certificate is made.")
        }
        guard now < pair.notAfter else { return nil }
        try pair.check(at: now)
        return pair
    }

    /// Writes a file that only this user can read, whole or not at all.
    func write(_ made: SelfSignedCertificate) throws(CertificateFault) {
        try makeFolder()
        let draft = "\(path).\(getpid())"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var bytes = Array(made.pem.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { put(descriptor, $0) }
            guard count > 0 else { throw failure(errno) }
            bytes = bytes.dropFirst(count)
        }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure(errno) }
    }

    private func makeFolder() throws(CertificateFault) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CertificateFault(
                "The folder \(folder) for the relay's certificate cannot be made; make it, or name another place."
            )
        }
    }

    private func put(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
            Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private func failure(_ number: CInt) -> CertificateFault {
        CertificateFault(
            "The relay's certificate cannot be kept in \(path): \(String(cString: strerror(number))); name another place."
        )
    }
}
