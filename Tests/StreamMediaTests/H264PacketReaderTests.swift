import H264
import MadeStreams
import StreamMedia
import StreamProtocol
import Testing

@Suite struct H264PacketReaderTests {
    private static let timed = MadeStream.sps(timing: (unitsInTick: 1, timeScale: 100))

    private func record(_ sps: [UInt8], lengthSize: NALUnitLengthSize = .four) throws -> [UInt8] {
        try AVCDecoderConfigurationRecord(
            sequenceParameterSets: [sps],
            pictureParameterSets: [MadeStream.pps],
            lengthSize: lengthSize
        )
        .encoded()
    }

    private func sample(_ units: [[UInt8]], _ size: NALUnitLengthSize = .four) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in units { try AVCC.append(unit.span.bytes, to: &bytes, lengthSize: size) }
        return bytes
    }

    @Test(
        arguments: NALUnitLengthSize.allCases
    )
    func `parameter sets of the configuration precede every IDR picture`(size: NALUnitLengthSize) throws {
        var reader = try H264PacketReader(configuration: record(Self.timed, lengthSize: size))
        var found = ReadStream()
        for (index, slice) in [MadeStream.idr(0), MadeStream.p(1), MadeStream.idr(1)].enumerated() {
            let packet = try sample([slice], size)
            let time = Int64(index) * 20_000
            reader.read(packet.span.bytes, decodeTime: time, presentationTime: time, captureTime: 7) { found.add($0) }
        }
        let sets = [Self.timed, MadeStream.pps]
        #expect(
            found.frames.map { nalUnits($0.bytes) } == [
                sets + [MadeStream.idr(0)], [MadeStream.p(1)], sets + [MadeStream.idr(1)],
            ]
        )
        #expect(found.frames.map(\.flags) == [.randomAccess, [], .randomAccess])
        #expect(found.frames.map(\.decodeTime.microseconds) == [0, 20_000, 40_000])
        #expect(found.frames.allSatisfy { $0.microsecondsLong == 20_000 && $0.capturedAt == 7 && $0.generation == 0 })
        #expect(found.tracks.count == 1)
        #expect(try found.tracks.first?.configuration == record(Self.timed))
        #expect(found.tracks.first?.frameRate == .perSecond(50))
    }

    @Test func `the content of a packet and its own parameter sets are kept`() throws {
        let units = [[0x09, 0xf0], Self.timed, MadeStream.pps, [0x06, 0x05, 0x01, 0x00, 0x80], MadeStream.idr()]
        var reader = try H264PacketReader(frameRate: .perSecond(25))
        var found = ReadStream()
        let packet = MadeStream.annexB(units, startCode: [0, 0, 1])
        reader.read(packet.span.bytes, decodeTime: nil, presentationTime: 5, captureTime: 0) { found.add($0) }
        #expect(found.frames.map { nalUnits($0.bytes) } == [units])
        #expect(found.frames.first?.microsecondsLong == 40_000)
        #expect(found.tracks.first?.frameRate == .perSecond(25))
    }

    @Test func `where nothing is reordered, track and frames say so, and slices are not changed`() throws {
        let unbounded = MadeStream.sps(timing: (unitsInTick: 1, timeScale: 100), boundsReordering: false)
        var reader = try H264PacketReader(configuration: record(unbounded))
        var found = ReadStream()
        // With the configuration's sets, and with its own.
        for units in [[MadeStream.idr(0)], [MadeStream.p(1)], [unbounded, MadeStream.pps, MadeStream.idr(1)]] {
            let packet = try sample(units)
            reader.read(packet.span.bytes, decodeTime: nil, presentationTime: nil, captureTime: 0) { found.add($0) }
        }
        let sets = [Self.timed, MadeStream.pps]
        #expect(
            found.frames.map { nalUnits($0.bytes) } == [
                sets + [MadeStream.idr(0)], [MadeStream.p(1)], sets + [MadeStream.idr(1)],
            ]
        )
        #expect(try found.tracks.map(\.configuration) == [record(Self.timed)])
    }

    @Test func `parameter sets that change on the way begin a new generation`() throws {
        var reader = try H264PacketReader(configuration: record(MadeStream.sps(widthInMbs: 2)))
        var found = ReadStream()
        let first = try sample([MadeStream.idr(0)])
        reader.read(first.span.bytes, decodeTime: 0, presentationTime: 0, captureTime: 0) { found.add($0) }
        let second = try sample([MadeStream.sps(widthInMbs: 4), MadeStream.pps, MadeStream.idr(1)])
        reader.read(second.span.bytes, decodeTime: 1, presentationTime: 1, captureTime: 0) { found.add($0) }
        try reader.configure(record(MadeStream.sps(widthInMbs: 6)))
        let third = try sample([MadeStream.idr(2)])
        reader.read(third.span.bytes, decodeTime: 2, presentationTime: 2, captureTime: 0) { found.add($0) }
        #expect(found.frames.map(\.generation) == [0, 1, 2])
        #expect(found.tracks.map(\.size?.width) == [32, 64, 96])
    }

    @Test func `access units of one packet are separated, each with its time`() throws {
        var reader = try H264PacketReader(configuration: record(Self.timed))
        var found = ReadStream()
        let packet = try sample([MadeStream.idr(), MadeStream.p(1), MadeStream.p(2, isReferenced: false)])
        reader.read(packet.span.bytes, decodeTime: 100, presentationTime: 100, captureTime: 0) { found.add($0) }
        #expect(found.frames.map(\.presentationTime.microseconds) == [100, 20_100, 40_100])
        #expect(found.frames.map(\.flags) == [.randomAccess, [], .discardable])
    }

    @Test func `units without a picture wait for one`() throws {
        var reader = try H264PacketReader()
        var found = ReadStream()
        let sets = MadeStream.annexB([Self.timed, MadeStream.pps])
        reader.read(sets.span.bytes, decodeTime: 0, presentationTime: 0, captureTime: 0) { found.add($0) }
        #expect(found.frames.isEmpty)
        let picture = MadeStream.annexB([MadeStream.idr()])
        reader.read(picture.span.bytes, decodeTime: 9, presentationTime: 9, captureTime: 0) { found.add($0) }
        #expect(found.frames.map { nalUnits($0.bytes) } == [[Self.timed, MadeStream.pps, MadeStream.idr()]])
        #expect(found.frames.first?.decodeTime.microseconds == 9)
    }

    @Test func `a damaged packet yields what can be read`() throws {
        var reader = try H264PacketReader(configuration: record(Self.timed))
        var found = ReadStream()
        let whole = try sample([MadeStream.idr()])
        for packet in [whole, whole + [0, 0, 1, 0, 0x61], [0, 0], [], whole] {
            reader.read(packet.span.bytes, decodeTime: nil, presentationTime: nil, captureTime: 0) { found.add($0) }
        }
        #expect(found.frames.map(\.decodeTime.microseconds) == [0, 20_000, 40_000])
        #expect(reader.damagedPacketCount == 2)
    }

    @Test(arguments: [[1], [1, 100, 0, 30, 0xfe, 0xe0, 0]] as [[UInt8]])
    func `a configuration that is not valid is refused`(bytes: [UInt8]) {
        #expect(throws: MediaError.self) { try H264PacketReader(configuration: bytes) }
    }
}
