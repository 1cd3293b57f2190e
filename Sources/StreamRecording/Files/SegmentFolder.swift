import Containers
import Platform

/// The files of one stream: `DIR/STREAM/DAY/…`. Its calls block.
final class SegmentFolder {
    /// Bytes of a journal or a playlist that are read at most, 64 MiB.
    static let textLimit = 64 << 20

    /// The stream's folder.
    let path: String
    private let hasHook: Bool
    private var file: OpenFile?
    private var name: SegmentName?

    /// - Parameters:
    ///   - path: The stream's folder. The folder around it exists.
    ///   - hasHook: Whether a hook is to run for each segment.
    init(_ path: String, hasHook: Bool) {
        self.path = path
        self.hasHook = hasHook
    }

    /// The path of the file that grows; `nil` if there is none.
    var growingName: SegmentName? { file == nil ? nil : name }

    /// Creates the file of a segment, and its initialization segment.
    func create(_ start: SegmentStart, at now: Int64) throws(StorageError) {
        // A file that is still open holds nothing: its segment was given up.
        discard()
        do throws(StorageError) {
            try createFiles(start, at: now)
        } catch {
            discard()
            throw error
        }
    }

    private func discard() {
        guard file != nil, let name else { return }
        file = nil
        unlink("\(path)/\(name.day)/\(name.growingFile)")
        unlink("\(path)/\(name.day)/\(name.initializationFile)")
    }

    private func createFiles(_ start: SegmentStart, at now: Int64) throws(StorageError) {
        var name = SegmentName(at: start.time)
        let day = try makeFolder(name.day)
        while true {
            guard let new = try createFile(name, in: day) else {
                guard let next = name.next else { throw StorageError("\(day)/\(name.file)", EEXIST) }
                name = next
                continue
            }
            self.name = name
            file = new
            break
        }
        let initialization = try OpenFile("\(day)/\(name.initializationFile)", O_CREAT | O_TRUNC)
        try initialization.write(start.initializationSegment, at: 0)
        try append(JournalEntry(begin: name, start, at: now), day: name.day)
        guard Folder.synchronize(day) == 0 else { throw StorageError(day) }
    }

    /// - Returns: `nil` if the name is taken.
    private func createFile(_ name: SegmentName, in day: String) throws(StorageError) -> OpenFile? {
        guard FileStatus(path: "\(day)/\(name.file)") == nil else { return nil }
        do throws(StorageError) {
            return try OpenFile("\(day)/\(name.growingFile)", O_CREAT | O_EXCL)
        } catch {
            guard error.code == EEXIST else { throw error }
            return nil
        }
    }

    /// Does steps with the open file.
    func perform(_ steps: [FileStep]) throws(StorageError) {
        guard let file, let name else { throw StorageError(path, EBADF) }
        for step in steps {
            if case .publish = step { try publish(name) } else { try file.perform(step) }
        }
        if try !file.status.isNamed { throw StorageError(file.path, ENOENT) }
    }

    private func publish(_ name: SegmentName) throws(StorageError) {
        let day = "\(path)/\(name.day)"
        guard rename("\(day)/\(name.growingFile)", "\(day)/\(name.file)") == 0 else {
            throw StorageError("\(day)/\(name.file)")
        }
        guard Folder.synchronize(day) == 0 else { throw StorageError(day) }
    }

    /// Cuts the open file after an error, and finishes it.
    ///
    /// - Returns: `nil` if it holds no frame, or is gone.
    func repair(length: UInt64) throws -> RepairedSegment? {
        file = nil
        guard let name else { return nil }
        let growing = "\(path)/\(name.day)/\(name.growingFile)"
        guard FileStatus(path: growing) != nil else {
            let finished = "\(path)/\(name.day)/\(name.file)"
            return FileStatus(path: finished) == nil ? nil : try Self.inspect(OpenFile(finished))
        }
        let file = try OpenFile(growing)
        self.file = file
        if try file.status.size > length { try file.perform(.truncate(to: length)) }
        switch try HybridMP4Repair.examine(size: try file.status.size, file.read) {
        case .isFinished: try publish(name)
        case .repair(let repair): try perform(repair.steps)
        case .isEmpty: return nil
        }
        return try Self.inspect(file)
    }

    private static func inspect(_ file: OpenFile) throws -> RepairedSegment {
        let size = try file.status.size
        return RepairedSegment(bytes: size, parts: try HybridMP4Parts(size: size, file.read).parts)
    }

    /// Enters a finished segment into the journal and the playlist.
    ///
    /// - Returns: Its name; `nil` if it held no frame and was removed.
    func finished(_ report: SegmentReport, at now: Int64) throws(StorageError) -> SegmentName? {
        guard let name else { return nil }
        try enter(name, report, at: now)
        file = nil
        self.name = nil
        return report.recorded > 0 ? name : nil
    }

    /// Enters a segment into the journal and the playlist.
    func enter(_ name: SegmentName, _ report: SegmentReport, at now: Int64) throws(StorageError) {
        guard report.recorded > 0 else {
            try append(
                JournalEntry(MissedFrames(streamInstance: report.streamInstance, spans: report.spans), at: now),
                day: name.day
            )
            unlink("\(path)/\(name.day)/\(name.file)")
            unlink("\(path)/\(name.day)/\(name.initializationFile)")
            return
        }
        try append(JournalEntry(name, report, hasHook: hasHook, at: now), day: name.day)
        try appendToPlaylist(name, report)
    }

    private func appendToPlaylist(_ name: SegmentName, _ report: SegmentReport) throws(StorageError) {
        let playlist = try OpenFile("\(path)/\(name.day)/\(DayPlaylist.file)", O_CREAT)
        let isNew = try playlist.status.size == 0
        let text = (isNew ? DayPlaylist.head : "") + DayPlaylist.entry(of: name, report)
        try playlist.append(lines: Array(text.utf8))
    }

    /// Enters frames that no file holds into the journal.
    func missed(_ frames: MissedFrames, at now: Int64) throws(StorageError) {
        let day = SegmentName(at: now).day
        _ = try makeFolder(day)
        try append(JournalEntry(frames, at: now), day: day)
    }

    /// The journal of a day; an empty one if there is none.
    func journal(of day: String) throws(StorageError) -> DayJournal {
        let path = journalPath(day)
        guard FileStatus(path: path) != nil else { return DayJournal([]) }
        return DayJournal(try OpenFile(path, readOnly: true).readAll(limit: Self.textLimit))
    }

    func append(_ entry: JournalEntry, day: String) throws(StorageError) {
        let lines: [UInt8]
        do {
            lines = try entry.encoded()
        } catch {
            throw StorageError(journalPath(day), EINVAL)
        }
        try OpenFile(journalPath(day), O_CREAT).append(lines: lines)
    }

    private func journalPath(_ day: String) -> String { "\(path)/\(day)/\(Self.journalFile)" }

    static let journalFile = "journal.jsonl"

    /// Makes the folder of a day, where it does not exist.
    private func makeFolder(_ day: String) throws(StorageError) -> String {
        let folder = "\(path)/\(day)"
        if FileStatus(path: folder) != nil { return folder }
        for place in [path, folder] where mkdir(place, 0o755) != 0 && errno != EEXIST { throw StorageError(place) }
        guard Folder.synchronize(path) == 0 else { throw StorageError(path) }
        return folder
    }
}
