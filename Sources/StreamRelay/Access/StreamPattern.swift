import StreamProtocol

/// A stream name in which every `*` stands for any run of characters, slashes too: `live`, `studio/*`, `*`.
public struct StreamPattern: Hashable, Sendable, CustomStringConvertible {
    /// Every stream.
    public static let all = StreamPattern(unchecked: "*")

    /// The pattern as text.
    public let description: String

    /// Checks `pattern` and keeps it.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/invalidStreamName`` unless it becomes a stream name when every `*`
    ///   is replaced by a letter.
    public init(_ pattern: String) throws(ProtocolError) {
        do throws(ProtocolError) {
            _ = try StreamName(String(pattern.map { $0 == "*" ? "a" : $0 }))
        } catch {
            throw ProtocolError(
                .invalidStreamName,
                "'\(pattern.prefix(StreamName.maximumLength))' is no pattern of stream names; write one like 'live', "
                    + "'studio/*' or '*'."
            )
        }
        description = pattern
    }

    private init(unchecked pattern: String) {
        description = pattern
    }

    /// Whether `name` fits. Takes at most as many steps as both lengths multiplied.
    public func matches(_ name: StreamName) -> Bool {
        var pattern = Array(description.utf8)[...]
        var name = Array(name.description.utf8)[...]
        // Where to go on after the last `*` seen, should what follows not fit.
        var retry: (pattern: ArraySlice<UInt8>, name: ArraySlice<UInt8>)?
        while true {
            if pattern.first == UInt8(ascii: "*") {
                pattern.removeFirst()
                retry = (pattern, name)
            } else if let expected = pattern.first, expected == name.first {
                pattern.removeFirst()
                name.removeFirst()
            } else if pattern.isEmpty, name.isEmpty {
                return true
            } else if let last = retry, !last.name.isEmpty {
                retry = (last.pattern, last.name.dropFirst())
                pattern = last.pattern
                name = last.name.dropFirst()
            } else {
                return false
            }
        }
    }
}
