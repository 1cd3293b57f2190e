import Containers
import TestSupport

/// A file in memory that does what a disk does with steps.
struct MemoryFile {
    private(set) var bytes: [UInt8] = []
    private(set) var isPublished = false

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func perform(_ steps: [FileStep]) {
        for step in steps { perform(step) }
    }

    mutating func perform(_ step: FileStep) {
        switch step {
        case .write(let new, let offset):
            let end = Int(offset) + new.count
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(Int(offset)..<end, with: new)
        case .truncate(let length): bytes.removeSubrange(Int(length)...)
        case .synchronizeData, .synchronize: break
        case .publish: isPublished = true
        }
    }

    func read(_ offset: UInt64, _ count: Int) -> [UInt8] { Array(bytes[Int(offset)..<Int(offset) + count]) }

    func index() throws -> MP4Index { try MP4Index(size: UInt64(bytes.count)) { read($0, $1) } }

    /// Finishes the file; `nil` if it holds nothing.
    mutating func repair() throws -> HybridMP4Repair.Outcome {
        let outcome = try HybridMP4Repair.examine(size: UInt64(bytes.count)) { read($0, $1) }
        if case .repair(let repair) = outcome { perform(repair.steps) }
        return outcome
    }

    /// The samples of a track.
    func samples(_ track: MP4Index.Track) -> [ReadSample] {
        func microseconds(_ ticks: Int64) -> Int64 {
            let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: Int64(track.timescale))
            return seconds * 1_000_000 + rest * 1_000_000 / Int64(track.timescale)
        }
        return track.samples.map { sample in
            ReadSample(
                track: track.track.id,
                decode: microseconds(sample.decodeTime),
                presentation: microseconds(sample.presentationTime),
                isSync: sample.isSync,
                bytes: read(sample.offset, Int(sample.size))
            )
        }
    }
}

extension [FileStep] {
    /// What is on a disk if the power fails after `count` of the steps: those before the last completed synchronization
    /// are whole; of the writes after it, each sector of 512 bytes is there or not, and the file has any length that it
    /// had since.
    func interrupted(after count: Int, using random: inout SeededGenerator) -> MemoryFile {
        let done = prefix(count)
        let isSynchronization = { (step: FileStep) in step == .synchronizeData || step == .synchronize }
        let durable = done.lastIndex(where: isSynchronization).map { $0 + 1 } ?? 0
        var file = MemoryFile()
        file.perform(Array(done.prefix(durable)))
        for step in done.dropFirst(durable) {
            guard case .write(let bytes, let offset) = step else { continue }
            // A write beyond the end is cut anywhere; one within the file only between sectors.
            let isAppending = Int(offset) + bytes.count > file.bytes.count
            let length = isAppending ? Int.random(in: 0...bytes.count, using: &random) : bytes.count
            var position = 0
            while position < length {
                let sectorEnd = 512 - (Int(offset) + position) % 512
                let end = Swift.min(length, position + sectorEnd)
                let isThere = Bool.random(using: &random) || Bool.random(using: &random)
                let old = (position..<end).map { index in
                    let place = Int(offset) + index
                    return place < file.bytes.count ? file.bytes[place] : 0
                }
                let new = isThere ? [UInt8](bytes[position..<end]) : old
                file.perform(.write(new, at: offset + UInt64(position)))
                position = end
            }
        }
        return file
    }
}
