import StreamHTTP
import StreamRecording

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Prints the progress of a recorder on standard error: a status line on a terminal, JSON lines otherwise.
struct RecordProgress: Sendable {
    /// The time between two JSON lines: a minute, for logs that are kept for months.
    private static let interval = Duration.seconds(60)

    private let recorder: Recorder
    private let isTerminal: Bool

    init(_ recorder: Recorder, isTerminal: Bool) {
        self.recorder = recorder
        self.isTerminal = isTerminal
    }

    /// Prints a line of the log, in place of the status line.
    static func print(_ line: String) {
        if Terminal.errorIsTerminal { Terminal.replaceLine("") }
        Terminal.printLine(line)
    }

    /// Prints until the task is cancelled.
    func report() async throws {
        var written: UInt64 = 0
        while true {
            try await Task.sleep(for: isTerminal ? .seconds(1) : Self.interval)
            let status = recorder.status
            if isTerminal {
                let total = status.streams.reduce(UInt64(0)) { $0 + $1.written }
                Terminal.replaceLine(Self.line(of: status, bytesPerSecond: total - min(total, written)))
                written = total
            } else {
                Terminal.printLine(try Self.json(of: RecordingsDocument(status)))
            }
        }
    }

    private static func line(of status: RecorderStatus, bytesPerSecond: UInt64) -> String {
        let streams = status.streams
        let failing = streams.count { $0.failure != nil }
        let missing = streams.reduce(UInt64(0)) { $0 + $1.missing }
        let files = streams.reduce(UInt64(0)) { $0 + $1.segments }
        var parts = [
            "\(streams.count { $0.file != nil }) of \(streams.count) streams",
            "\(HumanReadable.bitRate(Double(bytesPerSecond) * 8))bit/s",
            "\(files) files",
            "\(HumanReadable.bytes(Int(clamping: status.bytes)))B kept",
        ]
        if let free = status.free { parts.append("\(HumanReadable.bytes(Int(clamping: free)))B free") }
        parts.append("\(missing) frames missing")
        if failing > 0 { parts.append("\(failing) failing") }
        return parts.joined(separator: "  ")
    }

    private static func json(of document: RecordingsDocument) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }
}
