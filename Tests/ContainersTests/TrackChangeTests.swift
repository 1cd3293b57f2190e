import Containers
import Testing

@Suite struct TrackChangeTests {
    private func sound(_ id: UInt32, _ configuration: [UInt8] = [0x11, 0x90]) throws -> ContainerTrack {
        ContainerTrack(id: id, description: .aac(try AACDescription(configuration: configuration)))
    }

    @Test func `the same tracks are no change, nor are fewer, in any order`() throws {
        let tracks = [try sound(1), try sound(2)]
        #expect(TrackChange(from: tracks, to: tracks.reversed()).isEmpty)
        #expect(TrackChange(from: tracks, to: [tracks[1]]).isEmpty)
        var named = tracks[0]
        named.language = "en"
        #expect(TrackChange(from: tracks, to: [named]).isEmpty)
    }

    @Test func `sound that ADTS cannot frame is nothing for a transport stream`() throws {
        #expect(TransportStreamWriter.canCarry(try sound(1)))
        // AAC LC with a frequency that has no index, 48,001 Hz.
        #expect(!TransportStreamWriter.canCarry(try sound(1, [0x17, 0x80, 0x5d, 0xc0, 0x90])))
    }

    @Test func `tracks with another number are added, and those with another description are changed`() throws {
        let change = TrackChange(from: [try sound(1), try sound(2)], to: [try sound(3), try sound(1, [0x12, 0x10])])
        #expect(change.added == [try sound(3)])
        #expect(change.changed == [try sound(1, [0x12, 0x10])])
        #expect(!change.isEmpty)
    }
}
