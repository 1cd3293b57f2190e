import AAC
import Containers
import H264
import Testing
import TestSupport

/// Real streams through every container and back.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct VectorContainerTests {
    /// The access units of a stream, with times that the order of pictures gives.
    static func stream(_ file: String, _ placement: H264Description.ParameterSetPlacement) throws -> TestStream? {
        let bytes = try Vectors.bytes(file)
        var stream = try TestStream(TestStream.Shape(videoTracks: 0, soundTracks: 1, seconds: 0))
        stream.tracks = []
        var assembler = AccessUnitAssembler()
        var order = PresentationOrder()
        func add(_ unit: AccessUnit?) {
            guard let unit, unit.info.hasPicture else { return }
            if stream.tracks.isEmpty {
                guard let sets = try? H264Description(accessUnit: unit.bytes.span.bytes, placement: placement) else {
                    return
                }
                stream.tracks = [ContainerTrack(id: 1, description: .h264(sets))]
            }
            let times = order.times(of: unit.info, unit.sps?.value)
            let info = ContainerFrame(
                track: 1,
                decodeTime: 1_000_000 + Int64(times.decode) * 20_000,
                presentationTime: 1_000_000 + Int64(times.presentation) * 20_000,
                isSync: unit.info.isRandomAccess
            )
            stream.frames.append(TestFrame(info: info, payload: unit.bytes, sequence: UInt64(stream.frames.count)))
        }
        var cursor = AnnexBCursor()
        while let unit = cursor.next(in: bytes.span.bytes) {
            add(try assembler.append(bytes.span.bytes.extracting(unit.payload)))
        }
        add(try assembler.flush())
        return stream.frames.isEmpty ? nil : stream
    }

    /// Files of a stream, a new one wherever a new initialization is needed.
    private static func files(_ stream: TestStream) throws -> [(stream: TestStream, file: MemoryFile)] {
        var files: [(TestStream, MemoryFile)] = []
        var rest = stream
        while !rest.frames.isEmpty {
            var writer = try HybridMP4Writer(tracks: rest.tracks)
            var file = MemoryFile()
            file.perform(writer.start())
            var count = 0
            for frame in rest.frames {
                let outcome = writer.append(frame.info, frame.payload.span.bytes, epoch: 1, sequence: frame.sequence)
                guard case .added(let written) = outcome else { break }
                file.perform(written.steps)
                count += 1
            }
            file.perform(writer.finish().steps)
            var part = rest
            part.frames = Array(rest.frames.prefix(count))
            files.append((part, file))
            rest.frames.removeFirst(count)
            guard let first = rest.frames.first, case .h264(let old) = rest.tracks[0].description else { break }
            guard let description = try? H264Description(accessUnit: first.payload.span.bytes, placement: old.placement)
            else { return files }
            rest.tracks = [ContainerTrack(id: 1, description: .h264(description))]
        }
        return files
    }

    @Test(arguments: Vectors.entries(".h264"), [H264Description.ParameterSetPlacement.sampleEntry, .samples])
    func `H264 comes back from MP4 as the same access units`(
        _ entry: Vectors.Entry,
        _ placement: H264Description.ParameterSetPlacement
    ) throws {
        guard let stream = try Self.stream(entry.file, placement) else { return }
        var units: [[UInt8]] = []
        for (part, file) in try Self.files(stream) {
            let track = try #require(try file.index().tracks.first)
            guard case .h264(let description) = track.track.description else { return }
            let found = file.samples(track)
            #expect(found.count == part.frames.count && found.areFirst(of: part.samples(of: part.tracks[0])))
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.decode < $1.decode })
            units += try found.map { sample in
                try description.accessUnit(fromSample: sample.bytes.span.bytes, isSync: sample.isSync)
            }
        }
        // Parameter sets that the sample entry holds need not come back at their old place.
        let kept = units.map { Self.units($0, withSets: placement == .samples) }
        let expected = stream.frames.map { Self.units($0.payload, withSets: placement == .samples) }
        #expect(Array(expected.prefix(kept.count)) == kept)
        #expect(kept.count == expected.count || placement == .sampleEntry)
    }

    private static func units(_ accessUnit: [UInt8], withSets: Bool) -> [[UInt8]] {
        var cursor = AnnexBCursor()
        var units: [[UInt8]] = []
        while let unit = cursor.next(in: accessUnit.span.bytes) {
            guard let first = accessUnit[unit.payload].first else { continue }
            if withSets || ![7, 8, 13].contains(first & 31) { units.append(Array(accessUnit[unit.payload])) }
        }
        return units
    }

    @Test(arguments: Vectors.entries(".h264"))
    func `H264 comes back from a transport stream as the same access units`(_ entry: Vectors.Entry) throws {
        guard let stream = try Self.stream(entry.file, .samples) else { return }
        let reader = TransportStreamReader(try TransportStreamTests.bytes(of: stream))
        let units = try #require(reader.units[0x100])
        #expect(units.count == stream.frames.count)
        for (unit, frame) in zip(units, stream.frames) {
            #expect(unit.bytes == frame.payload || unit.bytes == TransportStreamTests.delimiter + frame.payload)
        }
        #expect(zip(units, units.dropFirst()).allSatisfy { $0.decode < $1.decode })
    }

    @Test(arguments: Vectors.entries(".aac"))
    func `AAC comes back as the same blocks`(_ entry: Vectors.Entry) throws {
        let bytes = try Vectors.bytes(entry.file)
        var reader = ADTSReader()
        var configuration: [UInt8]?
        var blocks: [[UInt8]] = []
        func take(_ block: RawSpan, _ info: ADTSBlock) {
            let config = AudioSpecificConfig(info.header, rawDataBlock: block)
            guard let encoded = try? config.encoded() else { return }
            configuration = configuration ?? encoded
            if configuration == encoded { blocks.append(block.withUnsafeBytes { Array($0) }) }
        }
        reader.push(bytes.span.bytes, take)
        reader.finish(take)
        guard let configuration else { return }
        var stream = try TestStream(TestStream.Shape(videoTracks: 0, soundTracks: 1, seconds: 0))
        stream.tracks = [ContainerTrack(id: 1, description: .aac(try AACDescription(configuration: configuration)))]
        stream.frames = blocks.enumerated().map { index, block in
            let time = 2_000_000 + Int64(index) * 20_000
            let info = ContainerFrame(track: 1, decodeTime: time, presentationTime: time, isSync: true)
            return TestFrame(info: info, payload: block, sequence: UInt64(index))
        }
        let file = try HybridMP4Tests.Recording(stream).file
        let track = try #require(try file.index().tracks.first)
        #expect(track.track.description == stream.tracks[0].description)
        #expect(file.samples(track).map(\.bytes) == blocks)
    }
}
