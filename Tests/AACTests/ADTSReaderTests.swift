import AAC
import Testing

/// What comes out of a reader.
struct ReadResult: Hashable {
    struct Block: Hashable {
        let frameOffset: Int
        let index: Int
        let count: Int
        let bytes: [UInt8]
    }

    var blocks: [Block] = []
    var headers: [ADTSHeader] = []
    var statistics = ADTSReader.Statistics()

    /// Reads `bytes`, cut before each of `cuts`, which must be in order.
    init(_ bytes: [UInt8], cuts: [Int] = []) {
        var reader = ADTSReader()
        var start = 0
        for end in cuts + [bytes.count] {
            reader.push(bytes.span.bytes.extracting(start..<end)) { add($0, $1) }
            start = end
        }
        reader.finish { add($0, $1) }
        statistics = reader.statistics
    }

    private mutating func add(_ bytes: RawSpan, _ block: ADTSBlock) {
        let copy = bytes.withUnsafeBytes { [UInt8]($0) }
        blocks.append(Block(frameOffset: block.frameOffset, index: block.index, count: block.count, bytes: copy))
        headers.append(block.header)
    }
}

/// Frames to build streams of.
enum Frames {
    /// A frame of AAC LC at 48 kHz.
    static func plain(
        _ payload: [UInt8],
        channels: UInt8 = 2,
        blockCount: Int = 1,
        isProtected: Bool = false
    ) -> [UInt8] {
        var header = ADTSHeader(
            objectType: .lowComplexity,
            samplingFrequency: .make(48_000),
            channelConfiguration: channels,
            frameLength: 0
        )
        header.blockCount = blockCount
        header.hasChecksum = isProtected
        header.frameLength = ADTSHeader.size + payload.count
        guard let bytes = try? header.encoded() else { preconditionFailure("a frame that cannot be") }
        return bytes + payload
    }

    /// A frame of several blocks with their positions and checksums.
    static func protected(_ blocks: [[UInt8]]) -> [UInt8] {
        var positions: [UInt8] = []
        var position = 0
        for block in blocks.dropLast() {
            position += block.count + 2
            positions += [UInt8(position >> 8), UInt8(position & 0xff)]
        }
        let payload = Array(blocks.map { $0 + [0xab, 0xcd] }.joined())
        let blank = plain(positions + [0, 0] + payload, blockCount: blocks.count, isProtected: true)
        let covered = blank.prefix(ADTSHeader.size) + positions
        return covered + checksum(covered) + payload
    }

    /// CRC-16 as in ISO/IEC 11172-3, bit by bit.
    static func checksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var register: UInt16 = 0xffff
        for byte in bytes {
            for bit in (0..<8).reversed() {
                let feedback = register >> 15 ^ UInt16(byte >> UInt8(bit) & 1)
                register = register << 1 ^ (feedback == 1 ? 0x8005 : 0)
            }
        }
        return [UInt8(register >> 8), UInt8(register & 0xff)]
    }

    static func tag(_ body: [UInt8], footer: Bool = false) -> [UInt8] {
        [0x49, 0x44, 0x33, 4, 0, footer ? 0x10 : 0, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7f)]
            + body + (footer ? [0x33, 0x44, 0x49, 4, 0, 0x10, 0, 0, 0, 0] : [])
    }
}

/// One line of the table of streams.
struct ReadCase: Sendable, CustomTestStringConvertible {
    let name: String
    let stream: [UInt8]
    let blocks: [[UInt8]]
    var frames: Int?
    var tags = 0
    var skipped = 0
    var damaged = 0
    var truncated = 0

    var testDescription: String { name }

    static let one = Frames.plain([1, 2, 3, 4])
    static let two = Frames.plain([5, 6])
    static let damagedFrame: [UInt8] = {
        var frame = Frames.protected([[1, 2], [3]])
        frame[8] ^= 1
        return frame
    }()

    static let all = [
        ReadCase(name: "nothing", stream: [], blocks: []),
        ReadCase(name: "one frame", stream: one, blocks: [[1, 2, 3, 4]]),
        ReadCase(name: "two frames", stream: one + two, blocks: [[1, 2, 3, 4], [5, 6]]),
        ReadCase(name: "an empty frame", stream: Frames.plain([]) + two, blocks: [[], [5, 6]]),
        ReadCase(name: "one block with checksum", stream: Frames.plain([9, 9, 5], isProtected: true), blocks: [[5]]),
        ReadCase(
            name: "three blocks with checksums",
            stream: Frames.protected([[1, 2], [], [3]]) + Frames.protected([[4], [5], [6], [7]]),
            blocks: [[1, 2], [], [3], [4], [5], [6], [7]],
            frames: 2
        ),
        ReadCase(
            name: "two blocks without checksums",
            stream: Frames.plain([1, 2, 3], blockCount: 2),
            blocks: [[1, 2, 3]]
        ),
        ReadCase(
            name: "a damaged header of several blocks",
            stream: one + damagedFrame + one + two,
            blocks: [[1, 2, 3, 4], [1, 2, 3, 4], [5, 6]],
            skipped: damagedFrame.count,
            damaged: 1
        ),
        ReadCase(
            name: "garbage around frames",
            stream: [1, 0xff, 0xf1, 2] + one + two + [0xff, 0xff, 0xf1] + one + two + [7],
            blocks: [[1, 2, 3, 4], [5, 6], [1, 2, 3, 4], [5, 6]],
            skipped: 8
        ),
        ReadCase(
            name: "a header in garbage that nothing confirms",
            stream: Array(one.prefix(9)) + [0, 0, 0, 0, 0, 0, 0, 0, 0] + one + two,
            blocks: [[1, 2, 3, 4], [5, 6]],
            skipped: 18
        ),
        ReadCase(
            name: "tags before, between and behind",
            stream: Frames.tag([0xff, 0xf1, 0x4c]) + one + Frames.tag([UInt8](repeating: 3, count: 200), footer: true)
                + Frames.tag([]) + two + Frames.tag([1]),
            blocks: [[1, 2, 3, 4], [5, 6]],
            tags: 4
        ),
        ReadCase(
            name: "a tag that is not one",
            stream: one + [0x49, 0x44, 0x33, 4, 0, 0, 0xff, 0, 0, 0] + one + two,
            blocks: [[1, 2, 3, 4], [1, 2, 3, 4], [5, 6]],
            skipped: 10
        ),
        ReadCase(
            name: "another format in mid-stream",
            stream: one + two + Frames.plain([7], channels: 1) + Frames.plain([8], channels: 1),
            blocks: [[1, 2, 3, 4], [5, 6], [7], [8]]
        ),
        ReadCase(
            name: "the last frame is cut off",
            stream: one + two.dropLast(),
            blocks: [[1, 2, 3, 4]],
            truncated: 8
        ),
        ReadCase(
            name: "the last header is cut off",
            stream: one + two.prefix(5),
            blocks: [[1, 2, 3, 4]],
            skipped: 5
        ),
        ReadCase(
            name: "a tag that the end cuts off",
            stream: one + Frames.tag([1, 2, 3, 4]).dropLast(2),
            blocks: [[1, 2, 3, 4]],
            tags: 1
        ),
        ReadCase(
            name: "the longest frame",
            stream: Frames.plain([UInt8](repeating: 0xff, count: 8184)) + two,
            blocks: [[UInt8](repeating: 0xff, count: 8184), [5, 6]]
        ),
    ]
}

@Suite struct ADTSReaderTests {
    @Test(arguments: ReadCase.all)
    func `the reader finds the blocks of a stream`(_ example: ReadCase) {
        let result = ReadResult(example.stream)
        #expect(result.blocks.map(\.bytes) == example.blocks)
        #expect(result.statistics.frames == example.frames ?? example.blocks.count)
        #expect(result.statistics.tags == example.tags)
        #expect(result.statistics.skippedBytes == example.skipped)
        #expect(result.statistics.damagedFrames == example.damaged)
        #expect(result.statistics.truncatedBytes == example.truncated)
    }

    @Test func `the reader reports where frames and blocks are`() {
        let first = Frames.protected([[1], [2]])
        let stream = [7] + first + Frames.plain([3, 4, 5], blockCount: 3)
        let expected: [ReadResult.Block] = [
            .init(frameOffset: 1, index: 0, count: 1, bytes: [1]),
            .init(frameOffset: 1, index: 1, count: 1, bytes: [2]),
            .init(frameOffset: 1 + first.count, index: 0, count: 3, bytes: [3, 4, 5]),
        ]
        #expect(ReadResult(stream).blocks == expected)
    }

    @Test func `the tests compute the same checksum as the writer`() {
        #expect(Frames.checksum("123456789".utf8) == [0xae, 0xe7])
    }

    @Test func `the reader starts again after finish`() {
        var reader = ADTSReader()
        var offsets: [Int] = []
        for _ in 0..<2 {
            reader.push(ReadCase.one.span.bytes) { offsets.append($1.frameOffset) }
            reader.finish { offsets.append($1.frameOffset) }
        }
        #expect(offsets == [0, 11])
    }

    @Test func `a chunk is any collection of bytes`() {
        var reader = ADTSReader()
        var blocks: [[UInt8]] = []
        for chunk in [(ReadCase.one + ReadCase.two).prefix(8), (ReadCase.one + ReadCase.two).dropFirst(8)] {
            reader.push(chunk) { block, _ in blocks.append(block.indices.map { block[$0] }) }
        }
        #expect(blocks == ReadResult(ReadCase.one + ReadCase.two).blocks.map(\.bytes))
        #expect(blocks.count == 2)
    }

    @Test func `the reader resynchronises after its closure threw`() {
        struct Stop: Error {}
        var reader = ADTSReader()
        let stream = ReadCase.one + ReadCase.two + ReadCase.two
        #expect(throws: Stop.self) {
            try reader.push(stream.span.bytes) { (_, _) throws(Stop) in throw Stop() }
        }
        var count = 0
        reader.push(stream.span.bytes) { _, _ in count += 1 }
        #expect(count == 3)
    }
}
