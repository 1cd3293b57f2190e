import Containers
import Testing
import TestSupport

/// Damaged files: any outcome will do but a trap.
struct HostileFileTests {
    private static func files(_ seed: UInt64) throws -> [[UInt8]] {
        let shape = TestStream.Shape(soundTracks: 1, seconds: 2, reorders: true)
        let stream = try TestStream(shape, seed: seed)
        let recording = try HybridMP4Tests.Recording(stream, gaps: true)
        let unfinished = try HybridMP4Tests.Recording(stream, gaps: true, finishing: false)
        let (writer, fragments) = try FragmentedMP4Tests.fragments(of: stream)
        return [
            recording.file.bytes, unfinished.file.bytes,
            writer.initializationSegment() + fragments.prefix(20).flatMap { $0 },
        ]
    }

    /// Reads everything that can be read.
    static func read(_ bytes: [UInt8]) throws {
        let file = MemoryFile(bytes)
        if let index = try? file.index() {
            for track in index.tracks {
                var count = 0
                for sample in track.samples {
                    count += 1
                    if sample.offset <= UInt64(bytes.count), UInt64(sample.size) <= UInt64(bytes.count) - sample.offset
                    {
                        _ = file.read(sample.offset, Int(sample.size))
                    } else {
                        Issue.record("a sample beyond the file")
                    }
                }
                #expect(count == track.samples.count)
            }
        }
        var repaired = file
        if case .repair = try repaired.repair() {
            #expect(try repaired.index().isComplete)
        }
    }

    @Test(arguments: [UInt64.max, UInt64.max - 8, UInt64(Int64.max), UInt64(1) << 32])
    func `a first box that is longer than any file is refused`(_ length: UInt64) {
        let header: [UInt8] =
            [0, 0, 0, 1] + Array("ftyp".utf8) + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        let file = MemoryFile(header + Array(repeating: 0xff, count: 70))
        #expect(throws: ContainerError.self) { try file.index() }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `damaged files are read without a trap`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for file in try Self.files(seed % 4) {
            for _ in 0..<10 { try Self.read(file.mutated(using: &random)) }
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `fields with extreme values are read without a trap`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for var file in try Self.files(seed % 4) {
            // In the boxes at the beginning or at the end.
            for _ in 0..<4 {
                let nearEnd = Bool.random(using: &random)
                let place = Int.random(in: 0..<1_800, using: &random)
                let width = [1, 4, 8].randomElement(using: &random) ?? 1
                let value: UInt8 = [0, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
                let start = max(0, nearEnd ? file.count - place - width : place)
                for index in start..<min(start + width, file.count) { file[index] = value }
            }
            try Self.read(file)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `noise is no file`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let noise = random.bytes(
            count: 3_000,
            alphabet: Array("moovtrakmdiastblftypuuid".utf8) + [0, 0, 0, 0, 1, 8, 16, 255]
        )
        try Self.read(noise)
        try Self.read(Array(try Self.files(1)[1].prefix(48)) + noise)
    }

    @Test func `a read that fails is passed on`() throws {
        struct Fault: Error {}
        #expect(throws: Fault.self) { try MP4Index(size: 1_000) { _, _ in throw Fault() } }
        #expect(throws: Fault.self) { try HybridMP4Repair.examine(size: 1_000) { _, _ in throw Fault() } }
    }
}
