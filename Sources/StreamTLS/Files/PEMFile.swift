import Platform
import StreamProtocol
import SwiftASN1

/// The contents of a file with certificates or keys.
struct PEMFile {
    /// A chain of certificates has a few kilobytes; a longer file is something else.
    static let maximumLength = 1 << 20

    let path: String
    let documents: [PEMDocument]
    /// Whether users other than the owner and the group can read it.
    let isReadableByOthers: Bool

    /// Contents that do not come from a file.
    init(path: String, documents: [PEMDocument]) {
        self.path = path
        self.documents = documents
        isReadableByOthers = false
    }

    /// - Parameter what: The expected content, for errors: `certificate`.
    init(reading path: String, as what: String) throws(ServerCertificateError) {
        let (bytes, mode) = try Self.read(path, as: what)
        self.path = path
        isReadableByOthers = mode & S_IROTH != 0
        guard let text = String(utf8: bytes), text.contains("-----BEGIN ") else {
            throw ServerCertificateError(
                "\(path) is not in PEM, the form that begins with '-----BEGIN'; convert it, as in "
                    + "'openssl x509 -inform DER -in \(path) -out \(path).pem' for a certificate."
            )
        }
        guard !text.contains("ENCRYPTED") else {
            throw ServerCertificateError(
                "The key in \(path) is protected by a passphrase, which a relay cannot be asked for; write it without: "
                    + "'openssl pkey -in \(path) -out \(path).open'."
            )
        }
        do {
            documents = try PEMDocument.parseMultiple(pemString: text)
        } catch {
            throw ServerCertificateError("\(path) is damaged: its PEM cannot be read; copy the \(what) anew.")
        }
    }

    private static func read(_ path: String, as what: String) throws(ServerCertificateError) -> ([UInt8], mode_t) {
        // A named pipe without a writer must not block the relay.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(path, as: what, because: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path, as: what, because: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumLength else {
            throw ServerCertificateError("\(path) is no file of a \(what); name the PEM file.")
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= maximumLength {
            let count = Platform.read(descriptor, &part, part.count)
            guard count >= 0 else { throw unreadable(path, as: what, because: errno) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return (bytes, status.st_mode)
    }

    private static func unreadable(_ path: String, as what: String, because number: CInt) -> ServerCertificateError {
        switch number {
        case ENOENT, ENOTDIR:
            ServerCertificateError(.unreadable, "There is no \(path); name the file that holds the \(what).")
        case EACCES, EPERM:
            ServerCertificateError(
                .unreadable,
                "The \(what) in \(path) must not be read by this user; give the user of the relay access."
            )
        default:
            ServerCertificateError(
                .unreadable,
                "The \(what) in \(path) cannot be read: \(String(cString: strerror(number)))."
            )
        }
    }
}
