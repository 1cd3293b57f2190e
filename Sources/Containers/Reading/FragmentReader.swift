/// The samples of one movie fragment, read without trust in any of its fields (ISO/IEC 14496-12 8.8).
struct FragmentReader {
    struct Entry {
        var times: TrackClock.Times
        var size: UInt32
        var isSync: Bool
    }

    struct Run {
        let track: UInt32
        /// Where its first sample lies in the file.
        let offset: UInt64
        let entries: [Entry]
        /// Where its last sample ends.
        let end: UInt64
    }

    private(set) var runs: [Run] = []

    /// Reads a `moof`.
    ///
    /// - Parameters:
    ///   - offset: Where the box begins.
    ///   - limit: How many samples it may have.
    init(_ moof: BoxReader, at offset: UInt64, limit: Int) throws(ContainerError) {
        var reader = moof
        var budget = limit
        for box in try reader.boxes() where box.type == "traf" {
            var traf = box.body
            let boxes = try traf.boxes()
            var header = try boxes.require("tfhd")
            let flags = try header.versionAndFlags().flags
            // This library writes no other fields in tfhd.
            guard flags == 0x2_0000 else { throw ContainerError(.malformed, "a tfhd with flags \(flags)") }
            let track: UInt32 = try header.read()
            var timeBox = try boxes.require("tfdt")
            let isLong = try timeBox.versionAndFlags().version == 1
            let time: UInt64 = isLong ? try timeBox.read() : UInt64(try timeBox.read(UInt32.self))
            guard time <= MovieReader.latestTime else { throw ContainerError(.malformed, "a tfdt of \(time)") }
            var decode = Int64(time)
            for run in boxes where run.type == "trun" {
                runs.append(try Self.run(run.body, track, &decode, base: offset, budget: &budget))
            }
        }
    }

    /// `trun` with data offset, durations, sizes and flags (8.8.8).
    private static func run(
        _ box: BoxReader,
        _ track: UInt32,
        _ decode: inout Int64,
        base: UInt64,
        budget: inout Int
    ) throws(ContainerError) -> Run {
        var reader = box
        let flags = try reader.versionAndFlags().flags
        guard flags & ~0x800 == 0x701 else { throw ContainerError(.malformed, "a trun with flags \(flags)") }
        let hasOffsets = flags & 0x800 != 0
        let count = Int(try reader.read(UInt32.self))
        let dataOffset: UInt32 = try reader.read()
        guard count <= budget, count <= reader.remaining / (hasOffsets ? 16 : 12) else {
            throw ContainerError(.malformed, "a trun of \(count) samples")
        }
        budget -= count
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        // All sums are of less than 2²⁰ numbers of 32 bits, and of one of 61 bits.
        var end = base + UInt64(dataOffset)
        let start = end
        for _ in 0..<count {
            let duration: UInt32 = try reader.read()
            let size: UInt32 = try reader.read()
            let isSync = try reader.read(UInt32.self) & 1 << 16 == 0
            let composition: Int32 = hasOffsets ? try reader.read() : 0
            let times = TrackClock.Times(
                decode: decode,
                presentation: decode + Int64(composition),
                duration: duration
            )
            entries.append(Entry(times: times, size: size, isSync: isSync))
            decode += Int64(duration)
            end += UInt64(size)
        }
        return Run(track: track, offset: start, entries: entries, end: end)
    }
}
