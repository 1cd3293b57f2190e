import H264
import TestSupport
import Testing

/// One line of the table of records.
struct RecordCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let record: AVCDecoderConfigurationRecord
    /// What the writer makes of it, where that is not `bytes`.
    var rewritten: [UInt8]?

    var testDescription: String { name }

    static let all = [
        RecordCase(
            name: "Baseline",
            bytes: [1, 66, 0xc0, 30, 0xff, 0xe1, 0, 4, 0x67, 66, 0xc0, 30, 1, 0, 2, 0x68, 0xce],
            record: .init(66, 0xc0, 30, .four, sps: [[0x67, 66, 0xc0, 30]], pps: [[0x68, 0xce]])
        ),
        RecordCase(
            name: "no parameter sets, lengths of one byte",
            bytes: [1, 77, 0, 31, 0xfc, 0xe0, 0],
            record: .init(77, 0, 31, .one, sps: [], pps: [])
        ),
        RecordCase(
            name: "High with its extension and an SPS extension",
            bytes: [1, 110, 0, 31, 0xff, 0xe1, 0, 2, 0x67, 110, 1, 0, 1, 0x68, 0xfe, 0xfa, 0xf9, 1, 0, 2, 0x6d, 7],
            record: .init(
                110,
                0,
                31,
                .four,
                sps: [[0x67, 110]],
                pps: [[0x68]],
                high: .init(
                    chromaFormatIDC: 2,
                    bitDepthLuma: 10,
                    bitDepthChroma: 9,
                    sequenceParameterSetExtensions: [[0x6d, 7]]
                )
            )
        ),
        RecordCase(
            name: "High without its extension",
            bytes: [1, 100, 0, 31, 0xfd, 0xe1, 0, 2, 0x67, 100, 1, 0, 1, 0x68],
            record: .init(100, 0, 31, .two, sps: [[0x67, 100]], pps: [[0x68]])
        ),
        RecordCase(
            name: "High with half of its extension",
            bytes: [1, 100, 0, 31, 0xfd, 0xe1, 0, 2, 0x67, 100, 1, 0, 1, 0x68, 0xfd, 0xf8],
            record: .init(100, 0, 31, .two, sps: [[0x67, 100]], pps: [[0x68]], trailing: [0xfd, 0xf8])
        ),
        RecordCase(
            name: "trailing bytes",
            bytes: [1, 77, 0, 31, 0xff, 0xe0, 0, 1, 2, 3],
            record: .init(77, 0, 31, .four, sps: [], pps: [], trailing: [1, 2, 3])
        ),
        RecordCase(
            name: "reserved bits 0",
            bytes: [1, 100, 0, 31, 0x03, 0x00, 0, 0x01, 0x00, 0x00, 0],
            record: .init(100, 0, 31, .four, sps: [], pps: [], high: .init()),
            rewritten: [1, 100, 0, 31, 0xff, 0xe0, 0, 0xfd, 0xf8, 0xf8, 0]
        ),
        RecordCase(
            name: "start codes glued on, and an empty SPS",
            bytes: [
                1, 66, 0, 30, 0xff, 0xe3, 0, 7, 0, 0, 0, 1, 0x67, 66, 3, 0, 0, 0, 7, 0x67, 66, 4, 0, 0, 0, 1,
                1, 0, 3, 0x68, 5, 0,
            ],
            record: .init(66, 0, 30, .four, sps: [[0x67, 66, 3], [0x67, 66, 4]], pps: [[0x68, 5, 0]]),
            rewritten: [1, 66, 0, 30, 0xff, 0xe2, 0, 3, 0x67, 66, 3, 0, 3, 0x67, 66, 4, 1, 0, 3, 0x68, 5, 0]
        ),
    ]
}

extension AVCDecoderConfigurationRecord {
    fileprivate init(
        _ profile: UInt8,
        _ compatibility: UInt8,
        _ level: UInt8,
        _ lengthSize: NALUnitLengthSize,
        sps: [[UInt8]],
        pps: [[UInt8]],
        high: High? = nil,
        trailing: [UInt8] = []
    ) {
        self.init(
            profileIDC: profile,
            profileCompatibility: compatibility,
            levelIDC: level,
            lengthSize: lengthSize,
            sequenceParameterSets: sps,
            pictureParameterSets: pps,
            high: high,
            trailing: trailing
        )
    }
}

@Suite struct AVCDecoderConfigurationRecordTests {
    @Test(arguments: RecordCase.all)
    func `a record is parsed`(_ example: RecordCase) throws {
        #expect(try AVCDecoderConfigurationRecord(example.bytes.span.bytes) == example.record)
    }

    @Test(arguments: RecordCase.all)
    func `a record is written`(_ example: RecordCase) throws {
        #expect(try example.record.encoded() == example.rewritten ?? example.bytes)
    }

    @Test(
        arguments: [
            ([0, 66, 0, 30, 0xff, 0xe0, 0], .invalidConfigurationRecord),
            ([1, 66, 0, 30, 0xfe, 0xe0, 0], .invalidConfigurationRecord),
            ([], .truncated),
            ([1, 66, 0, 30, 0xff, 0xe1, 0, 4, 0x67, 66, 0], .truncated),
            ([1, 66, 0, 30, 0xff, 0xe1, 0, 2, 0x68, 66, 0], .wrongNALUnitType),
            ([1, 66, 0, 30, 0xff, 0xe1, 0, 2, 0xe7, 66, 0], .wrongNALUnitType),
        ] as [([UInt8], H264Error.Code)]
    )
    func `a record that is not valid is refused`(_ bytes: [UInt8], _ code: H264Error.Code) {
        let error = #expect(throws: H264Error.self) {
            try AVCDecoderConfigurationRecord(bytes.span.bytes)
        }
        #expect(error?.code == code)
    }

    @Test func `what does not fit into a record is not written`() {
        let base = AVCDecoderConfigurationRecord(100, 0, 31, .four, sps: [], pps: [], high: .init())
        let changes: [(inout AVCDecoderConfigurationRecord) -> Void] = [
            { $0.sequenceParameterSets = Array(repeating: [0x67], count: 32) },
            { $0.pictureParameterSets = Array(repeating: [0x68], count: 256) },
            { $0.pictureParameterSets = [[UInt8](repeating: 0x68, count: 65_536)] },
            { $0.high?.chromaFormatIDC = 4 },
            { $0.high?.bitDepthLuma = 16 },
            { $0.high?.bitDepthChroma = 7 },
        ]
        for change in changes {
            var record = base
            change(&record)
            let error = #expect(throws: H264Error.self) { try record.encoded() }
            #expect(error?.code == .invalidConfigurationRecord)
        }
    }

    @Test func `a record is built from parameter sets`() throws {
        // High 10, level 3, from a file of x264's.
        let sps: [UInt8] = [
            0x67, 0x6e, 0x00, 0x1e, 0xa6, 0xcd, 0x94, 0x0a, 0x02, 0xff, 0x96, 0x6a, 0x12, 0x24, 0x12, 0x80, 0x00, 0x00,
            0x03, 0x00, 0x80, 0x00, 0x00, 0x1e, 0x07, 0x8b, 0x16, 0xcb,
        ]
        let pps: [UInt8] = [0x68, 0xeb, 0xe3, 0xcb, 0x22, 0xc0]
        let record = try AVCDecoderConfigurationRecord(sequenceParameterSets: [sps], pictureParameterSets: [pps])
        let high = AVCDecoderConfigurationRecord.High(bitDepthLuma: 10, bitDepthChroma: 10)
        #expect(record == .init(110, 0, 30, .four, sps: [sps], pps: [pps], high: high))
        #expect(throws: H264Error.self) {
            try AVCDecoderConfigurationRecord(sequenceParameterSets: [], pictureParameterSets: [pps])
        }
    }

    @Test func `cut and mutated records do not trap`() {
        var random = SeededGenerator(seed: 15)
        for example in RecordCase.all {
            for end in example.bytes.indices {
                _ = try? AVCDecoderConfigurationRecord(example.bytes.span.bytes.extracting(0..<end))
            }
            for _ in 0..<2000 {
                var bytes = example.bytes
                for _ in 0..<3 {
                    bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                guard let record = try? AVCDecoderConfigurationRecord(bytes.span.bytes) else { continue }
                // What was read is written, and then read as the same.
                if let written = try? record.encoded() {
                    #expect((try? AVCDecoderConfigurationRecord(written.span.bytes)) == record)
                }
            }
        }
    }
}
