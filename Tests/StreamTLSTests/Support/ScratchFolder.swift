import Crypto
import StreamTLS
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of a test's own, which goes with it.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "streamd-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = "\(path)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// Writes `relay.pem` and `relay.key`.
    @discardableResult
    func write(_ issued: (certificate: Certificate, key: P256.Signing.PrivateKey)) throws -> CertificateFiles {
        CertificateFiles(
            certificate: try write(issued.certificate.pem, to: "relay.pem"),
            key: try write(issued.key.pemRepresentation, to: "relay.key")
        )
    }
}
