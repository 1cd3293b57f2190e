import BitCoding

/// The box of this library in front of each part, and in the complete `moov`: a `uuid` box (ISO/IEC 14496-12 4.2), which
/// players skip.
///
/// After the identifier follow: version (u32), the length of the part that follows (u64), a checksum of the rest of the
/// box and of that part (u64), and then three lists, each behind its count (u32): the base times of the tracks (u32
/// track, i64 ticks), the runs of the account (u32 track, u32 epoch, u64 first, u64 count, u8 gap, u8 reason, u16 0), and
/// its anchors (i64 media time, i64 wall clock).
struct PartRecord: Hashable, Sendable {
    /// The identifier, drawn at random for this format.
    static let identifier: [UInt8] = [
        0x5d, 0x1c, 0x9a, 0x46, 0x0e, 0x83, 0x4f, 0x72, 0xb6, 0x2a, 0xd4, 0x58, 0x91, 0x3f, 0xc7, 0x0b,
    ]
    private static let version: UInt32 = 1

    /// The bytes of the part that follows; 0 if none does.
    var partLength: UInt64 = 0
    /// When the first sample of each track is decoded, in ticks. Only a complete `moov` needs it, because its sample
    /// tables begin at 0.
    var baseTimes: [UInt32: Int64] = [:]
    var account = RecordingAccount()

    /// The box, in front of `part`.
    func bytes(before part: RawSpan) -> [UInt8] {
        var body = BoxWriter()
        write(to: &body)
        var checksum = PartChecksum()
        checksum.add(body.bytes.span.bytes)
        checksum.add(part)
        return BoxWriter.box(.uuid) { writer in
            writer.write(Self.identifier)
            writer.write(Self.version)
            writer.write(UInt64(part.byteCount))
            writer.write(checksum.value)
            writer.write(body.bytes)
        }
    }

    private func write(to writer: inout BoxWriter) {
        writer.write(UInt32(baseTimes.count))
        for (track, time) in baseTimes.sorted(by: { $0.key < $1.key }) {
            writer.write(track)
            writer.write(time)
        }
        writer.write(UInt32(account.runs.count))
        for run in account.runs {
            writer.write(run.track)
            writer.write(run.epoch)
            writer.write(run.first)
            writer.write(run.count)
            writer.write(UInt8(run.gapReason == nil ? 0 : 1))
            writer.write(run.gapReason ?? 0)
            writer.zeros(2)
        }
        writer.write(UInt32(account.anchors.count))
        for anchor in account.anchors {
            writer.write(anchor.mediaTime)
            writer.write(anchor.wallClock)
        }
    }
}

extension PartRecord {
    /// Bytes of a box that a reader takes into memory: the most runs, anchors and tracks, and the fields before them.
    static let maximumLength =
        64 + 28 * ContainerLimits.runs + 16 * ContainerLimits.anchors + 12 * ContainerLimits.tracks

    /// A record as it was read.
    struct Read {
        var record: PartRecord
        /// The checksum that the box states.
        var stated: UInt64
        /// The checksum of the lists; the part's bytes are to be added.
        var sum: PartChecksum
    }

    /// Reads the body of a `uuid` box.
    ///
    /// - Returns: `nil` for a box of another kind or version.
    static func read(_ body: BoxReader) throws(ContainerError) -> Read? {
        var reader = body
        guard reader.remaining >= 36, try reader.take(16) == identifier, try reader.read(UInt32.self) == version else {
            return nil
        }
        var record = PartRecord()
        record.partLength = try reader.read()
        let stated: UInt64 = try reader.read()
        var sum = PartChecksum()
        var copy = reader
        sum.add(copy.takeAll().span.bytes)
        for _ in 0..<(try reader.count(of: 12, limit: ContainerLimits.tracks)) {
            let track: UInt32 = try reader.read()
            record.baseTimes[track] = try reader.read(Int64.self)
        }
        for _ in 0..<(try reader.count(of: 28, limit: ContainerLimits.runs)) {
            record.account.add(try RecordingAccount.Run(&reader))
        }
        for _ in 0..<(try reader.count(of: 16, limit: ContainerLimits.anchors)) {
            record.account.add(RecordingAccount.Anchor(mediaTime: try reader.read(), wallClock: try reader.read()))
        }
        return Read(record: record, stated: stated, sum: sum)
    }
}

extension RecordingAccount.Run {
    fileprivate init(_ reader: inout BoxReader) throws(ContainerError) {
        track = try reader.read()
        epoch = try reader.read()
        first = try reader.read()
        count = try reader.read()
        let isGap = try reader.read(UInt8.self) != 0
        let reason: UInt8 = try reader.read()
        gapReason = isGap ? reason : nil
        try reader.skip(2)
    }
}

extension BoxReader {
    /// The count in front of a list whose elements have `size` bytes; all of them are there.
    mutating func count(of size: Int, limit: Int = .max) throws(ContainerError) -> Int {
        let count = Int(try read(UInt32.self))
        guard count <= limit, count <= remaining / size else {
            throw ContainerError(.malformed, "a list of \(count) elements where \(remaining) bytes are left")
        }
        return count
    }
}
