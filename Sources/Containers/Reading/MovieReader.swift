/// Reads a `moov` box of this library, without trust in any of its fields.
struct MovieReader {
    /// A track, with its samples if the file is complete.
    struct Track {
        var track: ContainerTrack
        var timescale: UInt32
        var samples: SampleTable
    }

    /// The latest time of a first sample in ticks. All samples that follow, at 2³² ticks, stay within 64 bits.
    static let latestTime: UInt64 = 1 << 61

    private(set) var tracks: [Track] = []
    /// Whether fragments follow.
    private(set) var isFragmented = false
    /// When the first frame was captured, in microseconds since 1970-01-01 UTC, whole seconds; 0 if not known.
    private(set) var captureTime: Int64 = 0
    private(set) var account = RecordingAccount()

    /// - Parameter fileSize: Samples lie before it.
    init(_ movie: BoxReader, fileSize: UInt64) throws(ContainerError) {
        var reader = movie
        let boxes = try reader.boxes()
        isFragmented = boxes.first("mvex") != nil
        var header = try boxes.require("mvhd")
        let movieScale = try readHeader(&header)
        var record = PartRecord()
        for box in boxes where box.type == .uuid {
            if let found = try PartRecord.read(box.body) { record = found.record }
        }
        account = record.account
        var budget = ContainerLimits.samples
        for box in boxes where box.type == "trak" {
            var track = try Self.track(box.body, movieScale: movieScale, fileSize: fileSize, budget: &budget)
            if let base = record.baseTimes[track.track.id], base.magnitude <= Self.latestTime {
                track.samples.move(to: base)
            }
            tracks.append(track)
        }
        try tracks.map(\.track).validate()
    }

    /// - Returns: Ticks a second.
    private mutating func readHeader(_ reader: inout BoxReader) throws(ContainerError) -> UInt32 {
        let isLong = try reader.versionAndFlags().version == 1
        let created: UInt64 = isLong ? try reader.read() : UInt64(try reader.read(UInt32.self))
        // From 1970 to 2106.
        if created > 2_082_844_800, created - 2_082_844_800 <= UInt64(UInt32.max) {
            captureTime = Int64(created - 2_082_844_800) * 1_000_000
        }
        try reader.skip(isLong ? 8 : 4)
        return try reader.read()
    }

    private static func track(
        _ trak: BoxReader,
        movieScale: UInt32,
        fileSize: UInt64,
        budget: inout Int
    ) throws(ContainerError) -> Track {
        var reader = trak
        let boxes = try reader.boxes()
        var header = try boxes.require("tkhd")
        try header.skip(try header.versionAndFlags().version == 1 ? 16 : 8)
        let id: UInt32 = try header.read()
        var media = try boxes.require("mdia")
        let mediaBoxes = try media.boxes()
        var mediaHeader = try mediaBoxes.require("mdhd")
        try mediaHeader.skip(try mediaHeader.versionAndFlags().version == 1 ? 16 : 8)
        let timescale: UInt32 = try mediaHeader.read()
        guard timescale > 0 else { throw ContainerError(.malformed, "a time scale of 0") }
        var information = try mediaBoxes.require("minf")
        var table = try information.boxes().require("stbl")
        let tableBoxes = try table.boxes()
        var track = ContainerTrack(id: id, description: try SampleEntryReader.read(tableBoxes.require("stsd")))
        track.language = try language(mediaBoxes)
        var samples = try SampleTable(tableBoxes, fileSize: fileSize, budget: &budget)
        if samples.count > 0, let edits = boxes.first("edts") {
            samples.move(to: try firstDecodeTime(edits, movieScale: movieScale, timescale: timescale))
        }
        return Track(track: track, timescale: timescale, samples: samples)
    }

    /// The language tag of `elng`, at most 128 bytes; `nil` without one.
    private static func language(_ boxes: [BoxReader.Box]) throws(ContainerError) -> String? {
        guard var reader = boxes.first("elng") else { return nil }
        _ = try reader.versionAndFlags()
        let text = reader.takeAll().prefix { $0 != 0 }
        return text.isEmpty || text.count > 128 ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Where the edit list puts the first sample on the movie's time line: after the empty edit, and before the part of
    /// the media that is not shown.
    private static func firstDecodeTime(
        _ edits: BoxReader,
        movieScale: UInt32,
        timescale: UInt32
    ) throws(ContainerError) -> Int64 {
        var reader = edits
        guard var list = try reader.boxes().first("elst") else { return 0 }
        let isLong = try list.versionAndFlags().version == 1
        var delay: Int64 = 0
        for _ in 0..<(try list.count(of: isLong ? 20 : 12)) {
            let duration: Int64 = isLong ? try list.read() : Int64(try list.read(UInt32.self))
            let mediaTime: Int64 = isLong ? try list.read() : Int64(try list.read(Int32.self))
            try list.skip(4)
            guard mediaTime < 0 else {
                let (time, overflow) = delay.subtractingReportingOverflow(mediaTime)
                guard !overflow, time.magnitude <= latestTime else { break }
                return time
            }
            delay = rescale(duration, from: movieScale, to: timescale) ?? 0
        }
        return 0
    }
}
