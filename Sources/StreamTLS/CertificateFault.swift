/// Why a certificate cannot be used.
public struct CertificateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the file and says what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
