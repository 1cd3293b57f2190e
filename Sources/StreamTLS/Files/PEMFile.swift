import SwiftASN1

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file of certificates or keys, read whole.
struct PEMFile {
    /// A chain of certificates has some kilobytes; what is longer is something else.
    static let maximumLength = 1 << 20

    let path: String
    let documents: [PEMDocument]
    /// Whether users other than the owner and the group may read it.
    let isReadableByOthers: Bool

    /// Stands for what never was in a file.
    init(path: String, documents: [PEMDocument]) {
        self.path = path
        self.documents = documents
        isReadableByOthers = false
    }

    /// - Parameter what: What the file should hold, for the error: `certificate`.
    init(reading path: String, as what: String) throws(CertificateFault) {
        let (bytes, mode) = try Self.read(path, as: what)
        self.path = path
        isReadableByOthers = mode & S_IROTH != 0
        guard let text = String(validating: bytes, as: UTF8.self), text.contains("-----BEGIN ") else {
            throw CertificateFault(
                "\(path) is not in PEM, the form that begins with '-----BEGIN'; convert it, as in "
                    + "'openssl x509 -inform DER -in \(path) -out \(path).pem' for a certificate."
            )
        }
        guard !text.contains("ENCRYPTED") else {
            throw CertificateFault(
                "The key in \(path) is protected by a passphrase, which a relay cannot be asked for; write it without: "
                    + "'openssl pkey -in \(path) -out \(path).open'."
            )
        }
        do {
            documents = try PEMDocument.parseMultiple(pemString: text)
        } catch {
            throw CertificateFault("\(path) is damaged: its PEM cannot be read; copy the \(what) anew.")
        }
    }

    private static func read(_ path: String, as what: String) throws(CertificateFault) -> ([UInt8], mode_t) {
        // A named pipe that nobody writes to must not hold the relay up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, as: what, because: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, as: what, because: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumLength else {
            throw CertificateFault("\(path) is no file of a \(what); name the PEM file.")
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= maximumLength {
            let count = part.withUnsafeMutableBytes { Self.readPart(descriptor, $0) }
            guard count >= 0 else { throw unreadable(path, as: what, because: errno) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return (bytes, status.st_mode)
    }

    private static func readPart(_ descriptor: CInt, _ part: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, part.baseAddress, part.count)
        #elseif canImport(Musl)
            Musl.read(descriptor, part.baseAddress, part.count)
        #else
            Darwin.read(descriptor, part.baseAddress, part.count)
        #endif
    }

    private static func unreadable(_ path: String, as what: String, because number: CInt) -> CertificateFault {
        switch number {
        case ENOENT, ENOTDIR:
            CertificateFault("There is no \(path); name the file that holds the \(what).")
        case EACCES, EPERM:
            CertificateFault("The \(what) in \(path) must not be read by this user; give the user of the relay access.")
        default:
            CertificateFault("The \(what) in \(path) cannot be read: \(String(cString: strerror(number))).")
        }
    }
}
