/// The samples of a track, as the boxes of a complete `moov` list them (ISO/IEC 14496-12 8.6 and 8.7).
///
/// It takes 4 bytes for a sample whose duration, composition offset and kind are those of the one before, and at most
/// 28 for another.
struct SampleTable: Hashable, Sendable {
    /// Consecutive samples of the track that lie one behind the other in the file.
    struct Chunk: Hashable, Sendable {
        let offset: UInt64
        var sampleCount: UInt32
    }

    /// When the first sample is decoded, in ticks of the file's time line.
    private(set) var firstDecodeTime: Int64 = 0
    /// Ticks from each sample but the last to the next one.
    private(set) var steps = RunLengths<UInt32>()
    /// The duration of the last sample.
    private(set) var lastDuration: UInt32 = 0
    private(set) var compositionOffsets = RunLengths<Int32>()
    private(set) var sizes: [UInt32] = []
    /// The indices of sync samples; `nil` while every sample is one.
    private(set) var syncs: [UInt32]?
    private(set) var chunks: [Chunk] = []

    private var lastDecodeTime: Int64 = 0
    /// When the sample that is shown last is shown, from the first decode time on.
    private var longestDelay: Int64 = 0
    /// Where the last sample ends.
    private var end: UInt64 = 0

    /// How many samples there are.
    var count: Int { sizes.count }
    /// When the first sample is shown, in ticks.
    var firstPresentationTime: Int64 { firstDecodeTime + Int64(compositionOffsets.runs.first?.value ?? 0) }
    /// When a sample is shown, in ticks; the first one, if there is no such sample. It takes as long as the sample is far
    /// from the first one.
    func presentationTime(of index: Int) -> Int64 {
        guard index > 0 else { return firstPresentationTime }
        var cursor = SampleCursor(self)
        for _ in 0..<index where cursor.next(in: self) == nil { return firstPresentationTime }
        return cursor.next(in: self)?.presentationTime ?? firstPresentationTime
    }
    /// The time from the first sample's decoding to the last one's end, in ticks.
    var duration: Int64 { sizes.isEmpty ? 0 : lastDecodeTime - firstDecodeTime + Int64(lastDuration) }
    /// When the sample that is shown last ends, in ticks. It is later than ``duration`` says where pictures are reordered.
    var endTime: Int64 { firstDecodeTime + max(duration, longestDelay + Int64(lastDuration)) }

    /// Whether a sample can follow at `decode`: it rises, and by no more than 32 bits can say (8.6.1.2).
    func accepts(_ decode: Int64) -> Bool {
        guard !sizes.isEmpty else { return true }
        let (step, overflow) = decode.subtractingReportingOverflow(lastDecodeTime)
        return !overflow && step >= 0 && step <= Int64(UInt32.max)
    }

    /// Adds a sample that lies at `offset`. The table must accept its decode time.
    mutating func append(_ times: TrackClock.Times, size: UInt32, isSync: Bool, at offset: UInt64) {
        if sizes.isEmpty {
            firstDecodeTime = times.decode
        } else {
            steps.append(UInt32(clamping: times.decode - lastDecodeTime))
        }
        lastDecodeTime = times.decode
        longestDelay = max(longestDelay, times.decode + Int64(times.compositionOffset) - firstDecodeTime)
        lastDuration = times.duration
        compositionOffsets.append(times.compositionOffset)
        if !isSync, syncs == nil { syncs = sizes.indices.map { UInt32($0) } }
        if isSync { syncs?.append(UInt32(sizes.count)) }
        sizes.append(size)
        if offset == end, let last = chunks.indices.last {
            chunks[last].sampleCount += 1
        } else {
            chunks.append(Chunk(offset: offset, sampleCount: 1))
        }
        end = offset &+ UInt64(size)
    }

    /// The same table with all samples this much later in the file.
    func moved(by offset: UInt64) -> SampleTable {
        var table = self
        table.chunks = chunks.map { Chunk(offset: $0.offset &+ offset, sampleCount: $0.sampleCount) }
        table.end = end &+ offset
        return table
    }

    /// Moves all samples in time, so that the first one is decoded at `time`.
    mutating func move(to time: Int64) {
        lastDecodeTime = time &+ (lastDecodeTime &- firstDecodeTime)
        firstDecodeTime = time
    }
}

/// Iterates over the samples of a table, in the order of decoding.
struct SampleCursor: Sendable {
    private var index = 0
    private var decodeTime: Int64
    private var steps = RunLengths<UInt32>.Cursor()
    private var offsets = RunLengths<Int32>.Cursor()
    private var sync = 0
    private var chunk = 0
    private var samplesInChunk: UInt32 = 0
    private var position: UInt64 = 0

    init(_ table: SampleTable) { decodeTime = table.firstDecodeTime }

    /// The next sample; `nil` at the end.
    mutating func next(in table: SampleTable) -> Sample? {
        guard index < table.count, chunk < table.chunks.count else { return nil }
        if samplesInChunk == 0 { position = table.chunks[chunk].offset }
        let size = table.sizes[index]
        let step = steps.next(in: table.steps) ?? table.lastDuration
        let isSync = table.syncs.map { sync < $0.count && $0[sync] == UInt32(index) } ?? true
        let sample = Sample(
            offset: position,
            size: size,
            decodeTime: decodeTime,
            presentationTime: decodeTime + Int64(offsets.next(in: table.compositionOffsets) ?? 0),
            duration: step,
            isSync: isSync
        )
        decodeTime += Int64(step)
        position &+= UInt64(size)
        index += 1
        if isSync { sync += 1 }
        samplesInChunk += 1
        if samplesInChunk == table.chunks[chunk].sampleCount {
            chunk += 1
            samplesInChunk = 0
        }
        return sample
    }
}
