import H264
import Testing
import TestSupport

/// The records of real files.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct AVCDecoderConfigurationRecordVectorTests {
    struct Expected: Decodable, Sendable, CustomTestStringConvertible {
        let avcc: String
        let profile: UInt8
        let compat: UInt8
        let level: UInt8
        let nal_length_size: Int
        let sps: [String]
        let pps: [String]
        let trailing: String
        let source: String
        let quirks: [String]?

        var testDescription: String { source }
    }

    private struct File: Decodable { let avcc: [Expected] }

    static let records = (try? Vectors.json("avcc.json", as: File.self))?.avcc ?? []

    @Test func `all files of the collection are there`() {
        #expect(Self.records.count == 72)
    }

    @Test(arguments: records)
    func `the record agrees with the reference figures`(_ expected: Expected) throws {
        let avcc = [UInt8](hex: expected.avcc)
        let record = try AVCDecoderConfigurationRecord(avcc.span.bytes)
        #expect(record.profileIDC == expected.profile)
        #expect(record.profileCompatibility == expected.compat)
        #expect(record.levelIDC == expected.level)
        #expect(record.lengthSize.rawValue == expected.nal_length_size)
        #expect(record.sequenceParameterSets == expected.sps.map { [UInt8](hex: $0) })
        #expect(record.pictureParameterSets == expected.pps.map { [UInt8](hex: $0) })
        // What the list calls trailing is the part of High profile.
        let high = [UInt8](hex: expected.trailing)
        #expect(record.high?.chromaFormatIDC == high.first.map { $0 & 3 })
        #expect(record.high?.bitDepthLuma == high.dropFirst().first.map { $0 & 7 + 8 })
        #expect(record.trailing == [])
        #expect(try record.encoded() == avcc)
    }

    /// A record built from the parameter sets is the file's, where the file has all of it and agrees with its SPS.
    @Test(arguments: records.filter { ($0.quirks ?? []).isEmpty })
    func `a record is built from its parameter sets`(_ expected: Expected) throws {
        let record = try AVCDecoderConfigurationRecord(
            sequenceParameterSets: expected.sps.map { [UInt8](hex: $0) },
            pictureParameterSets: expected.pps.map { [UInt8](hex: $0) }
        )
        #expect(try record.encoded() == [UInt8](hex: expected.avcc))
    }

    /// An MP4 file and an elementary stream of the same video hold the same NAL units.
    @Test func `an MP4 file and its Annex B twin agree`() throws {
        let file = try Vectors.bytes("wpt_h264.mp4")
        let box = try #require(payload(of: "avcC", in: file))
        let samples = try #require(payload(of: "mdat", in: file))
        let record = try AVCDecoderConfigurationRecord(box.span.bytes)
        let units = try cursorUnits(
            of: AnnexB.bytes(fromSample: samples.span.bytes, lengthSize: record.lengthSize)
        ).map(\.bytes)
        let stream = cursorUnits(of: try Vectors.bytes("wpt_h264.h264")).map(\.bytes)
        let parameterSets = record.sequenceParameterSets + record.pictureParameterSets
        #expect(stream.filter { parameterSets.contains($0) } == parameterSets)
        #expect(stream.filter { !parameterSets.contains($0) } == units)
    }

    /// The payload of the first box of a type, found by its four letters.
    private func payload(of type: String, in file: [UInt8]) -> [UInt8]? {
        let letters = Array(type.utf8)
        guard let start = (4..<file.count - 4).first(where: { Array(file[$0..<$0 + 4]) == letters }) else { return nil }
        let size = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        return Array(file[start + 4..<start - 4 + size])
    }

    @Test func `inputs of other fuzzers do not trap`() throws {
        for bytes in try Vectors.fuzzInputs() {
            _ = try? AVCDecoderConfigurationRecord(bytes.span.bytes)
            for lengthSize in NALUnitLengthSize.allCases {
                _ = try? AnnexB.bytes(fromSample: bytes.span.bytes, lengthSize: lengthSize)
            }
            let whole = SplitResult(bytes)
            #expect(whole.units == plainUnits(of: bytes))
            for cut in 0...bytes.count {
                #expect(SplitResult(bytes, cuts: [cut]) == whole)
            }
        }
    }
}
