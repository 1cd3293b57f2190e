import AAC
import Containers
import MadeStreams
import Testing
import TestSupport

/// Transport streams, read back by a reader that checks the syntax.
struct TransportStreamTests {
    static let delimiter: [UInt8] = [0, 0, 0, 1, 9, 0xf0]

    static func bytes(of stream: TestStream, delay: Int64 = TransportStreamWriter.usualDelay) throws -> [UInt8] {
        var writer = try TransportStreamWriter(tracks: stream.tracks, delay: delay)
        var bytes: [UInt8] = []
        for frame in stream.frames {
            let packets = writer.packets(of: frame.info, frame.payload.span.bytes)
            bytes += try #require(packets).bytes
        }
        return bytes
    }

    /// Microseconds as 33 bits of 90 kHz, behind the delay.
    static func ticks(_ time: Int64) -> Int64 {
        ((time * 90 + 500) / 1_000 + TransportStreamWriter.usualDelay * 90 / 1_000) & (1 << 33 - 1)
    }

    @Test(arguments: HybridMP4Tests.shapes.indices)
    func `every frame arrives with its times`(_ shape: Int) throws {
        let stream = try TestStream(HybridMP4Tests.shapes[shape], seed: UInt64(shape))
        let reader = TransportStreamReader(try Self.bytes(of: stream))
        #expect(reader.types.count == stream.tracks.count)
        for (index, track) in stream.tracks.enumerated() {
            let pid = 0x100 + UInt16(index)
            let frames = stream.frames.filter { $0.info.track == track.id }
            let units = try #require(reader.units[pid])
            #expect(units.count == frames.count)
            #expect(reader.types[pid] == (track.isVideo ? 0x1b : 0x0f))
            #expect(reader.languages[pid] == (track.isVideo ? nil : Array("deu".utf8)))
            for (unit, frame) in zip(units, frames) {
                // Close times move by a tick.
                #expect(abs(unit.decode - Self.ticks(frame.info.decodeTime)) <= 1)
                #expect(abs(unit.presentation - Self.ticks(frame.info.presentationTime)) <= 1)
                #expect(unit.isRandomAccess == frame.info.isSync)
                #expect(unit.bytes == (try Self.carried(frame, track)))
            }
        }
    }

    private static func carried(_ frame: TestFrame, _ track: ContainerTrack) throws -> [UInt8] {
        guard case .aac(let description) = track.description else { return delimiter + frame.payload }
        var bytes: [UInt8] = []
        try ADTSWriter(description.config).append(frame.payload.span.bytes, to: &bytes)
        return bytes
    }

    @Test(arguments: HybridMP4Tests.shapes.indices)
    func `the clock comes in time, never goes back, and precedes decoding`(_ shape: Int) throws {
        let stream = try TestStream(HybridMP4Tests.shapes[shape], seed: 5)
        let reader = TransportStreamReader(try Self.bytes(of: stream))
        let wrap: UInt64 = (1 << 33) * 300
        let first = try #require(reader.references.first)
        #expect(first.value / 27 == UInt64(stream.frames[0].info.decodeTime) % (wrap / 27))
        for (earlier, later) in zip(reader.references, reader.references.dropFirst()) {
            let step = (later.value + wrap - earlier.value) % wrap
            // 0.1 s; lost frames leave longer pauses, and late ones.
            #expect(
                step <= 2_700_000 || HybridMP4Tests.shapes[shape].loss > 0 || HybridMP4Tests.shapes[shape].lateness > 0
            )
        }
        #expect(reader.tables.count >= HybridMP4Tests.shapes[shape].seconds * 8)
    }

    @Test func `an access unit delimiter stays as it is`() throws {
        let stream = try TestStream(TestStream.Shape(soundTracks: 0, seconds: 1))
        var writer = try TransportStreamWriter(tracks: stream.tracks)
        let payload = [0, 0, 0, 1, 9, 0x10] + stream.frames[0].payload
        let packets = writer.packets(of: stream.frames[0].info, payload.span.bytes)
        #expect(TransportStreamReader(try #require(packets).bytes).units[0x100]?.first?.bytes == payload)
    }

    @Test(arguments: [1, 150, 151, 152, 153, 154, 155, 156, 157, 158, 183, 184, 185, 65_500, 65_530, 70_000, 300_000])
    func `frames of every length fill whole packets`(_ length: Int) throws {
        let stream = try TestStream(TestStream.Shape(soundTracks: 0, seconds: 1))
        var writer = try TransportStreamWriter(tracks: stream.tracks)
        var bytes: [UInt8] = []
        for frame in stream.frames.prefix(3) {
            let payload = [0, 0, 1, 9, 0xf0] + [UInt8](repeating: 0x55, count: length)
            let packets = writer.packets(of: frame.info, payload.span.bytes)
            bytes += try #require(packets).bytes
        }
        let reader = TransportStreamReader(bytes)
        #expect(reader.units[0x100]?.map(\.bytes.count) == [length + 5, length + 5, length + 5])
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a reader that misses frames finds right counters behind discontinuity packets`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stream = try TestStream(TestStream.Shape(soundTracks: 2), seed: seed)
        var writer = try TransportStreamWriter(tracks: stream.tracks)
        var bytes: [UInt8] = []
        var isMissing = false
        for frame in stream.frames {
            let made = writer.packets(of: frame.info, frame.payload.span.bytes)
            let packets = try #require(made)
            let wasMissing = isMissing
            isMissing = !bytes.isEmpty && Int.random(in: 0..<4, using: &random) == 0
            if isMissing { continue }
            if wasMissing { bytes += packets.counters.discontinuityPackets() }
            bytes += packets.bytes
        }
        // The reader checks the counters.
        #expect(TransportStreamReader(bytes).units.count == 3)
    }

    @Test func `a break is marked`() throws {
        var stream = try TestStream(TestStream.Shape(seconds: 1))
        stream.frames[30].info.isDiscontinuous = true
        let units = TransportStreamReader(try Self.bytes(of: stream)).units.values.flatMap { $0 }
        #expect(units.count { $0.isDiscontinuous } == 1)
    }

    @Test func `other tracks are another version of the map`() throws {
        let stream = try TestStream()
        var writer = try TransportStreamWriter(tracks: stream.tracks)
        var bytes: [UInt8] = []
        for (index, frame) in stream.frames.enumerated() {
            if index == 60 { try writer.change(to: [stream.tracks[0]]) }
            guard let packets = writer.packets(of: frame.info, frame.payload.span.bytes) else {
                #expect(index >= 60 && frame.info.track == 2)
                continue
            }
            bytes += packets.bytes
        }
        let reader = TransportStreamReader(bytes)
        #expect(reader.types == [0x100: 0x1b])
        #expect(Set(reader.mapVersions) == [0, 1] && reader.mapVersions == reader.mapVersions.sorted())
    }

    @Test func `sound that ADTS cannot carry is refused`() throws {
        // An explicit frequency of 20 kHz.
        let description = try AACDescription(configuration: [0x17, 0x80, 0x27, 0x10, 0x10])
        let track = ContainerTrack(id: 1, description: .aac(description))
        #expect { try TransportStreamWriter(tracks: [track]) } throws: {
            ($0 as? ContainerError)?.code == .invalidDescription
        }
    }
}
