import BitCoding

/// Finds the packets that a reader needs which has missed a part of a transport stream (ISO/IEC 13818-1 2.4.3.5).
///
/// For each packet identifier, the first packet after the missing part gets one in front of it that states the
/// discontinuity. Pass all bytes after the missing part, in whole packets:
///
///     repair.missed()
///     send(repair.packets(before: bytes), bytes)
public struct ContinuityRepair: Hashable, Sendable {
    /// Identifiers that were seen since the missing part; `nil` if nothing is missing, or all were seen.
    private var seen: Set<UInt16>?
    /// The identifier of the last packet: most packets have that of the one before.
    private var last: UInt16?
    private var count: Int

    /// Starts where nothing is missing.
    ///
    /// - Parameter trackCount: The elementary streams of the transport stream.
    public init(trackCount: Int) {
        // The two tables have identifiers of their own.
        count = trackCount + 2
    }

    /// Whether nothing is missing, so that no packets are needed before the next ones.
    public var isComplete: Bool { seen == nil }

    /// Takes note that the transport stream has another number of elementary streams from here on.
    public mutating func follow(trackCount: Int) {
        count = trackCount + 2
        end()
    }

    /// Takes note that a part is missing before the next packets.
    public mutating func missed() {
        seen = []
        last = nil
    }

    /// Ends the repair when all identifiers were seen.
    private mutating func end() {
        if let seen, seen.count >= count { self.seen = nil }
    }

    /// The packets to send before these; empty where nothing is missing.
    ///
    /// - Parameter bytes: Whole packets, as ``TransportStreamWriter`` makes them.
    package mutating func packets(before bytes: RawSpan) -> [UInt8] {
        guard var seen else { return [] }
        var writer = PacketWriter()
        for offset in stride(
            from: 0,
            through: bytes.byteCount - PacketWriter.packetLength,
            by: PacketWriter.packetLength
        ) {
            let pid = UInt16(bytes[offset + 1] & 0x1f) << 8 | UInt16(bytes[offset + 2])
            guard pid != last else { continue }
            last = pid
            guard seen.insert(pid).inserted else { continue }
            let hasPayload = bytes[offset + 3] & 0x10 != 0
            // Packets without a payload repeat the counter of the one before.
            let counter = bytes[offset + 3] & 15
            writer.writeAdaptation(
                AdaptationField(isDiscontinuous: true),
                pid: pid,
                counter: hasPayload ? (counter &+ 15) & 15 : counter
            )
        }
        self.seen = seen
        end()
        return writer.bytes
    }
}
