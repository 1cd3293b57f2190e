import H264
import StreamInspection
import Testing
import TestSupport

/// `--sps`: single parameter sets, as people paste them.
struct ParameterSetTests {
    @Test(arguments: [
        "6742c01ed903c56840000003004000000300c03c58b920", "67 42 C0 1E D9 03 c568400000030040000003\n00c03c58b920",
        "000000016742c01ed903c56840000003004000000300c03c58b920",
        "0000016742c01ed903c56840000003004000000300c03c58b920",
        "0x67, 0x42, 0xc01ed903c56840000003004000000300c03c58b920",
        "42c01ed903c56840000003004000000300c03c58b920", "2742c01ed903c56840000003004000000300c03c58b920",
        "67:42:c0:1e:d9:03:c5:68:40:00:00:03:00:40:00:00:03:00:c0:3c:58:b9:20",
        "0142c01effe100176742c01ed903c56840000003004000000300c03c58b92001000468cb83cb",
        "0000000142c01ed903c56840000003004000000300c03c58b9200000000168cb83cb",
    ])
    func `hexadecimal digits are read in every usual notation`(_ hex: String) throws {
        let report = try SequenceParameterSetReport(hex: hex)
        #expect(report.profile == "Constrained Baseline")
        #expect(report.profileIDC == 66)
        #expect(report.levelIDC == 30)
        #expect(report.width == 240)
        #expect(report.height == 160)
        #expect(report.codec == "avc1.42C01E")
        #expect(report.description.contains("240 x 160"))
    }

    @Test(arguments: ["", " ", "6", "67", "xyz", "6742c01", "68ce3112", "00000001", "01", "0164001fffe0", "é0"])
    func `what is not an SPS is refused with a sentence`(_ hex: String) {
        let error = #expect(throws: InspectionError.self) { try SequenceParameterSetReport(hex: hex) }
        #expect(error?.description.hasSuffix(".") == true)
    }

    struct Collection: Decodable {
        struct Entry: Decodable, Sendable, CustomTestStringConvertible {
            struct Expectation: Decodable, Sendable {
                let profile_idc, level_idc, width, height: Int
                let fps: Double?
            }
            let sps: String
            let expect: Expectation?
            let lenient_expect: Expectation?
            var testDescription: String { sps }
        }
        let sps: [Entry]
        let quirks: [Entry]
    }

    static let collection = try? Vectors.json("sps.json", as: Collection.self)

    @Test(.enabled(if: Vectors.present, "\(Vectors.missing)"), arguments: collection.map { $0.sps + $0.quirks } ?? [])
    func `an SPS agrees with the reference figures`(_ entry: Collection.Entry) throws {
        guard let expected = entry.expect ?? entry.lenient_expect else {
            // An SPS of H.265.
            #expect(throws: InspectionError.self) { try SequenceParameterSetReport(hex: entry.sps) }
            return
        }
        let report = try SequenceParameterSetReport(hex: entry.sps)
        #expect(Int(report.profileIDC) == expected.profile_idc)
        #expect(Int(report.levelIDC) == expected.level_idc)
        #expect(report.width == expected.width)
        #expect(report.height == expected.height)
        guard entry.expect != nil else { return }
        #expect((report.frameRate == nil) == (expected.fps == nil))
        // The vectors have six decimal places.
        #expect(abs((report.frameRate ?? 0) - (expected.fps ?? 0)) < 0.000_001)
    }

    struct Records: Decodable {
        struct Record: Decodable, Sendable, CustomTestStringConvertible {
            let avcc: String
            let sps: [String]
            let profile: UInt8
            let level: UInt8
            let source: String
            var testDescription: String { source }
        }
        let avcc: [Record]
    }

    /// Records whose AVCLevelIndication is not that of their SPS, as ISO/IEC 14496-15 5.2.4.1.1 wants it: 0.
    static let otherLevels: Set = ["strongcourage/fuzzing-corpus:mp4/mozilla/red-green.mp4"]

    /// What a record of an avcC box says of its SPS is what the SPS says.
    @Test(
        .enabled(if: Vectors.present, "\(Vectors.missing)"),
        arguments: (try? Vectors.json("avcc.json", as: Records.self))?.avcc ?? []
    )
    func `a configuration record agrees with the reference figures`(_ entry: Records.Record) throws {
        let record = try AVCDecoderConfigurationRecord([UInt8](hex: entry.avcc).span.bytes)
        #expect(record.profileIDC == entry.profile)
        #expect(record.levelIDC == entry.level)
        let report = try SequenceParameterSetReport(hex: entry.avcc)
        let alone = try SequenceParameterSetReport(hex: try #require(entry.sps.first))
        #expect(report.description == alone.description)
        #expect(report.profileIDC == record.profileIDC)
        if !Self.otherLevels.contains(entry.source) { #expect(report.levelIDC == record.levelIDC) }
    }
}
