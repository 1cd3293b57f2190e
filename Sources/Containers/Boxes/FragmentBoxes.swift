/// A track's samples in one movie fragment.
struct TrackFragment {
    /// A sample in a `trun` box (ISO/IEC 14496-12 8.8.8).
    struct Entry: Hashable, Sendable {
        var duration: UInt32
        var size: UInt32
        var flags: UInt32
        var compositionOffset: Int32
    }

    var track: UInt32
    /// When the first sample is decoded, in ticks.
    var decodeTime: Int64
    var entries: [Entry]

    /// The bytes of all samples.
    var byteCount: Int { entries.reduce(0) { $0 + Int($1.size) } }
}

extension BoxWriter {
    /// `moof` (8.8.4) with a `traf` for each track. The samples follow in one `mdat`, in the order of the tracks.
    ///
    /// - Returns: The box, and the bytes of its `mdat` without the header.
    static func movieFragment(sequence: UInt32, _ fragments: [TrackFragment]) -> (box: [UInt8], dataCount: Int) {
        var writer = BoxWriter()
        // Where the data offsets are to be written.
        var places: [Int] = []
        writer.reserve(fragments.reduce(64) { $0 + 64 + 16 * $1.entries.count })
        writer.box(.moof) { writer in
            writer.fullBox("mfhd") { $0.write(sequence) }
            for fragment in fragments {
                writer.box("traf") { places.append($0.writeTrackFragment(fragment)) }
            }
        }
        // The header of the mdat is 8 bytes long: a part has less than 4 GiB.
        var offset = writer.bytes.count + 8
        let start = offset
        for (fragment, place) in zip(fragments, places) {
            writer.set(UInt32(clamping: offset), at: place)
            offset += fragment.byteCount
        }
        return (writer.bytes, offset - start)
    }

    /// `tfhd`, `tfdt` and `trun` (8.8.7, 8.8.12, 8.8.8).
    ///
    /// - Returns: Where the data offset is.
    private mutating func writeTrackFragment(_ fragment: TrackFragment) -> Int {
        // default-base-is-moof
        fullBox("tfhd", flags: 0x2_0000) { $0.write(fragment.track) }
        fullBox("tfdt", version: 1) { $0.write(fragment.decodeTime) }
        let hasOffsets = fragment.entries.contains { $0.compositionOffset != 0 }
        var place = 0
        // Data offset, durations, sizes, flags, and where they matter signed composition offsets (version 1).
        fullBox("trun", version: 1, flags: 0x701 | (hasOffsets ? 0x800 : 0)) { writer in
            writer.write(UInt32(fragment.entries.count))
            place = writer.bytes.count
            writer.write(UInt32(0))
            for entry in fragment.entries {
                writer.write(entry.duration)
                writer.write(entry.size)
                writer.write(entry.flags)
                if hasOffsets { writer.write(entry.compositionOffset) }
            }
        }
        return place
    }

    /// `prft`: when a frame was captured (8.16.5).
    ///
    /// - Parameters:
    ///   - captureTime: In microseconds since 1970-01-01 UTC.
    ///   - mediaTime: The frame's presentation time, in ticks of its track.
    static func producerReferenceTime(track: UInt32, captureTime: Int64, mediaTime: Int64) -> [UInt8] {
        var writer = BoxWriter()
        // Flags 24: the time at which the frame was captured.
        writer.fullBox("prft", version: 1, flags: 24) { writer in
            writer.write(track)
            writer.write(ntpTime(captureTime))
            writer.write(mediaTime)
        }
        return writer.bytes
    }

    /// Microseconds since 1970 in the form of RFC 5905 6: seconds since 1900, modulo 2³², and a fraction of 32 bits.
    private static func ntpTime(_ time: Int64) -> UInt64 {
        let (seconds, rest) = max(0, time).quotientAndRemainder(dividingBy: 1_000_000)
        let fraction = (UInt64(rest) << 32) / 1_000_000
        return UInt64(truncatingIfNeeded: seconds &+ 2_208_988_800) << 32 | fraction
    }
}
