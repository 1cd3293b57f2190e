import MadeStreams
import StreamMedia
import Testing
import TestSupport

/// What the first bytes tell.
struct ElementaryStreamFormatTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let format: ElementaryStreamFormat?

        init(_ name: String, _ bytes: [UInt8], _ format: ElementaryStreamFormat?) {
            (testDescription, self.bytes, self.format) = (name, bytes, format)
        }
    }

    static let h264 = MadeStream.annexB([MadeStream.sps(), MadeStream.pps])
    static let adts = MadeStream.adts(frames: 2)
    static let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 4, 0, 0, 1, 9]

    static let cases = [
        Case("nothing", [], nil),
        Case("zero bytes", [UInt8](repeating: 0, count: 100), nil),
        Case("half a start code", [0, 0], nil),
        Case("a start code of four bytes", [0, 0, 0, 1], .h264),
        Case("a start code of three bytes", [0, 0, 1, 9, 0x10], .h264),
        Case("zero bytes and a start code", [UInt8](repeating: 0, count: 1_000) + h264, .h264),
        Case("the rest of a NAL unit", [0xa7, 0x31] + h264, .h264),
        Case("two ADTS frames", adts, .adts),
        Case("the rest of an ADTS frame", [0x21, 0xff, 0x10] + adts, .adts),
        Case("a start code within an ADTS frame", MadeStream.adts(frames: 2, payload: [7, 0, 0, 1, 0x65]), .adts),
        Case("an ID3 tag, and ADTS frames", tag + adts, .adts),
        Case("an ID3 tag larger than what is there", Array("ID3".utf8) + [4, 0, 0, 0, 1, 0, 0, 3], .adts),
        Case("a word that begins like a tag", Array("ID3 is a format of tags.".utf8), nil),
        Case("one ADTS frame that may go on", MadeStream.adts(frames: 1), nil),
        Case("text", Array("Once upon a time there was a stream.\n".utf8), nil),
        Case("MP4", [0, 0, 0, 0x20] + Array("ftypisom".utf8) + h264, nil),
        Case("Matroska", [0x1a, 0x45, 0xdf, 0xa3] + h264, nil),
        Case("FLV", Array("FLV".utf8) + [1, 5] + h264, nil),
        Case("AVI", Array("RIFF....AVI ".utf8) + h264, nil),
        Case(
            "MPEG-TS",
            (0..<3).flatMap { _ in [0x47] + h264 + [UInt8](repeating: 0xff, count: 187 - h264.count) },
            nil
        ),
    ]

    @Test(arguments: cases)
    func `the format is recognised`(_ test: Case) {
        #expect(ElementaryStreamFormat(detecting: test.bytes.span.bytes) == test.format)
    }

    @Test func `the format is recognised by its first bytes`() {
        func format(_ bytes: [UInt8]) -> ElementaryStreamFormat? { ElementaryStreamFormat(beginning: bytes.span.bytes) }
        #expect(format(Self.h264) == .h264)
        #expect(format([0, 0, 0] + Self.h264) == .h264)
        #expect(format([0, 0, 0, 1, 9, 0x10]) == .h264)
        #expect(format(Self.adts) == .adts)
        #expect(format([]) == nil)
        #expect(format([0, 0, 1]) == nil)
        // What is left when the beginning is missing, and what songs and pictures may hold.
        #expect(format([0xa7, 0x31] + Self.h264) == nil)
        #expect(format(Array("fLaC".utf8) + Self.h264) == nil)
        #expect(format(Array("OggS".utf8) + Self.adts) == nil)
        #expect(format(Self.tag + Self.adts) == nil)
        // A program stream, MPEG-2 video, MPEG-4 video, and the parameter sets and delimiters of HEVC.
        for header: [UInt8] in [[0xba, 0x44], [0xb3, 0x14], [0xb0, 1], [0x40, 1], [0x42, 1], [0x46, 1]] {
            #expect(format([0, 0, 0, 1] + header + [0x0c, 1, 0xff, 0xff]) == nil)
        }
    }

    @Test func `a single ADTS frame is recognised at the end of the input`() {
        let frame = MadeStream.adts(frames: 1)
        #expect(ElementaryStreamFormat(detecting: frame.span.bytes, isComplete: true) == .adts)
    }

    @Test func `a container is refused with a way to read it`() {
        let container = ContainerFormat(detecting: ([0, 0, 0, 0x20] + Array("ftypisom".utf8)).span.bytes)
        #expect(container == .mp4)
        #expect(container?.description == "an MP4 file")
        #expect(container?.remedy.contains("ffmpeg") == true)
    }

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: Vectors.manifest)
    func `the format of a real stream is recognised`(_ entry: Vectors.Entry) throws {
        let probe = Array(try Vectors.bytes(entry.file).prefix(ElementaryStreamFormat.probeLength))
        let format = ElementaryStreamFormat(detecting: probe.span.bytes)
        if entry.file.hasSuffix(".h264") { #expect(format == .h264) }
        if entry.file.hasSuffix(".mp4") { #expect(format == nil) }
        if entry.file.hasSuffix(".aac"), !entry.categories.contains("hostile") { #expect(format == .adts) }
    }
}
