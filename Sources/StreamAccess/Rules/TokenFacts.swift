import StreamProtocol
import StreamRelay

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is known of a token that is valid.
public struct TokenFacts: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// Listed in a file or variable of the relay.
        case listed
        /// Signed by a key that the relay knows.
        case webToken = "web token"
    }

    public let kind: Kind
    /// What its bearer may do.
    public let pass: Pass
    /// From when on it is refused; `nil` for never.
    public let expires: Date?
}

extension ProtocolError {
    static func expired(_ time: Date) -> ProtocolError {
        ProtocolError(
            .unauthorized,
            "This token expired at \(Timestamp.text(time)); ask the relay's operator for a new one."
        )
    }
}
