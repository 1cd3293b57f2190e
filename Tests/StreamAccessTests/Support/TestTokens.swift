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
        isAdmin: admin,
        expires: expires
    )
}
