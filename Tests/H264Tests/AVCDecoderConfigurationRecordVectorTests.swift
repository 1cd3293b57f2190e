import H264
import Testing
import Vectors

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

    @Test func allAreThere() {
        #expect(Self.records.count == 72)
    }

    @Test(arguments: records)
    func agrees(_ expected: Expected) throws {
        let avcc = unhex(expected.avcc)
        let record = try AVCDecoderConfigurationRecord(avcc.span.bytes)
        #expect(record.profileIDC == expected.profile)
        #expect(record.profileCompatibility == expected.compat)
        #expect(record.levelIDC == expected.level)
        #expect(record.lengthSize.rawValue == expected.nal_length_size)
        #expect(record.sequenceParameterSets == expected.sps.map { unhex($0) })
        #expect(record.pictureParameterSets == expected.pps.map { unhex($0) })
        // What the list calls trailing is the part of High profile.
        let high = unhex(expected.trailing)
        #expect(record.high?.chromaFormatIDC == high.first.map { $0 & 3 })
        #expect(record.high?.bitDepthLuma == high.dropFirst().first.map { $0 & 7 + 8 })
        #expect(record.trailing == [])
        #expect(try record.encoded() == avcc)
    }

    /// A record built from the parameter sets is the file's, where the file has all of it and agrees with its SPS.
    @Test(arguments: records.filter { ($0.quirks ?? []).isEmpty })
    func isBuiltFromItsParameterSets(_ expected: Expected) throws {
        let record = try AVCDecoderConfigurationRecord(
            sequenceParameterSets: expected.sps.map { unhex($0) },
            pictureParameterSets: expected.pps.map { unhex($0) }
        )
        #expect(try record.encoded() == unhex(expected.avcc))
    }

    private struct Fuzz: Decodable {
        struct Input: Decodable {
            let kind: String
            let hex: String
        }
        let inputs: [Input]
    }

    @Test func survivesTheInputsOfOtherFuzzers() throws {
        for input in try Vectors.json("fuzz.json", as: Fuzz.self).inputs {
            let bytes = unhex(input.hex)
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

private func unhex(_ hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
}
