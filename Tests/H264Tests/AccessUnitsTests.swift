import H264
import Testing

/// The sequences over byte streams, and the parsers that take collections of bytes.
struct AccessUnitsTests {
    static let sps = TestSPS().nal
    static let pps = TestPPS().nal
    static let idr = TestSlice.idr(0).nal
    static let p = TestSlice(frameNum: 1, lsb: 2).nal

    static let stream: [UInt8] = [sps, pps, idr, p, []].flatMap { [0, 0, 1] + $0 }

    @Test func `the NAL units of a buffer are its slices, without the empty ones`() {
        let units = Array(NALUnits(annexB: Self.stream))
        #expect(units.map(Array.init) == [Self.sps, Self.pps, Self.idr, Self.p])
        #expect(
            units.map(\.startIndex) == [3, 6 + Self.sps.count, 9 + (Self.sps + Self.pps).count]
                + [12 + (Self.sps + Self.pps + Self.idr).count]
        )
        #expect(Array(NALUnits(annexB: [1, 2, 3])).isEmpty)
    }

    @Test(arguments: [1, 2, 5, 1_000])
    func `the access units do not depend on the chunks`(length: Int) {
        let chunks = stride(from: 0, to: Self.stream.count, by: length).map { start in
            Self.stream[start..<min(start + length, Self.stream.count)]
        }
        let units = Array(AccessUnits(of: chunks))
        #expect(units.map(\.info.isIDR) == [true, false])
        #expect(
            units.map(\.bytes)
                == [[Self.sps, Self.pps, Self.idr], [Self.p]].map { nals in
                    nals.flatMap { [0, 0, 0, 1] + $0 }
                }
        )
        #expect(units.map(\.bytes) == AccessUnits(annexB: Self.stream).map(\.bytes))
    }

    @Test func `a splitter takes any collection of bytes`() {
        var splitter = AnnexBSplitter()
        var units: [[UInt8]] = []
        for chunk in [Self.stream.prefix(20), Self.stream.dropFirst(20)] {
            splitter.push(chunk) { unit, _ in units.append(unit.indices.map { unit[$0] }) }
        }
        #expect(units == [Self.sps, Self.pps, Self.idr, Self.p])
    }

    @Test func `chunks are taken only when the next access unit needs them`() {
        var taken = 0
        let chunks = sequence(state: ()) { _ in
            taken += 1
            return taken > 10 ? nil : Self.stream
        }
        var units = AccessUnits(of: chunks).makeIterator()
        #expect(units.next()?.info.isIDR == true && taken == 1)
    }

    @Test func `a live source that pauses gets its last access unit`() {
        var reader = AccessUnitReader()
        #expect(reader.push(Self.stream.dropLast(3)).isEmpty, "nothing says that the last NAL unit is whole")
        #expect(reader.flush().map(\.info.isIDR) == [true, false])
        #expect(reader.finish().isEmpty && reader.skipped == .init())
        #expect(reader.parameterSets.sps(0) != nil)
    }

    @Test func `what exceeds the limit is left out and counted`() {
        var reader = AccessUnitReader(maximumAccessUnitSize: (Self.sps + Self.pps + Self.idr).count + 12)
        let large = [0, 0, 1] + Self.p + [UInt8](repeating: 7, count: 200)
        let units = reader.push(Self.stream.dropLast(Self.p.count + 6) + large) + reader.finish()
        #expect(units.map(\.info.isIDR) == [true] && reader.oversizeCount == 1)
    }

    @Test func `parsers take spans of bytes and any collection of bytes`() throws {
        #expect(try SequenceParameterSet(Self.sps).id == SequenceParameterSet(Self.sps.span).id)
        #expect(try PictureParameterSet(Self.pps[...]).id == PictureParameterSet(Self.pps.span).id)
        var sets = ParameterSets()
        try sets.remember(Self.sps)
        try sets.remember(Self.pps)
        #expect(try SliceHeader(Self.idr, sets) == SliceHeader(Self.idr.span, sets))
        #expect(try SliceStart(Self.p) == SliceStart(Self.p.span))
        #expect(throws: H264Error.self) { try AVCDecoderConfigurationRecord([1, 100, 0, 30]) }
        let sample = try AVCC.sample(fromAnnexB: Self.stream)
        #expect(try AnnexB.bytes(fromSample: sample, startCode: .short) == Self.stream.dropLast(3))
    }

    @Test func `the splitter hands out spans of bytes`() {
        var splitter = AnnexBSplitter()
        var units: [[UInt8]] = []
        let take = { (unit: Span<UInt8>, _: AnnexBPosition) in units.append(unit.withUnsafeBufferPointer { Array($0) })
        }
        splitter.push(Self.stream.span, take)
        splitter.finish(take)
        #expect(units == [Self.sps, Self.pps, Self.idr, Self.p, []])
    }
}
