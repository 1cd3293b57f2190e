/// What the journal of a day says.
struct DayJournal: Sendable {
    /// Files that were begun, by their names.
    private(set) var begun: [String: JournalEntry] = [:]
    /// Finished segments, in the order of their entries.
    private(set) var segments: [JournalEntry] = []
    private var hooked: Set<String> = []
    /// What has been accounted for, by stream instance.
    private(set) var positions: [UInt64: ResumePoint] = [:]

    /// Reads a journal. Lines that are damaged, as the last one is after a power failure, do not count.
    init(_ bytes: some Collection<UInt8>) {
        var known: Set<String> = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let entry = JournalEntry(line: line) else { continue }
            switch entry.event {
            case .begin: if let file = entry.file { begun[file] = entry }
            case .segment:
                guard let file = entry.file, known.insert(file).inserted else { continue }
                segments.append(entry)
                note(entry)
            case .missed: note(entry)
            case .hook: if let file = entry.file { hooked.insert(file) }
            }
        }
    }

    private mutating func note(_ entry: JournalEntry) {
        let instance = entry.streamInstance
        for span in entry.spans ?? [] {
            positions[instance, default: ResumePoint(streamInstance: instance)]
                .note(track: span.track, epoch: span.epoch, next: span.next)
        }
    }

    /// Whether a finished segment has its entry.
    func contains(_ file: String) -> Bool { segments.contains { $0.file == file } }

    /// Segments whose hook has not ended yet.
    var hooksDue: [JournalEntry] {
        segments.filter { entry in entry.hook == true && entry.file.map { !hooked.contains($0) } ?? false }
    }
}
