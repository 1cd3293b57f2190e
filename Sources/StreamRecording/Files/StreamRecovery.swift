import Containers
import Platform

/// Brings the folder of a stream in order after a crash: files that were cut are finished, and entered into the journal.
struct StreamRecovery {
    /// The files of a day that are finished.
    struct Day: Hashable, Sendable {
        var day: String
        /// How many segments it has.
        var count: Int
        /// The bytes of all its files.
        var bytes: UInt64
    }

    /// What was found.
    struct Result: Sendable {
        /// From the newest day to the oldest one.
        var days: [Day] = []
        /// What has been accounted for, of each stream instance of the newest days.
        var resume: [ResumePoint] = []
        /// Segments whose hook is due, the oldest first.
        var hooksDue: [(day: String, entry: JournalEntry)] = []
        /// Files that were finished.
        var repaired: [SegmentName] = []
        /// Files that could not be finished.
        var failures: [String] = []
    }

    private let folder: SegmentFolder
    private let now: Int64
    private var result = Result()
    private var seesHooks = true

    /// - Parameter now: The wall clock.
    init(_ folder: SegmentFolder, at now: Int64) {
        self.folder = folder
        self.now = now
    }

    /// Does the work. It blocks, and takes as long as listing all files does.
    ///
    /// - Throws: ``StorageError`` if the folder cannot be read.
    mutating func run() throws(StorageError) -> Result {
        guard let names = Folder.names(in: folder.path) else {
            guard errno != ENOENT else { return result }
            throw StorageError(folder.path)
        }
        let days = names.filter { CivilTime(date: $0) != nil }.sorted(by: >)
        for (index, day) in days.enumerated() { try recover(day, isRecent: index < 2) }
        result.hooksDue.reverse()
        return result
    }

    private mutating func recover(_ day: String, isRecent: Bool) throws(StorageError) {
        let path = "\(folder.path)/\(day)"
        guard let files = Folder.names(in: path) else { throw StorageError(path) }
        let growing = files.filter { $0.hasSuffix(SegmentName.growingSuffix) }.sorted()
        let finished = files.filter { $0.hasSuffix(".mp4") && !$0.hasSuffix(SegmentName.initializationSuffix) }.sorted()
        let needsJournal = isRecent || !growing.isEmpty || seesHooks
        var journal = needsJournal ? try folder.journal(of: day) : DayJournal([])
        var hasChanged = false
        for file in isRecent ? finished : [] where !journal.contains(file) {
            // The crash came between the last name and the entry.
            hasChanged = try repair(day, file, from: "\(path)/\(file)", journal) || hasChanged
        }
        for file in growing {
            let final = String(file.dropLast(SegmentName.growingSuffix.count))
            hasChanged = try repair(day, final, from: "\(path)/\(file)", journal) || hasChanged
        }
        if hasChanged { journal = try folder.journal(of: day) }
        for point in journal.positions.values { note(point) }
        if seesHooks {
            let due = journal.hooksDue
            // Hooks run in the order of the segments: what is due is at the end.
            if due.isEmpty, !isRecent { seesHooks = false }
            result.hooksDue += due.reversed().map { (day, $0) }
        }
        result.days.append(measure(day, path))
    }

    private mutating func note(_ point: ResumePoint) {
        guard let index = result.resume.firstIndex(where: { $0.streamInstance == point.streamInstance }) else {
            return result.resume.append(point)
        }
        result.resume[index].note(point)
    }

    /// Finishes a file if it is not, and enters it into the journal.
    ///
    /// - Returns: Whether the journal has changed.
    private mutating func repair(
        _ day: String,
        _ final: String,
        from path: String,
        _ journal: DayJournal
    ) throws(StorageError) -> Bool {
        guard let name = SegmentName(day: day, file: final), name.file == final else { return false }
        do {
            let file = try OpenFile(path)
            switch try HybridMP4Repair.examine(size: try file.status.size, file.read) {
            case .isEmpty where path.hasSuffix("/\(final)"):
                // Whatever it is, it is not for a recorder to remove.
                result.failures.append("\(path): it is no recording")
                return false
            case .isEmpty:
                guard unlink(path) == 0 else { throw StorageError(path) }
                unlink("\(folder.path)/\(day)/\(name.initializationFile)")
                return false
            case .repair(let repair): for step in repair.steps { try file.perform(step) }
            case .isFinished: break
            }
            let report = try Self.report(of: file, name, journal.begun[final])
            let finished = "\(folder.path)/\(day)/\(final)"
            if path != finished {
                guard rename(path, finished) == 0 else { throw StorageError(finished) }
                guard Folder.synchronize("\(folder.path)/\(day)") == 0 else { throw StorageError(path) }
            }
            try folder.enter(name, report, at: now)
            result.repaired.append(name)
            return true
        } catch let error as StorageError where error.code == ENOSPC {
            throw error
        } catch {
            // A damaged file must not keep the recorder from recording.
            result.failures.append("\(path): \(error)")
            return false
        }
    }

    private static func report(
        of file: OpenFile,
        _ name: SegmentName,
        _ begun: JournalEntry?
    ) throws -> SegmentReport {
        let size = try file.status.size
        let index = try MP4Index(size: size, file.read)
        let parts = try HybridMP4Parts(size: size, file.read).parts
        let preroll = index.tracks.map { index.prerollDuration(of: $0) }.max() ?? 0
        let duration = (parts.last?.lastDecodeTime ?? 0) - (parts.first?.decodeTime ?? 0) - preroll
        let start = begun?.start.flatMap { CivilTime.microseconds(of: $0) } ?? name.time
        return SegmentReport(
            streamInstance: begun?.streamInstance ?? 0,
            start: start,
            end: start + max(0, duration),
            duration: max(0, duration),
            bytes: size,
            spans: index.account.spans,
            line: begun?.line.flatMap { UInt64($0, radix: 16) } ?? 0,
            preroll: preroll,
            parts: parts
        )
    }

    private func measure(_ day: String, _ path: String) -> Day {
        var result = Day(day: day, count: 0, bytes: 0)
        for name in Folder.names(in: path) ?? [] where name.hasSuffix(".mp4") {
            result.bytes += FileStatus(path: "\(path)/\(name)")?.size ?? 0
            if !name.hasSuffix(SegmentName.initializationSuffix) { result.count += 1 }
        }
        return result
    }
}

extension MP4Index {
    /// From the first sample of a track to the first one that no other file holds, in microseconds.
    fileprivate func prerollDuration(of track: Track) -> Int64 {
        var samples = track.samples.makeIterator()
        guard let first = samples.next(), case let count = prerollCount(of: track), count > 0 else { return 0 }
        for _ in 1..<count { _ = samples.next() }
        let ticks = (samples.next()?.decodeTime ?? first.decodeTime) - first.decodeTime
        return SegmentSamples.microseconds(max(0, ticks), track.timescale)
    }
}
