import MadeStreams
import StreamMedia
import StreamProtocol
import Testing

/// The frames at which decoding can begin: how they are flagged, and which parameter sets they bring.
@Suite struct StartTests {
    private static func p(_ frameNum: Int, pps: Int = 0, isReferenced: Bool = true) -> [UInt8] {
        MadeStream.p(frameNum, pps: pps, isReferenced: isReferenced)
    }

    private static let sets = [MadeStream.sps(), MadeStream.pps]

    @Test func `a recovery with a count is gradual, and its end is flagged`() {
        let units = sets(then: [
            MadeStream.recoveryPoint(2), Self.p(1), Self.p(2), Self.p(3), MadeStream.idr(), Self.p(1),
        ])
        let flags = ReadStream(MadeStream.annexB(units), .h264).frames.map(\.flags)
        #expect(flags == [.gradual, [], .recovered, .randomAccess, []])
    }

    @Test func `a recovery point with count 0 is a random access point if it is exact`() {
        for (isExact, expected) in [(true, FrameHeader.Flags.randomAccess), (false, [.gradual, .recovered])] {
            let units = sets(then: [
                MadeStream.idr(), MadeStream.recoveryPoint(0, isExact: isExact), Self.p(1), Self.p(2),
            ])
            let flags = ReadStream(MadeStream.annexB(units), .h264).frames.map(\.flags)
            #expect(flags == [.randomAccess, expected, []])
        }
    }

    @Test func `packets are flagged as a byte stream is`() throws {
        var reader = try H264PacketReader()
        var found = ReadStream()
        let packets = [
            sets(then: [MadeStream.recoveryPoint(1), Self.p(1)]), [Self.p(2)],
            [MadeStream.recoveryPoint(0), Self.p(3)],
        ]
        for packet in packets.map({ MadeStream.annexB($0) }) {
            reader.read(packet.span.bytes, decodeTime: nil, presentationTime: nil, captureTime: 0) { found.add($0) }
        }
        #expect(found.frames.map(\.flags) == [.gradual, .recovered, .randomAccess])
        #expect(nalUnits(found.frames[2].bytes) == Self.sets + packets[2])
    }

    /// A stream with several PPS: the second group lacks the one that only its later pictures refer to.
    @Test func `every set in force precedes every start`() {
        let other = MadeStream.makePPS(1)
        let units = sets(then: [
            other, MadeStream.idr(0), Self.p(1, pps: 1), MadeStream.idr(1), Self.p(1, pps: 1),
            MadeStream.recoveryPoint(1), Self.p(2), Self.p(3, pps: 1),
        ])
        let frames = ReadStream(MadeStream.annexB(units), .h264).frames
        #expect(nalUnits(frames[2].bytes) == Self.sets + [other, MadeStream.idr(1)])
        #expect(nalUnits(frames[4].bytes) == Self.sets + [other, MadeStream.recoveryPoint(1), Self.p(2)])
        #expect(nalUnits(frames[5].bytes) == [Self.p(3, pps: 1)])
    }

    @Test func `a picture that brings a new parameter set is not discardable`() {
        let picture = Self.p(1, isReferenced: false)
        let units = sets(then: [MadeStream.idr(), MadeStream.makePPS(1), picture, Self.p(1, pps: 1)])
        #expect(ReadStream(MadeStream.annexB(units), .h264).frames.map(\.flags) == [.randomAccess, [], []])
        // A set that was there already changes nothing.
        let repeated = sets(then: [MadeStream.idr(), MadeStream.pps, picture])
        #expect(ReadStream(MadeStream.annexB(repeated), .h264).frames.map(\.flags) == [.randomAccess, .discardable])
    }

    private func sets(then units: [[UInt8]]) -> [[UInt8]] { Self.sets + units }
}
