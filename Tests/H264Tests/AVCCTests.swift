import H264
import Testing

/// One line of the table of samples and the byte streams that say the same.
struct SampleCase: Sendable, CustomTestStringConvertible {
    let name: String
    let lengthSize: NALUnitLengthSize
    let sample: [UInt8]
    let units: [[UInt8]]

    var testDescription: String { name }

    static let all = [
        SampleCase(name: "nothing", lengthSize: .four, sample: [], units: []),
        SampleCase(
            name: "lengths of 4",
            lengthSize: .four,
            sample: [0, 0, 0, 2, 9, 0x10, 0, 0, 0, 3, 0x65, 1, 2],
            units: [[9, 0x10], [0x65, 1, 2]]
        ),
        SampleCase(
            name: "lengths of 2",
            lengthSize: .two,
            sample: [0, 2, 9, 0x10, 1, 0x04, 0x65] + [UInt8](repeating: 3, count: 259),
            units: [[9, 0x10], [0x65] + [UInt8](repeating: 3, count: 259)]
        ),
        SampleCase(name: "lengths of 1", lengthSize: .one, sample: [2, 9, 0x10, 1, 10], units: [[9, 0x10], [10]]),
    ]
}

@Suite struct AVCCTests {
    @Test(arguments: SampleCase.all)
    func `a sample is read`(_ example: SampleCase) throws {
        var units: [[UInt8]] = []
        var cursor = AVCCCursor(lengthSize: example.lengthSize)
        while let unit = try cursor.next(in: example.sample.span.bytes) {
            units.append(Array(example.sample[unit]))
        }
        #expect(units == example.units)
    }

    @Test(arguments: SampleCase.all)
    func `a sample is written`(_ example: SampleCase) throws {
        var sample: [UInt8] = []
        for unit in example.units {
            try AVCC.append(unit.span.bytes, to: &sample, lengthSize: example.lengthSize)
        }
        #expect(sample == example.sample)
    }

    @Test(arguments: SampleCase.all, AnnexB.StartCode.allCases)
    func `samples and Annex B are converted both ways`(_ example: SampleCase, _ startCode: AnnexB.StartCode) throws {
        let stream = try AnnexB.bytes(
            fromSample: example.sample.span.bytes,
            lengthSize: example.lengthSize,
            startCode: startCode
        )
        #expect(cursorUnits(of: stream).map(\.bytes) == example.units)
        #expect(cursorUnits(of: stream).allSatisfy { $0.startCodeLength == startCode.rawValue })
        let sample = try AVCC.sample(fromAnnexB: stream.span.bytes, lengthSize: example.lengthSize)
        #expect(sample == example.sample)
    }

    @Test func `conversions leave out empty units`() throws {
        let stream: [UInt8] = [0, 0, 1, 0, 0, 1, 9, 0x10]
        let sample: [UInt8] = [0, 0, 2, 9, 0x10]
        #expect(try AVCC.sample(fromAnnexB: stream.span.bytes, lengthSize: .one) == [2, 9, 0x10])
        #expect(
            try AnnexB.bytes(fromSample: sample.span.bytes, lengthSize: .one, startCode: .short) == [0, 0, 1, 9, 0x10]
        )
    }

    @Test(arguments: [[0], [0, 0, 0], [0, 0, 0, 2, 9], [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 1, 9, 0]] as [[UInt8]])
    func `lengths that do not fit are refused`(_ sample: [UInt8]) {
        let error = #expect(throws: H264Error.self) {
            try AnnexB.bytes(fromSample: sample.span.bytes)
        }
        #expect(error?.code == .invalidLength)
    }

    @Test(arguments: [NALUnitLengthSize.one, .two])
    func `units that the length field cannot count are refused`(_ lengthSize: NALUnitLengthSize) throws {
        var unit = [UInt8](repeating: 5, count: lengthSize.maximumNALUnitSize)
        var sample: [UInt8] = []
        try AVCC.append(unit.span.bytes, to: &sample, lengthSize: lengthSize)
        let before = sample
        unit.append(5)
        let error = #expect(throws: H264Error.self) {
            try AVCC.append(unit.span.bytes, to: &sample, lengthSize: lengthSize)
        }
        #expect(error?.code == .invalidLength)
        #expect(sample == before)
    }
}
