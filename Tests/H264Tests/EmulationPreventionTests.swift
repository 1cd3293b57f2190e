import H264
import TestSupport
import Testing

struct EmulationPreventionTests {
    /// RBSP and NAL unit payload (7.3.1, 7.4.1).
    static let cases = [
        ("", ""), ("01", "01"), ("0000", "000003"), ("00000000", "000003000003"), ("000001", "00000301"),
        ("000002", "00000302"), ("000003", "00000303"), ("000004", "000004"), ("00000000 01", "000003000003 01"),
        ("0000030000 0301", "000003030000 030301"), ("01000080", "01000080"), ("ff0000", "ff000003"),
    ]

    @Test(arguments: cases)
    func `emulation prevention is inserted and removed`(_ rbsp: String, payload: String) {
        #expect(EmulationPrevention.inserted(into: [UInt8](hex: rbsp).span.bytes) == [UInt8](hex: payload))
        #expect(EmulationPrevention.removed(from: [UInt8](hex: payload).span.bytes) == [UInt8](hex: rbsp))
    }

    /// Encoders that escape where they need not, or not where they must.
    @Test(arguments: [("00000305", "000005"), ("000000", "000000"), ("0000000003 01", "0000000001")])
    func `escapes that are wrong are tolerated`(_ payload: String, rbsp: String) {
        #expect(EmulationPrevention.removed(from: [UInt8](hex: payload).span.bytes) == [UInt8](hex: rbsp))
    }

    @Test func `what is inserted is removed again`() {
        var random = SeededGenerator(seed: 7)
        for length in 0..<400 {
            // An RBSP ends with its stop bit, or with pairs of zero bytes behind it.
            let rbsp = (0..<length).map { _ in UInt8.random(in: 0...4, using: &random) } + [0x80]
            let payload = EmulationPrevention.inserted(into: rbsp.span.bytes)
            #expect(EmulationPrevention.removed(from: payload.span.bytes) == rbsp)
            let codes = zip(payload, zip(payload.dropFirst(), payload.dropFirst(2))).filter {
                ($0, $1.0) == (0, 0) && $1.1 < 3
            }
            #expect(codes.isEmpty, "a start code in \(payload)")
        }
    }
}
