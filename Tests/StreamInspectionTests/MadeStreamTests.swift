import MadeStreams
import StreamInspection
import Testing

/// Streams made by hand: each holds one thing out of order, and it is named at its place.
struct MadeStreamTests {
    static let sps = MadeStream.sps()
    static let pps = MadeStream.pps
    static let idr = MadeStream.idr()
    static let idr2 = MadeStream.idr(1)
    static func p(_ frameNum: Int) -> [UInt8] { MadeStream.p(frameNum) }

    /// A stream that is in order but for its lack of timing.
    static let plain = [sps, pps, idr, p(1), p(2)]

    @Test func `a report counts NAL units and access units`() throws {
        let report = try H264Report(MadeStream.annexB(Self.plain))
        #expect(report.nalUnits == 5)
        #expect(report.accessUnits == 3)
        #expect(report.frames == 3)
        #expect(report.idr == 1)
        #expect(report.randomAccessPoints == 1)
        #expect(report.width == 32)
        #expect(report.height == 32)
        #expect(report.profile == "Main")
        #expect(report.frameRate == nil)
        #expect(report.duration == nil)
        #expect([report.slices.i, report.slices.p, report.slices.b] == [1, 2, 0])
        #expect(report.groups?.maximumFrames == 3)
        #expect(report.anomalies.map(\.code) == ["noTiming"])
    }

    @Test func `the frame rate and the duration follow from the timing`() throws {
        let sps = MadeStream.sps(timing: (1, 50))
        let report = try H264Report(
            MadeStream.annexB([sps, Self.pps, Self.idr, Self.p(1), Self.idr2, Self.p(1), Self.p(2)])
        )
        #expect(report.frameRate == 25)
        #expect(report.duration == 0.2)
        #expect(report.bitRate == Double(report.bytes) * 40)
        #expect(report.groups?.count == 2)
        #expect(report.groups?.minimumSeconds == 0.08)
        #expect(report.groups.map { abs($0.averageSeconds.map { $0 - 0.1 } ?? 1) < 1e-9 } == true)
        #expect(report.anomalies.map(\.code) == ["unrepeatedParameterSets"])
    }

    @Test func `random access points and gradual points are counted`() throws {
        let points = [MadeStream.recoveryPoint(0), Self.p(1), MadeStream.recoveryPoint(1), Self.p(2), Self.p(3)]
        let report = try H264Report(MadeStream.annexB([Self.sps, Self.pps, Self.idr] + points))
        #expect(report.recoveryPoints == 2)
        #expect(report.randomAccessPoints == 2)
        #expect(report.gradualPoints == 1)
        #expect(report.groups?.count == 3)
    }

    /// What is inserted, before which NAL unit of the plain stream, and what it is called there.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: String
        var count = 1
        let units: [[UInt8]]
        /// The index of the NAL unit at which it is found; `nil` for the stream as a whole.
        var at: Int?
        var testDescription: String { code }
    }

    static let cases = [
        Case(code: "emptyNALUnit", units: [sps, pps, idr, [], p(1)], at: 3),
        Case(code: "forbiddenZeroBit", units: [sps, pps, idr, [0xe1, 1, 2], p(1)], at: 3),
        Case(code: "reservedNALUnitType", units: [sps, pps, idr, [22, 1], p(1)], at: 3),
        Case(code: "unspecifiedNALUnitType", count: 2, units: [sps, pps, idr, [24, 1], [31, 1], p(1)], at: 3),
        Case(code: "wrongReferenceIDC", units: [[9, 0x30], sps, [8] + pps.dropFirst(), idr, p(1)], at: 2),
        Case(code: "unreadableSPS", units: [sps, pps, idr, p(1), [0x67, 77, 0]], at: 4),
        Case(code: "unreadablePPS", units: [sps, pps, idr, p(1), [0x68]], at: 4),
        Case(code: "unreadableSEI", units: [sps, pps, [6, 5, 200, 1, 0x80], idr, p(1)], at: 2),
        Case(code: "missingParameterSet", units: [sps, pps, idr, MadeStream.p(1, pps: 5)], at: 3),
        Case(code: "unreadableSlice", units: [sps, pps, idr, [0x21, 0xe0]], at: 3),
        Case(code: "noPicture", units: [sps, pps, idr, p(1), [9, 0x30]], at: 4),
        Case(code: "misplacedDelimiter", units: [sps, [9, 0x30], pps, idr, p(1)], at: 1),
        Case(code: "wrongDelimiter", units: [sps, pps, idr, [9, 0x10], p(1)], at: 3),
        Case(code: "beforeRandomAccess", units: [sps, pps, p(3), idr, p(1)], at: 0),
        Case(code: "noRandomAccess", units: [sps, pps, p(1), p(2)]),
        Case(code: "noIDR", units: [sps, pps, [6, 6, 1, 0xc4, 0x80], p(1), p(2)]),
        Case(code: "undecodableRandomAccess", units: [idr, sps, pps, p(1)], at: 0),
        Case(code: "unrepeatedParameterSets", units: [sps, pps, idr, p(1), idr2], at: 4),
        Case(code: "frameNumGap", units: [sps, pps, idr, p(1), p(3), p(4), p(7)], at: 4),
        Case(code: "changedSPS", units: [sps, pps, idr, MadeStream.sps(widthInMbs: 3), p(1)], at: 3),
        Case(code: "noIDRAfterEndOfSequence", units: [sps, pps, idr, [10], p(1)], at: 4),
        Case(code: "missingEmulationPrevention", units: [sps, pps, idr, p(1) + [0, 0, 2, 1]]),
    ]

    @Test(arguments: cases)
    func `an anomaly is reported where it is`(_ test: Case) throws {
        let stream = MadeStream.annexB(test.units)
        let anomaly = try #require(try inspect(stream).anomalies.first { $0.code == test.code })
        if test.code != "frameNumGap" { #expect(anomaly.count == test.count) }
        if let index = test.at {
            #expect(anomaly.offset == MadeStream.annexB(Array(test.units[..<index])).count)
        }
        #expect(anomaly.message.hasSuffix("."))
    }

    @Test func `gaps in frame_num are counted`() throws {
        let stream = MadeStream.annexB([Self.sps, Self.pps, Self.idr, Self.p(1), Self.p(3), Self.p(4), Self.p(7)])
        let report = try H264Report(stream)
        #expect(report.frameNumGaps == 2)
        #expect(report.anomalies.first { $0.code == "frameNumGap" }?.count == 2)
        #expect(report.anomalies.first { $0.code == "frameNumGap" }?.message.contains("3 behind 1") == true)
    }

    @Test func `padding and garbage are counted`() throws {
        let stream =
            [0xaa, 0xbb] + MadeStream.annexB(Self.plain) + [0, 0, 0, 0, 0] + MadeStream.annexB([Self.p(3)]) + [0, 0, 0]
        let report = try H264Report(stream)
        #expect(report.garbageBytes == 2)
        #expect(report.paddingBytes == 8)
        #expect(report.trailingZeroBytes == 3)
        #expect(report.startCodes.counts == [0, 5, 1])
        let garbage = report.anomalies.first
        #expect(garbage?.code == "garbageBeforeStream")
        #expect(garbage?.count == 2)
        #expect(garbage?.offset == 0)
    }

    @Test func `short start codes are reported`() throws {
        let report = try H264Report(MadeStream.annexB(Self.plain, startCode: [0, 0, 1]))
        #expect(report.startCodes.counts == [5, 0, 0])
        // Two parameter sets, and two access units that do not begin with one.
        #expect(report.anomalies.first { $0.code == "shortStartCode" }?.count == 4)
    }

    @Test func `a NAL unit that is too large is reported`() throws {
        let large = Self.p(1) + [UInt8](repeating: 0x55, count: 17 << 20)
        let report = try H264Report(MadeStream.annexB([Self.sps, Self.pps, Self.idr, large, Self.p(2)]))
        #expect(report.anomalies.contains { $0.code == "oversizeNALUnit" })
        #expect(report.accessUnits == 2)
    }

    @Test(arguments: [
        [], [0], [0, 0, 1], [0, 0, 0, 1], [0xff], Array("<html>Not a stream.</html>".utf8),
        [UInt8](repeating: 0, count: 3 << 20), [UInt8](repeating: 0x41, count: 3 << 20), [0, 0, 1, 9, 0x10],
        Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 2, 1, 2, 0xff, 0xfb],
    ])
    func `an unknown stream is refused with a sentence`(_ stream: [UInt8]) {
        let error = #expect(throws: InspectionError.self) { try inspect(stream, chunk: 100_000) }
        #expect(error?.description.hasSuffix(".") == true)
    }

    @Test func `H.265 is named in the error`() {
        let stream = MadeStream.annexB([
            [0x40, 1, 0x0c, 1, 0xff, 0xff], [0x42, 1, 1, 1, 0x60], [0x44, 1, 0xc1], [0x26, 1, 0xaf, 9],
        ])
        let error = #expect(throws: InspectionError.self) { try inspect(stream) }
        #expect(error?.description.contains("H.265") == true)
    }
}

extension H264Report.StartCodes {
    /// Of three bytes, of four, and of more.
    fileprivate var counts: [Int] { [three, four, longer] }
}
