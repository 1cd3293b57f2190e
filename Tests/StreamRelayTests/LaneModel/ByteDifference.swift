import NIOCore

extension ByteBuffer {
    private static let shown = 32

    /// Where bytes that came differ from these: enough to tell bytes that are missing from bytes that have changed, and
    /// to find in the course's noise where they are from.
    func difference(from other: ByteBuffer) -> String {
        let (these, others) = (Array(readableBytesView), Array(other.readableBytesView))
        let places = zip(these, others).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        guard let first = places.first, let last = places.last else {
            return "\(others.count) bytes came in place of \(these.count)"
        }
        let (wanted, came) = (Self.hex(these[first...]), Self.hex(others[first...]))
        return "\(places.count) of \(these.count) bytes differ, from \(first) to \(last): \(came) in place of \(wanted)"
    }

    /// The first of these bytes.
    var beginning: String { Self.hex(readableBytesView) }

    private static func hex(_ bytes: some Collection<UInt8>) -> String {
        bytes.prefix(shown).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
