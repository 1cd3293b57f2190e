import Foundation

/// Prints what a file of H.264 or AAC contains; with a second file, writes AAC to it without anything else.
///
///     swift run StreamInspector film.h264
///     swift run StreamInspector sound.aac clean.aac
@main
struct StreamInspector {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard (2...3).contains(arguments.count) else {
            print("usage: StreamInspector FILE.h264 | FILE.aac [OUT.aac]")
            exit(64)
        }
        let input = try FileHandle(forReadingFrom: URL(filePath: arguments[1]))
        let chunks = sequence(state: input) { input in
            (try? input.read(upToCount: 65_536)).flatMap { $0.isEmpty ? nil : [UInt8]($0) }
        }
        if arguments[1].hasSuffix(".aac") {
            let clean = try inspectAAC(chunks)
            if arguments.count == 3 { try Data(clean).write(to: URL(filePath: arguments[2])) }
        } else {
            inspectH264(chunks)
        }
    }
}
