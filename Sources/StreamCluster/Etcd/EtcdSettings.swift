import StreamProtocol

/// Where etcd is, and how to connect to it.
public struct EtcdSettings: Hashable, Sendable {
    /// The members of the cluster, or proxies in front of them. One is used at a time, and the next one when it fails.
    public var endpoints: [EtcdEndpoint]
    /// Whether connections are encrypted; see ``init(_:)``.
    public var isEncrypted: Bool
    /// The PEM file with the authorities of etcd's certificates; `nil` for those of this machine. Only with encryption.
    public var authorities: String?
    /// The certificate that this relay shows to etcd; `nil` where etcd asks for none. Only with encryption.
    public var certificate: EtcdClientCertificate?
    /// The user for etcd's authentication; `nil` where etcd has none.
    public var credentials: EtcdCredentials?

    /// The most endpoints: more than a cluster of etcd should have members.
    public static let maximumEndpoints = 16

    /// Reads an address, such as `etcd://a.example:2379,b.example:2379`, or `etcds://…` for connections with TLS. The
    /// port may be missing: it is 2379 then.
    ///
    /// - Throws: ``DirectoryError`` with ``DirectoryError/Code/invalidSettings`` that says what to write instead.
    public init(_ text: String) throws(DirectoryError) {
        let scheme = ["etcd://", "etcds://"].first { text.hasPrefix($0) }
        guard let scheme else { throw Self.invalid(text, "it begins with 'etcd://', or with 'etcds://' for TLS") }
        let parts = text.dropFirst(scheme.count).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.maximumEndpoints else {
            throw Self.invalid(text, "it has at most \(Self.maximumEndpoints) hosts")
        }
        var endpoints: [EtcdEndpoint] = []
        for part in parts {
            guard let endpoint = EtcdEndpoint(part) else {
                throw Self.invalid(text, "each part is a host name or an IP address, and may have a port")
            }
            endpoints.append(endpoint)
        }
        self.endpoints = endpoints
        isEncrypted = scheme == "etcds://"
    }

    /// Tries the files of the authorities and of the certificate, without a connection.
    ///
    /// - Throws: ``DirectoryError`` with ``DirectoryError/Code/unreadableFile`` if a file cannot be read, or the key is
    ///   not that of the certificate; with ``DirectoryError/Code/invalidSettings`` if there is no endpoint, or a file
    ///   without encryption.
    public func checkFiles() throws(DirectoryError) { _ = try tlsConfiguration() }

    /// The text for an error, without a password that stands in it by mistake.
    private static func quote(_ text: String) -> String {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        guard let at = text.lastIndex(of: "@"), at >= start else { return String(text.prefix(200)) }
        return text[..<start] + "…" + String(text[at...].prefix(200))
    }

    private static func invalid(_ text: String, _ advice: String) -> DirectoryError {
        DirectoryError(
            .invalidSettings,
            "'\(quote(text))' is no address of etcd: \(advice); write it like 'etcd://a.example:2379,b.example:2379'."
        )
    }
}

/// The host and port of a member of an etcd cluster.
public struct EtcdEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The port on which etcd serves clients by default.
    public static let defaultPort = 2379

    /// A host name, or an IP address without brackets.
    public let host: String
    /// 1 to 65535.
    public let port: Int

    /// `host:port`, with brackets around an IPv6 address.
    public var description: String { (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(port)" }

    /// - Returns: `nil` unless `text` is a host, which may have a port.
    init?(_ text: Substring) {
        guard let (host, port) = Self.split(text), !host.isEmpty, host.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.host = String(host)
        guard let port else {
            self.port = Self.defaultPort
            return
        }
        guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(port), (1...65535).contains(number)
        else { return nil }
        self.port = number
    }

    /// Separates host and port. A colon within brackets belongs to the host.
    private static func split(_ text: Substring) -> (host: Substring, port: Substring?)? {
        guard text.first == "[" else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let host = parts.first else { return nil }
            return (host, parts.count == 2 ? parts[1] : nil)
        }
        guard let bracket = text.firstIndex(of: "]") else { return nil }
        let rest = text[text.index(after: bracket)...]
        guard rest.isEmpty || rest.first == ":" else { return nil }
        return (text[text.index(after: text.startIndex)..<bracket], rest.isEmpty ? nil : rest.dropFirst())
    }

    /// Letters, digits, and the punctuation of host names and IPv6 addresses.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

/// A user of etcd. The password is in no description.
public struct EtcdCredentials: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The user's name.
    public let user: String
    let password: String

    /// Makes credentials.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The user's name.
    public var description: String { user }

    /// The user's name.
    public var debugDescription: String { user }

    /// Has the user's name only.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

/// The certificate that a relay shows to etcd, and its key.
public struct EtcdClientCertificate: Hashable, Sendable {
    /// The PEM file with the certificate, and those between it and its authority.
    public var certificateFile: String
    /// The PEM file with the private key.
    public var keyFile: String

    /// Names the files.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
