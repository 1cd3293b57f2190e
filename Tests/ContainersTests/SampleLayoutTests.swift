import Containers
import H264
import MadeStreams
import Testing

/// Access units as samples, and when a sample entry no longer describes them.
struct SampleLayoutTests {
    private static let first = MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr()])

    private static func fit(_ units: [[UInt8]], _ placement: H264Description.ParameterSetPlacement) throws -> SampleFit
    {
        let description = try H264Description(accessUnit: first.span.bytes, placement: placement)
        let bytes = MadeStream.annexB(units)
        return ContainerTrack.Description.h264(description).fit(bytes.span.bytes)
    }

    private static func sample(_ units: [[UInt8]], _ placement: H264Description.ParameterSetPlacement) throws -> [UInt8]
    {
        guard case .fits(let layout) = try fit(units, placement) else { return [] }
        let bytes = MadeStream.annexB(units)
        var sample: [UInt8] = []
        layout.append(bytes.span.bytes, to: &sample)
        #expect(sample.count == layout.byteCount)
        return sample
    }

    @Test func `parameter sets of the sample entry are not in the sample`() throws {
        let unit = MadeStream.idr()
        let sample = try Self.sample([MadeStream.sps(), MadeStream.pps, unit], .sampleEntry)
        #expect(sample == [0, 0, 0, UInt8(unit.count)] + unit)
        #expect(try Self.sample([MadeStream.sps(), MadeStream.pps, unit], .samples).count == Self.first.count)
    }

    @Test func `another PPS needs another sample entry, or a place in the samples`() throws {
        let units = [MadeStream.sps(), MadeStream.pps, MadeStream.makePPS(1), MadeStream.idr()]
        #expect(try Self.fit(units, .sampleEntry) == .needsInitialization)
        #expect(try Self.sample(units, .samples).count == MadeStream.annexB(units).count)
    }

    @Test func `another size needs another sample entry always`() throws {
        let units = [MadeStream.sps(widthInMbs: 4), MadeStream.pps, MadeStream.idr()]
        #expect(try Self.fit(units, .sampleEntry) == .needsInitialization)
        #expect(try Self.fit(units, .samples) == .needsInitialization)
    }

    @Test func `another timing needs no other sample entry where sets are in the samples`() throws {
        let units = [MadeStream.sps(timing: (1, 2)), MadeStream.pps, MadeStream.idr()]
        #expect(try Self.fit(units, .sampleEntry) == .needsInitialization)
        guard case .fits = try Self.fit(units, .samples) else {
            Issue.record("it needs one")
            return
        }
    }

    @Test func `a frame without NAL units, or without bytes, is unusable`() throws {
        let description = try TestStream.description()
        for bytes: [UInt8] in [[], [1, 2, 3], [0, 0, 1, 0, 0, 1]] {
            let fit = ContainerTrack.Description.h264(description).fit(bytes.span.bytes)
            #expect(fit == .unusable)
        }
    }

    @Test(arguments: [H264Description.ParameterSetPlacement.sampleEntry, .samples])
    func `a description fits the access unit that it was made from`(
        _ placement: H264Description.ParameterSetPlacement
    ) throws {
        // A set that replaces another, an SPS extension of Main profile, a PPS that cannot be read, and a damaged one.
        let other = MadeStream.sps(timing: (1, 2))
        let units = [
            other, [0x6d, 0x80], MadeStream.sps(), MadeStream.pps, [0x68, 0x00, 0x00, 0x03], [0xe8, 1],
            MadeStream.idr(),
        ]
        let bytes = MadeStream.annexB(units)
        let description = try H264Description(accessUnit: bytes.span.bytes, placement: placement)
        guard case .fits = ContainerTrack.Description.h264(description).fit(bytes.span.bytes) else {
            Issue.record("it does not")
            return
        }
    }

    @Test func `a parameter set that cannot be read stays in the sample`() throws {
        // One that ends early, and two with forbidden_zero_bit.
        let unreadable: [[UInt8]] = [[0x68, 0x00, 0x00, 0x03], [0xe8, 0x01], [0xe7] + MadeStream.sps().dropFirst()]
        let units = unreadable + [MadeStream.idr()]
        #expect(try Self.sample(units, .sampleEntry).count == MadeStream.annexB(units).count)
    }

    @Test func `a sample becomes the access unit that it was`() throws {
        let units = [[9, 0xf0], MadeStream.sps(), MadeStream.pps, MadeStream.recoveryPoint(0), MadeStream.idr()]
        let description = try TestStream.description()
        let sample = try Self.sample(units, .sampleEntry)
        let whole = try description.accessUnit(fromSample: sample.span.bytes, isSync: true)
        #expect(whole == MadeStream.annexB(units))
        let bare = try description.accessUnit(fromSample: sample.span.bytes, isSync: false)
        #expect(bare == MadeStream.annexB([units[0], units[3], units[4]]))
    }

    @Test func `the description of an access unit is that of its record`() throws {
        let description = try TestStream.description()
        let again = try H264Description(configuration: description.record.encoded())
        #expect(again == description)
        let bare = MadeStream.annexB([MadeStream.p(1)])
        #expect { try H264Description(accessUnit: bare.span.bytes) } throws: {
            ($0 as? ContainerError)?.code == .invalidDescription
        }
    }
}
