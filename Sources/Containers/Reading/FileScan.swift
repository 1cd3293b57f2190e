import BitCoding

/// Reads the boxes of a file one after the other, as far as they are whole.
///
/// It holds the sample tables, one `moof` and one part's samples at a time. The last part counts only if its checksum is
/// right: all others were on the disk before the next one was written. A part without a record has no checksum.
struct FileScan {
    private let file: FileReader
    /// The `moov` of a fragmented file, with the samples of all parts so far.
    private(set) var movie: MovieReader?
    private(set) var tables: [SampleTable] = []
    private(set) var account = RecordingAccount()
    /// The end of the last whole part, or of the `moov` if there is none.
    private(set) var end: UInt64 = 0
    /// Where the `moov` of a fragmented file is.
    private(set) var movieRange: Range<UInt64>?
    /// The parts that have frames.
    private(set) var parts: [HybridMP4Writer.Part] = []

    private var record: PlacedRecord?
    private var fragment: Fragment?
    /// The last part, until it is known to count.
    private var pending: Part?

    /// A part's record, and where it ends.
    private struct PlacedRecord {
        var read: PartRecord.Read
        var end: UInt64
    }

    /// A `moof`, and where it ends.
    private struct Fragment {
        var runs: [FragmentReader.Run]
        var start: UInt64
        var end: UInt64
    }

    private struct Part {
        var record: PlacedRecord?
        var runs: [FragmentReader.Run]
        var start: UInt64
        var end: UInt64
    }

    /// Reads a fragmented file.
    ///
    /// - Parameter start: Where its first box after `ftyp` begins.
    init(_ file: FileReader, from start: UInt64) throws {
        self.file = file
        do {
            try take(from: start)
        } catch {
            // What cannot be read ends the file.
            guard error is ContainerError else { throw error }
        }
        try settle()
    }

    /// Takes boxes as far as they are whole.
    private mutating func take(from start: UInt64) throws {
        var offset = start
        for _ in 0..<ContainerLimits.boxes {
            guard let header = try file.header(at: offset), header.end <= file.size else { return }
            guard try take(header) else { return }
            offset = header.end
        }
    }

    /// Takes the next box.
    ///
    /// - Returns: Whether more may follow.
    private mutating func take(_ header: FileReader.Header) throws -> Bool {
        switch header.type {
        case .moov:
            // A second one was to finish the file.
            guard movie == nil else { return false }
            let body = try file.body(of: header, limit: ContainerLimits.movieLength)
            let movie = try MovieReader(body, fileSize: file.size)
            guard movie.isFragmented else { return false }
            tables = movie.tracks.map { _ in SampleTable() }
            self.movie = movie
            movieRange = header.offset..<header.end
            end = header.end
        case .uuid:
            let body = try file.body(of: header, limit: PartRecord.maximumLength)
            guard let found = try PartRecord.read(body) else { return true }
            record = PlacedRecord(read: found, end: header.end)
            if found.record.partLength == 0 {
                try complete(Part(record: record, runs: [], start: header.offset, end: header.end))
            }
        case .moof:
            guard movie != nil else { return false }
            let body = try file.body(of: header, limit: ContainerLimits.fragmentLength)
            let limit = ContainerLimits.samples - tables.reduce(0) { $0 + $1.count }
            let runs = try FragmentReader(body, at: header.offset, limit: limit).runs
            fragment = Fragment(runs: runs, start: header.offset, end: header.end)
        case .mdat:
            return try takeData(header)
        case .free, "prft", "styp", "sidx", "emsg": break
        default: return false
        }
        return true
    }

    /// Takes the `mdat` that ends a part.
    private mutating func takeData(_ header: FileReader.Header) throws -> Bool {
        guard let fragment, fragment.end == header.offset else { return false }
        guard fragment.runs.allSatisfy({ $0.offset >= header.bodyOffset && $0.end <= header.end }) else { return false }
        if let record, record.end &+ record.read.record.partLength != header.end { return false }
        try complete(Part(record: record, runs: fragment.runs, start: fragment.start, end: header.end))
        return true
    }

    /// A part is whole. The one before counts now.
    private mutating func complete(_ part: Part) throws {
        if let pending { try commit(pending) }
        pending = part
        record = nil
        fragment = nil
    }

    /// Decides whether the last part counts.
    private mutating func settle() throws {
        guard let part = pending else { return }
        pending = nil
        if let record = part.record {
            var sum = record.read.sum
            try sum.add(file, record.end..<part.end)
            guard sum.value == record.read.stated else { return }
        }
        // A part whose times go back is none of this file.
        try? commit(part)
    }

    private mutating func commit(_ part: Part) throws(ContainerError) {
        guard let movie else { return }
        var targets: [Int] = []
        for run in part.runs {
            guard let target = movie.tracks.firstIndex(where: { $0.track.id == run.track }),
                !targets.contains(target), run.canFollow(tables[target])
            else {
                pending = nil
                throw ContainerError(.malformed, "samples of track \(run.track) that do not follow")
            }
            targets.append(target)
        }
        for (run, target) in zip(part.runs, targets) {
            var position = run.offset
            for entry in run.entries {
                tables[target].append(entry.times, size: entry.size, isSync: entry.isSync, at: position)
                position += UInt64(entry.size)
            }
        }
        if let record = part.record { account.add(record.read.record.account) }
        end = part.end
        if !part.runs.isEmpty { parts.append(movie.part(part.runs, at: part.start..<part.end)) }
    }
}

extension MovieReader {
    /// A part with these samples, as its writer described it.
    fileprivate func part(_ runs: [FragmentReader.Run], at range: Range<UInt64>) -> HybridMP4Writer.Part {
        var (start, last) = (Int64.max, Int64.min)
        var isIndependent: (video: Bool?, other: Bool?)
        for run in runs {
            guard let track = tracks.first(where: { $0.track.id == run.track }), let first = run.entries.first,
                let final = run.entries.last
            else { continue }
            let scale = track.timescale
            start = min(start, rescale(first.times.decode, from: scale, to: 1_000_000) ?? start)
            last = max(last, rescale(final.times.decode, from: scale, to: 1_000_000) ?? last)
            if track.track.isVideo {
                isIndependent.video = isIndependent.video ?? first.isSync
            } else {
                isIndependent.other = isIndependent.other ?? first.isSync
            }
        }
        return HybridMP4Writer.Part(
            range: range,
            decodeTime: start == .max ? 0 : start,
            lastDecodeTime: max(last, 0),
            isIndependent: isIndependent.video ?? isIndependent.other ?? false
        )
    }
}

extension FragmentReader.Run {
    /// Whether its samples can follow those of a table.
    fileprivate func canFollow(_ table: SampleTable) -> Bool {
        guard let first = entries.first else { return true }
        return table.accepts(first.times.decode)
    }
}

extension PartChecksum {
    /// Bytes that are read at once.
    private static let stride: UInt64 = 1 << 16

    /// Adds a range of a file.
    mutating func add(_ file: FileReader, _ range: Range<UInt64>) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(Self.stride, range.upperBound - offset)
            // The compiler fails on the span of an array that has no name here.
            let bytes = try file.bytes(at: offset, count: Int(count))
            add(bytes.span.bytes)
            offset += count
        }
    }
}
