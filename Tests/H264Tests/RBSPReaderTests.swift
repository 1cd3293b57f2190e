import Testing
import TestSupport

@testable import H264

struct RBSPReaderTests {
    /// Table 9-2 and 9-3, and the code words at both ends.
    @Test(
        arguments: [
            ("80", 0, 0), ("40", 1, 1), ("60", 2, -1), ("20", 3, 2), ("28", 4, -2), ("30", 5, 3), ("38", 6, -3),
            ("0000 0000 ffff ffff 00", nil, nil),
            ("0000 0001 ffff fffe", 4_294_967_294, -2_147_483_647),
            ("0000 0001 0000 0000", 2_147_483_647, 1_073_741_824),
        ] as [(String, UInt32?, Int32?)]
    )
    func `Exp-Golomb codes are read`(_ hex: String, unsigned: UInt32?, signed: Int32?) {
        // As a payload, so that no emulation prevention is needed where there are zeros.
        let nal = [0x67] + EmulationPrevention.inserted(into: [UInt8](hex: hex).span.bytes)
        var bits = RBSPReader()
        #expect((try? bits.ue(nal.span.bytes)) == unsigned)
        bits = RBSPReader()
        #expect((try? bits.se(nal.span.bytes)) == signed)
    }

    @Test func `what is written is read again`() throws {
        let values = [0, 1, 2, 3, 7, 8, 254, 255, 256, 65_535, 1 << 20, (1 << 31) - 1]
        var writer = BitWriter()
        for value in values {
            writer.ue(value)
            writer.se(-value)
            writer.u(3, value & 7)
        }
        let nal = writer.nal(0x67)
        var bits = RBSPReader()
        for value in values {
            #expect(try bits.ue(nal.span.bytes) == value)
            #expect(try bits.se(nal.span.bytes) == -value)
            #expect(try bits.u(3, nal.span.bytes) == value & 7)
        }
        let isMore = bits.moreRBSPData(nal.span.bytes)
        #expect(!isMore)
    }

    /// Emulation prevention bytes are passed over wherever they are, also at the end.
    @Test func `emulation prevention bytes are skipped`() throws {
        let nal: [UInt8] = [0x67, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3]
        var bits = RBSPReader()
        #expect(try bits.u(32, nal.span.bytes) == 0x0000_0100)
        #expect(try bits.u(24, nal.span.bytes) == 0)
        #expect(throws: H264Error.self) { try bits.u(1, nal.span.bytes) }
    }

    @Test(arguments: ["67", ""])
    func `reading beyond the end throws`(_ hex: String) {
        let nal = [UInt8](hex: hex)
        var bits = RBSPReader()
        #expect((try? bits.u(0, nal.span.bytes)) == 0)
        #expect(throws: H264Error.self) { try bits.u(1, nal.span.bytes) }
        #expect(throws: H264Error.self) { try bits.ue(nal.span.bytes) }
        let isMore = bits.moreRBSPData(nal.span.bytes)
        #expect(!isMore)
    }

    @Test(arguments: [
        ("80", false), ("8000", false), ("80000000", false), ("8000000001", false), ("c0", true), ("0180", true),
        ("0080", false), ("00", false), ("90", true),
    ])
    func `more_rbsp_data looks for bits before the stop bit`(_ hex: String, isMore: Bool) {
        let nal = [UInt8](hex: hex)
        let result = RBSPReader(at: 0).moreRBSPData(nal.span.bytes)
        #expect(result == isMore)
    }
}
