extension SampleTable {
    /// Reads the boxes of a complete `stbl` (ISO/IEC 14496-12 8.6 and 8.7), which all describe the same samples.
    ///
    /// - Parameters:
    ///   - fileSize: All samples lie before it.
    ///   - budget: How many samples the file may still have.
    init(_ boxes: [BoxReader.Box], fileSize: UInt64, budget: inout Int) throws(ContainerError) {
        self.init()
        let sizes = try Self.sizes(boxes.require("stsz"), budget: &budget)
        guard !sizes.isEmpty else { return }
        let durations = try Self.runs(boxes.require("stts"), limit: sizes.count) { UInt32(bitPattern: $0) }
        let offsets = try boxes.first("ctts").map { box throws(ContainerError) in
            try Self.runs(box, limit: sizes.count) { $0 }
        }
        guard durations.count == sizes.count, offsets.map({ $0.count == sizes.count }) ?? true else {
            throw ContainerError(.malformed, "times of other than \(sizes.count) samples")
        }
        var syncs = try boxes.first("stss").map { box throws(ContainerError) in
            try Self.syncs(box, limit: sizes.count)[...]
        }
        var chunks = try ChunkReader(boxes)
        var duration = RunLengths<UInt32>.Cursor()
        var offset = RunLengths<Int32>.Cursor()
        var decode: Int64 = 0
        for (index, size) in sizes.enumerated() {
            let length = duration.next(in: durations) ?? 0
            let isSync = syncs.map { $0.first == UInt32(index) } ?? true
            if isSync, syncs != nil { syncs?.removeFirst() }
            let place = try chunks.place(size: size, fileSize: fileSize)
            let presentation = decode + Int64(offsets.flatMap { offset.next(in: $0) } ?? 0)
            append(
                TrackClock.Times(decode: decode, presentation: presentation, duration: length),
                size: size,
                isSync: isSync,
                at: place
            )
            decode += Int64(length)
        }
    }

    /// `stsz` (8.7.3).
    private static func sizes(_ box: BoxReader, budget: inout Int) throws(ContainerError) -> [UInt32] {
        var reader = box
        _ = try reader.versionAndFlags()
        let common: UInt32 = try reader.read()
        let count: Int
        if common == 0 {
            count = try reader.count(of: 4, limit: budget)
        } else {
            count = Int(try reader.read(UInt32.self))
        }
        guard count <= budget else { throw ContainerError(.limitExceeded, "\(count) samples") }
        budget -= count
        guard common == 0 else { return [UInt32](repeating: common, count: count) }
        var sizes: [UInt32] = []
        sizes.reserveCapacity(count)
        for _ in 0..<count { sizes.append(try reader.read()) }
        return sizes
    }

    /// `stts` or `ctts` (8.6.1), both with counts and values of 32 bits.
    private static func runs<Value>(
        _ box: BoxReader,
        limit: Int,
        _ value: (Int32) -> Value
    ) throws(ContainerError) -> RunLengths<Value> {
        var reader = box
        _ = try reader.versionAndFlags()
        var list = RunLengths<Value>()
        for _ in 0..<(try reader.count(of: 8)) {
            let count: UInt32 = try reader.read()
            list.append(value(try reader.read()), repetitions: count)
            guard list.count <= limit else {
                throw ContainerError(.malformed, "times of more than \(limit) samples")
            }
        }
        return list
    }

    /// The indices of `stss` (8.6.2), which rise.
    private static func syncs(_ box: BoxReader, limit: Int) throws(ContainerError) -> [UInt32] {
        var reader = box
        _ = try reader.versionAndFlags()
        var indices: [UInt32] = []
        for _ in 0..<(try reader.count(of: 4, limit: limit)) {
            let number: UInt32 = try reader.read()
            guard number > 0, number <= limit, indices.last.map({ number - 1 > $0 }) ?? true else {
                throw ContainerError(.malformed, "sync sample \(number)")
            }
            indices.append(number - 1)
        }
        return indices
    }
}

/// Places samples one after the other, by `stsc` and `co64` or `stco` (8.7.4, 8.7.5).
private struct ChunkReader {
    private var offsets: BoxReader
    private let isLong: Bool
    private var chunksLeft: Int
    private var runs: BoxReader
    private var runsLeft: Int
    /// The chunk at which another run begins.
    private var nextRun: UInt32?
    private var samplesPerChunk: UInt32 = 0
    private var chunk: UInt32 = 0
    private var samplesLeft: UInt32 = 0
    private var position: UInt64 = 0

    init(_ boxes: [BoxReader.Box]) throws(ContainerError) {
        isLong = boxes.first("co64") != nil
        offsets = try boxes.require(isLong ? "co64" : "stco")
        _ = try offsets.versionAndFlags()
        chunksLeft = try offsets.count(of: isLong ? 8 : 4)
        runs = try boxes.require("stsc")
        _ = try runs.versionAndFlags()
        runsLeft = try runs.count(of: 12)
        try readRunStart()
    }

    /// Where the next sample lies.
    mutating func place(size: UInt32, fileSize: UInt64) throws(ContainerError) -> UInt64 {
        if samplesLeft == 0 { try beginChunk() }
        samplesLeft -= 1
        guard position <= fileSize, UInt64(size) <= fileSize - position else {
            throw ContainerError(.malformed, "a sample of \(size) bytes at \(position), beyond the file")
        }
        defer { position += UInt64(size) }
        return position
    }

    private mutating func beginChunk() throws(ContainerError) {
        guard chunksLeft > 0 else { throw ContainerError(.malformed, "more samples than the chunks hold") }
        chunksLeft -= 1
        chunk += 1
        position = isLong ? try offsets.read() : UInt64(try offsets.read(UInt32.self))
        if nextRun == chunk {
            samplesPerChunk = try runs.read()
            try runs.skip(4)
            try readRunStart()
        }
        guard samplesPerChunk > 0 else { throw ContainerError(.malformed, "a chunk without samples") }
        samplesLeft = samplesPerChunk
    }

    private mutating func readRunStart() throws(ContainerError) {
        nextRun = nil
        guard runsLeft > 0 else { return }
        runsLeft -= 1
        nextRun = try runs.read(UInt32.self)
    }
}
