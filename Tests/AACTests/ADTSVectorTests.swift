import AAC
import Testing
import TestSupport

/// Real files, against what other tools found.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct ADTSVectorTests {
    private struct Oracle: Decodable {
        struct Table: Decodable { let rows: [[Int]] }
        let adts_frames: Table
    }

    static let files = Vectors.entries(".aac").filter { !$0.categories.contains("hostile") }

    @Test(arguments: files)
    func `the reader agrees with the reference figures`(_ entry: Vectors.Entry) throws {
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        let result = ReadResult(try Vectors.bytes(entry.file))
        let rows = zip(result.blocks, result.headers).map { [$0.frameOffset, $1.frameLength, $1.headerLength] }
        #expect(rows == oracle.adts_frames.rows)
        #expect(result.statistics.frames == entry.number("au_count"))

        let note = note(entry)
        #expect(result.headers.count { $0.hasChecksum } == note["crc_frames"])
        #expect(result.headers.count { $0.blockCount > 1 } == note["multi_block"])
        #expect(result.statistics.tags == note["id3_tags"])
        #expect(result.statistics.skippedBytes == note["skipped_bytes"])
        #expect(result.statistics.truncatedBytes == note["tail_bytes"])
        #expect(result.blocks.reduce(0) { $0 + $1.bytes.count } == note["payload_bytes"])

        let formats = result.headers.reduce(into: [String: Int]()) { counts, header in
            let version = header.isMPEG2 ? "mpeg2" : "mpeg4"
            let type = "aot\(header.objectType.rawValue)"
            let format = "\(version)/\(type)/\(header.samplingFrequency.hertz)Hz/ch\(header.channelConfiguration)"
            counts[format, default: 0] += 1
        }
        #expect(formats.map { "\($0)x\($1)" }.sorted().joined(separator: " ") == entry.columns["nal_types"])
    }

    /// The figures in the last column, as in "crc_frames=2".
    private func note(_ entry: Vectors.Entry) -> [String: Int] {
        (entry.columns["note"] ?? "").split(separator: " ").reduce(into: [:]) { figures, word in
            let pair = word.split(separator: "=")
            if pair.count == 2 { figures[String(pair[0])] = Int(pair[1]) }
        }
    }

    @Test(arguments: Vectors.entries(".aac"))
    func `cuts make no difference`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let whole = ReadResult(stream)
        var random = SeededGenerator(seed: UInt64(stream.count))
        for _ in 0..<4 {
            let cuts = (0..<500).map { _ in Int.random(in: 0...stream.count, using: &random) }.sorted()
            #expect(ReadResult(stream, cuts: cuts) == whole)
        }
    }

    /// Writing the blocks anew gives the same frames.
    @Test(arguments: files)
    func `the writer gives the same blocks`(_ entry: Vectors.Entry) throws {
        let whole = ReadResult(try Vectors.bytes(entry.file))
        let header = try #require(whole.headers.first)
        let writer = try ADTSWriter(AudioSpecificConfig(header, rawDataBlock: RawSpan()))
        var stream: [UInt8] = []
        for block in whole.blocks {
            try writer.append(block.bytes.span.bytes, to: &stream)
        }
        #expect(ReadResult(stream).blocks.map(\.bytes) == whole.blocks.map(\.bytes))
    }

    @Test func `inputs of other fuzzers do not trap`() throws {
        for bytes in try Vectors.fuzzInputs() {
            if let config = try? AudioSpecificConfig(bytes.span) {
                let written = try config.encoded()
                #expect(try AudioSpecificConfig(written.span) == config)
            }
            let whole = ReadResult(bytes)
            for cut in 0...bytes.count {
                #expect(ReadResult(bytes, cuts: [cut]) == whole)
            }
        }
    }
}
