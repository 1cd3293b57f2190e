/// Streams of a relay: one, or all below a name.
public struct StreamSelection: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable {
        case stream(StreamName)
        case below(StreamName)
    }

    private let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// One stream, which may come later.
    public static func stream(_ name: StreamName) -> StreamSelection { StreamSelection(.stream(name)) }

    /// All streams whose names begin with this name and a slash; `.empty` stands for all streams.
    public static func below(_ folder: StreamName) -> StreamSelection { StreamSelection(.below(folder)) }

    /// Reads `NAME`, `NAME/*` or `*`.
    ///
    /// - Throws: ``ProtocolError`` if the name cannot be one.
    public init(_ text: some StringProtocol) throws(ProtocolError) {
        let suffix = "/*"
        switch text {
        case "*": kind = .below(.empty)
        case _ where text.hasSuffix(suffix): kind = .below(try StreamName(String(text.dropLast(suffix.count))))
        default: kind = .stream(try StreamName(String(text)))
        }
    }

    /// The stream, if it is only one.
    var single: StreamName? { if case .stream(let name) = kind { name } else { nil } }

    /// The name whose streams are to be listed; `nil` for a single stream.
    var folder: StreamName? { if case .below(let folder) = kind { folder } else { nil } }

    /// The selection as text that ``init(_:)`` reads.
    public var description: String {
        switch kind {
        case .stream(let name): name.description
        case .below(.empty): "*"
        case .below(let folder): "\(folder)/*"
        }
    }
}
