/// The name of a stream on a relay, such as `live` or `studio/camera-2`.
///
/// 1 to 255 bytes of ASCII letters, digits, `-`, `_`, `.` and `~`, in segments separated by single slashes. No segment
/// is `.` or `..`, so that a name can stand in a URL path without being rewritten on the way.
public struct StreamName: Hashable, Sendable, CustomStringConvertible {
    /// The longest name in bytes: its length travels in one byte.
    public static let maximumLength = 255

    /// The name used where nobody gave one.
    public static let live = StreamName(unchecked: "live")

    /// The name as text.
    public let description: String

    /// Checks `name` and keeps it.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/invalidStreamName`` that says what is allowed.
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
