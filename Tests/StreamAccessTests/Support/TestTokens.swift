import Foundation
import StreamAccess
import StreamProtocol
import StreamRelay

/// The time in all tests; the vectors were made for it.
let now = Date(timeIntervalSince1970: 1_798_761_600)

/// A token that looks like those that are made, but is the same every time.
func token(_ name: String = "a") throws -> AccessToken {
    try AccessToken("streamd_test-token-" + name)
}

/// The line of the token of that name.
func line(
    _ name: String = "a",
    publish: [String] = [],
    watch: [String] = [],
    admin: Bool = false,
    expires: Date? = nil
) throws -> TokenLine {
    try TokenLine(
        name: name,
        digest: TokenDigest(of: token(name)),
        publish: publish.map { try StreamPattern($0) },
        watch: watch.map { try StreamPattern($0) },
        administers: admin,
        expires: expires
    )
}

/// A folder that lasts as long as a test.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "streamd-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

extension URL {
    /// Writes a file with these permissions, and says its path.
    func file(_ name: String, _ content: some DataProtocol, mode: Int = 0o600) throws -> String {
        let path = appending(path: name).path(percentEncoded: false)
        try Data(content).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    func file(_ name: String, _ content: String, mode: Int = 0o600) throws -> String {
        try file(name, Data(content.utf8), mode: mode)
    }
}
