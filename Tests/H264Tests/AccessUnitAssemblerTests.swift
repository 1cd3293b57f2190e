import H264
import Testing

struct AccessUnitAssemblerTests {
    static let sps = TestSPS().nal
    static let pps = TestPPS().nal
    static let delimiter: [UInt8] = [9, 0x10]
    static let sei: [UInt8] = [6, 5, 1, 0xff, 0x80]
    static let prefix: [UInt8] = [0x6e, 0x80, 0x80, 0x0f]

    static func assemble(_ nals: [[UInt8]], limit: Int = 16_000) throws -> [AccessUnit] {
        var assembler = AccessUnitAssembler(maximumAccessUnitSize: limit)
        var units: [AccessUnit] = []
        for nal in nals { if let unit = try assembler.append(nal.span.bytes) { units.append(unit) } }
        if let unit = try assembler.flush() { units.append(unit) }
        return units
    }

    static func annexB(_ nals: [UInt8]...) -> [UInt8] { nals.flatMap { [0, 0, 0, 1] + $0 } }

    static func p(_ number: Int) -> [UInt8] { TestSlice(frameNum: number, lsb: 2 * number).nal }
    static func idr(_ id: Int) -> [UInt8] { TestSlice.idr(id).nal }

    @Test func `access units are handed out as they came`() throws {
        let units = try Self.assemble([Self.delimiter, Self.sps, Self.pps, Self.idr(0), [], Self.delimiter, Self.p(1)])
        #expect(
            units.map(\.bytes) == [
                Self.annexB(Self.delimiter, Self.sps, Self.pps, Self.idr(0)), Self.annexB(Self.delimiter, Self.p(1)),
            ]
        )
        #expect(units.map(\.insertedParameterSetCount) == [0, 0])
    }

    /// What is missing goes in front of a random access point, behind its delimiter.
    @Test func `missing parameter sets are inserted before IDR pictures`() throws {
        let units = try Self.assemble([
            Self.sps, Self.pps, Self.idr(0), Self.idr(1), Self.delimiter, Self.sei, Self.idr(0), Self.p(1),
        ])
        #expect(
            units.map(\.bytes) == [
                Self.annexB(Self.sps, Self.pps, Self.idr(0)), Self.annexB(Self.sps, Self.pps, Self.idr(1)),
                Self.annexB(Self.delimiter, Self.sps, Self.pps, Self.sei, Self.idr(0)), Self.annexB(Self.p(1)),
            ]
        )
        #expect(units.map(\.insertedParameterSetCount) == [0, 2, 2, 0])
    }

    /// Pictures up to the next random access point may refer to sets that its own slices do not name. Those that are
    /// there are not inserted again, and each SPS precedes the PPS that refer to it.
    @Test func `all parameter sets in force precede a random access point`() throws {
        let others = [TestSPS(id: 1).nal, TestPPS(id: 1).nal, TestPPS(id: 200, sps: 1).nal]
        let slices = [200, 0].map { TestSlice(type: .idrSlice, sliceType: 2, pps: $0, idrPictureID: $0).nal }
        let units = try Self.assemble(
            [Self.sps, Self.pps] + others + [Self.idr(0), Self.sps, Self.idr(1), Self.pps, Self.idr(0), Self.prefix]
                + slices
        )
        #expect(
            units.map(\.bytes).dropFirst() == [
                Self.annexB(others[0], Self.sps, Self.pps, others[1], others[2], Self.idr(1)),
                Self.annexB(Self.sps, others[0], others[1], others[2], Self.pps, Self.idr(0)),
                Self.annexB(others[0], Self.sps, others[2], Self.pps, others[1], Self.prefix, slices[0]),
                Self.annexB(Self.sps, others[0], Self.pps, others[1], others[2], slices[1]),
            ]
        )
    }

    /// A set between two random access points belongs to the next picture, and replaces the one with its id.
    @Test func `a set that is replaced is replaced from the next random access point on`() throws {
        let (first, second) = (TestPPS(id: 1).nal, TestPPS(id: 1, bipredictionIDC: 1).nal)
        let p = TestSlice(pps: 1, frameNum: 1, lsb: 2).nal
        let units = try Self.assemble([Self.sps, Self.pps, first, Self.idr(0), second, p, Self.idr(1), p])
        #expect(
            units.map(\.bytes) == [
                Self.annexB(Self.sps, Self.pps, first, Self.idr(0)), Self.annexB(second, p),
                Self.annexB(Self.sps, Self.pps, second, Self.idr(1)), Self.annexB(p),
            ]
        )
        #expect(units.map(\.info.changesParameterSets) == [true, true, false, false])
    }

    @Test func `an SPS extension follows its SPS`() throws {
        let `extension`: [UInt8] = [0x6d, 0xd0]
        let units = try Self.assemble([Self.sps, `extension`, Self.pps, Self.idr(0), Self.idr(1)])
        #expect(units.last?.bytes == Self.annexB(Self.sps, `extension`, Self.pps, Self.idr(1)))
        // Another SPS has no extension unless one follows it.
        let other = TestSPS(level: 31).nal
        let without = try Self.assemble([Self.sps, `extension`, Self.pps, Self.idr(0), other, Self.idr(1), Self.idr(0)])
        #expect(without.last?.bytes == Self.annexB(other, Self.pps, Self.idr(0)))
    }

    /// Decoders may be able to read what this module cannot.
    @Test func `a set that cannot be read is inserted too`() throws {
        let units = try Self.assemble([TestSPS.truncated, Self.pps, Self.idr(0), Self.idr(1)])
        #expect(units.last?.bytes == Self.annexB(TestSPS.truncated, Self.pps, Self.idr(1)))
        let both = try Self.assemble([Self.sps, TestSPS.truncated, Self.pps, Self.idr(0), Self.idr(1)])
        #expect(both.last?.bytes == Self.annexB(Self.sps, TestSPS.truncated, Self.pps, Self.idr(1)))
    }

    @Test func `a PPS without its SPS is not inserted`() throws {
        let units = try Self.assemble([Self.sps, Self.pps, TestPPS(id: 1, sps: 3).nal, Self.idr(0), Self.idr(1)])
        #expect(units.last?.bytes == Self.annexB(Self.sps, Self.pps, Self.idr(1)))
    }

    /// However many sets a stream has sent, its random access points stay within the limits.
    @Test func `sets that no slice refers to are bounded`() throws {
        let filler = [UInt8](repeating: 0x55, count: 40_000)
        let large = (1...3).map { TestPPS(id: $0).nal + filler }
        let idr = TestSlice(type: .idrSlice, sliceType: 2, pps: 3, idrPictureID: 1).nal
        let units = try Self.assemble([Self.sps, Self.pps] + large + [Self.idr(0), idr], limit: 1 << 20)
        #expect(units.last?.bytes == Self.annexB(Self.sps, large[2], Self.pps, large[0], idr))
        let tight = try Self.assemble([Self.sps, Self.pps] + large + [Self.idr(0), idr], limit: 200_000)
        #expect(tight.last?.bytes == Self.annexB(Self.sps, large[2], Self.pps, idr))
    }

    /// A recovery point is a random access point as well.
    @Test func `parameter sets are inserted before a recovery point`() throws {
        let recovery: [UInt8] = [6, 6, 1, 0b1000_0000, 0x80]
        let units = try Self.assemble([Self.sps, Self.pps, Self.idr(0), recovery, Self.p(1)])
        #expect(units.last?.bytes == Self.annexB(Self.sps, Self.pps, recovery, Self.p(1)))
    }

    /// Slice extensions refer to a subset SPS (H.7.4.1.2.1).
    @Test func `a subset SPS is inserted for slice extensions`() throws {
        let subset = TestSPS(header: 0x6f, profile: 118, chroma: (1, false, 8)).nal
        let pps = TestPPS(id: 1).nal
        var bits = BitWriter()
        for value in [0, 7, 1] { bits.ue(value) }
        let slice = [0x74, 0x80, 0x00, 0x0f] + bits.nal(0).dropFirst()
        let units = try Self.assemble([Self.sps, subset, Self.pps, pps, Self.idr(0), slice, Self.idr(1), slice])
        #expect(units.last?.bytes == Self.annexB(Self.sps, subset, Self.pps, pps, Self.idr(1), slice))
    }

    @Test func `pictures before the first random access point are marked`() throws {
        let units = try Self.assemble([Self.sps, Self.pps, Self.p(1), Self.p(2), Self.idr(0), Self.p(1)])
        #expect(units.map(\.info.followsRandomAccess) == [false, false, true, true])
    }

    /// Too large an access unit is lost, with an error in its place; the ones around it are not.
    @Test func `an access unit that is too large is lost, and those around it are kept`() throws {
        var assembler = AccessUnitAssembler(maximumAccessUnitSize: 100)
        let large = Self.p(1) + [UInt8](repeating: 0x55, count: 60)
        let rest = TestSlice(firstMacroblock: 1, frameNum: 1, lsb: 2).nal + [UInt8](repeating: 0x55, count: 60)
        for nal in [Self.sps, Self.pps, Self.idr(0)] { _ = try assembler.append(nal.span.bytes) }
        #expect(try assembler.append(large.span.bytes)?.info.isIDR == true)
        for _ in 0..<3 { #expect(try assembler.append(rest.span.bytes)?.bytes == nil) }
        #expect { try assembler.append(Self.p(2).span.bytes) } throws: {
            ($0 as? H264Error)?.code == .accessUnitTooLarge
        }
        #expect(try assembler.append(Self.p(3).span.bytes)?.bytes == Self.annexB(Self.p(2)))
        #expect(try assembler.flush()?.bytes == Self.annexB(Self.p(3)))
        #expect(try assembler.flush()?.bytes == nil)
    }

    /// A source that goes quiet between access units is flushed, and its picture order goes on.
    @Test func `a flush in the middle of an access unit splits nothing`() throws {
        var assembler = AccessUnitAssembler()
        var units: [AccessUnit] = []
        for nal in [Self.sps, Self.pps, Self.idr(0)] { _ = try assembler.append(nal.span.bytes) }
        for number in 1..<200 {
            if let unit = try assembler.flush() { units.append(unit) }
            let nal = TestSlice(frameNum: number % 16, lsb: 2 * number % 256).nal
            #expect(try assembler.append(nal.span.bytes)?.bytes == nil)
        }
        #expect(units.map(\.info.pictureOrderCount) == (0..<199).map { 2 * $0 })
        #expect(units.allSatisfy { $0.info.followsRandomAccess && $0.sps != nil })
    }

    @Test func `endless prefixes are bounded`() throws {
        var assembler = AccessUnitAssembler(maximumAccessUnitSize: 100)
        for nal in [Self.sps, Self.pps, Self.idr(0)] { _ = try assembler.append(nal.span.bytes) }
        for _ in 0..<1_000 { _ = try assembler.append(Self.prefix.span.bytes) }
        #expect(throws: H264Error.self) { try assembler.flush() }
    }
}
