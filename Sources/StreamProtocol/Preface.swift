import NIOCore

/// The first 12 bytes from either side: the protocol and its versions (`Protocol.md`, Preface and version).
///
/// The client sends its preface and its hello at once. The relay sends its own preface when it has recognised the
/// client's, so that one port can also serve protocols in which the client speaks first. The two sides speak the
/// highest version that lies in both ranges.
package struct Preface: Hashable, Sendable {
    /// The first byte is neither ASCII nor the start of a TLS record, so that a port can tell the protocols apart. The
    /// line ending reveals a channel that rewrites text.
    static let magic: UInt64 = 0x8F73_7472_6D64_0D0A

    /// The byte by which a port that serves other protocols too recognises this protocol.
    package static let firstByte = UInt8(truncatingIfNeeded: magic >> 56)

    /// Bytes of a preface on the wire.
    package static let length = 12

    /// The versions that the sender speaks.
    package let versions: ClosedRange<UInt16>

    package init(_ versions: ClosedRange<UInt16>) {
        self.versions = versions
    }

    /// The versions that this library speaks.
    package static let supported = Preface(1...1)

    /// The version that the two sides will speak: the highest in both ranges.
    ///
    /// - Throws: ``ProtocolError`` with ``ErrorCode/unsupportedVersion`` if there is none; its reason names both
    ///   ranges.
    package func version(with other: ClosedRange<UInt16>) throws(ProtocolError) -> UInt16 {
        guard versions.overlaps(other) else {
            throw ProtocolError(
                .unsupportedVersion,
                "This side speaks versions \(versions.lowerBound) to \(versions.upperBound) of the protocol, the other "
                    + "\(other.lowerBound) to \(other.upperBound); update the older program."
            )
        }
        return min(versions.upperBound, other.upperBound)
    }

    /// Reads a preface when all 12 bytes have come.
    ///
    /// - Returns: `nil` while `buffer` contains only the beginning of a preface.
    /// - Throws: ``ProtocolError`` with ``ErrorCode/notThisProtocol`` at the first byte that cannot belong to a
    ///   preface, or if the lowest version is above the highest.
    static func read(from buffer: inout ByteBuffer) throws(ProtocolError) -> Preface? {
        for (index, byte) in buffer.readableBytesView.prefix(8).enumerated()
        where byte != UInt8(truncatingIfNeeded: magic >> UInt64(56 - 8 * index)) {
            throw ProtocolError(
                .notThisProtocol,
                "This port speaks the streamd protocol, and what came is something else; use 'streamd watch' or "
                    + "'streamd publish', or check the port."
            )
        }
        guard buffer.readableBytes >= length else { return nil }
        buffer.moveReaderIndex(forwardBy: 8)
        guard let (lowest, highest) = buffer.readMultipleIntegers(as: (UInt16, UInt16).self), lowest <= highest else {
            throw ProtocolError(.notThisProtocol, "The preface's version range is upside down; the program is broken.")
        }
        return Preface(lowest...highest)
    }

    /// Appends the 12 bytes.
    package func write(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(Self.magic, versions.lowerBound, versions.upperBound)
    }
}

extension ProtocolMessage {
    /// What each side sends before its first message: 12 bytes with the versions that this library speaks
    /// (`Protocol.md`, Preface and version).
    public static var preface: ByteBuffer {
        var buffer = ByteBuffer()
        Preface.supported.write(to: &buffer)
        return buffer
    }
}
