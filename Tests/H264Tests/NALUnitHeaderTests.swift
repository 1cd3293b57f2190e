import H264
import Testing

@Suite struct NALUnitHeaderTests {
    @Test(arguments: UInt8.min...UInt8.max)
    func `a header keeps every bit`(_ byte: UInt8) {
        #expect(NALUnitHeader(byte).byte == byte)
    }

    @Test func `a header has its fields`() {
        let header = NALUnitHeader(0x67)
        #expect(header == NALUnitHeader(type: .sps, referenceIDC: 3))
        #expect(!header.forbiddenZeroBit)
        #expect(NALUnitHeader(0xe7).forbiddenZeroBit)
    }

    @Test func `every type has a name`() {
        let names = Set((0...31).map { NALUnitType(rawValue: $0).description })
        #expect(names.count == 32)
        #expect(NALUnitType.idrSlice.description == "IDR slice")
    }

    @Test func `slices of the picture are VCL`() {
        #expect((0...31).filter { NALUnitType(rawValue: $0).isVCL } == [1, 2, 3, 4, 5])
    }
}
