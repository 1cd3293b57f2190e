import StreamProtocol

/// Which part of a list of streams is asked for: `?after=NAME&limit=N`.
struct ListPage: Hashable, Sendable {
    /// Streams of a page when the request names no number.
    static let usualLimit = 100
    /// Streams of a page at the most.
    static let mostStreams = 1_000

    /// Only streams whose names come after this one.
    var after: String?
    /// At most so many of them.
    var limit = ListPage.usualLimit

    /// The beginning of the list.
    static let first = ListPage()

    private init() {}

    /// - Throws: ``HTTPRefusal`` where a value makes no sense.
    init(_ target: RequestTarget) throws(HTTPRefusal) {
        if let name = target["after"] {
            guard let name = try? StreamName(name) else {
                throw .malformed("'after' takes the name of a stream, as the field 'next' of the page before has it.")
            }
            after = name.description
        }
        if let text = target["limit"] {
            guard let count = Int(text), (1...Self.mostStreams).contains(count) else {
                throw .malformed("'limit' takes a number of streams from 1 to \(Self.mostStreams).")
            }
            limit = count
        }
    }
}
