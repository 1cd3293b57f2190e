import SwiftASN1
import X509

/// The host names that a certificate is for (RFC 9525 6). Common names do not count.
struct CertificateNames: Hashable, Sendable {
    var names: [String]

    init(_ names: [String]) {
        self.names = names
    }

    /// Reads the names of a certificate; one that cannot be read has none.
    init(ofCertificate der: [UInt8]) {
        let alternatives = try? Certificate(derEncoded: der).extensions.subjectAlternativeNames
        names = (alternatives ?? SubjectAlternativeNames()).compactMap { name in
            guard case .dnsName(let name) = name else { return nil }
            return name
        }
    }

    /// Whether one of them is `host`, or stands for it with `*` in place of its first label.
    func include(_ host: String) -> Bool {
        let host = Self.labels(host)
        return names.contains { name in
            let name = Self.labels(name)
            guard name.first == "*", name.count > 2 else { return name == host }
            return name.dropFirst() == host.dropFirst() && host.first?.isEmpty == false
        }
    }

    /// Upper and lower case are one, and so are a name and the same with the root's dot.
    private static func labels(_ name: String) -> [Substring] {
        let name = name.lowercased()
        let bare = name.hasSuffix(".") ? name.dropLast() : name[...]
        return bare.split(separator: ".", omittingEmptySubsequences: false)
    }
}
