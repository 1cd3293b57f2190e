/// The name of a stream on a relay, such as `live` or `studio/camera-2` (`Protocol.md`, Hello).
///
/// A name has 1 to 255 bytes: ASCII letters, digits, `-`, `_`, `.` and `~`, in segments with single slashes between
/// them. No segment is `.` or `..`, so that no program on the way rewrites a URL path with the name in it.
public struct StreamName: Hashable, Sendable, CustomStringConvertible {
    /// The longest name in bytes; the hello has one byte for the length.
    public static let maximumLength = 255

    /// The default name, for an address that names no stream.
    public static let live = StreamName(unchecked: "live")

    /// No stream's name: a list of all streams, in a ``Hello`` with the role ``Hello/Role/list``.
    public static let empty = StreamName(unchecked: "")

    /// The name as text.
    public let description: String

    /// - Throws: ``ProtocolError`` with ``ErrorCode/invalidStreamName`` if `name` is not allowed; its reason says which
    ///   names are.
    public init(_ name: String) throws(ProtocolError) {
        guard Self.isValid(name.utf8) else {
            throw ProtocolError(
                .invalidStreamName,
                "A stream name has 1 to \(Self.maximumLength) letters, digits, '-', '_', '.' or '~', "
                    + "with single slashes between parts; give one like 'live' or 'studio/camera-2'."
            )
        }
        self.description = name
    }

    private init(unchecked name: String) {
        self.description = name
    }

    /// Whether this is a name below `folder`: one that begins with it and a slash. Every name is below ``empty``.
    public func isBelow(_ folder: StreamName) -> Bool {
        let (name, folder) = (description.utf8, folder.description.utf8)
        return folder.isEmpty || name.starts(with: folder) && name.dropFirst(folder.count).first == UInt8(ascii: "/")
    }

    private static func isValid(_ bytes: String.UTF8View) -> Bool {
        guard (1...maximumLength).contains(bytes.count) else { return false }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { segment in
            !segment.isEmpty && segment.allSatisfy(isAllowed)
                && !(segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") })
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
