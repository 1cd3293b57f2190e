import Containers
import Testing
import TestSupport

/// Live fragments and clips, read back.
struct FragmentedMP4Tests {
    /// The fragments of a stream's frames, one each.
    static func fragments(of stream: TestStream) throws -> (writer: FragmentedMP4Writer, fragments: [[UInt8]]) {
        var writer = try FragmentedMP4Writer(tracks: stream.tracks)
        var fragments: [[UInt8]] = []
        for frame in stream.frames {
            guard case .fragment(let fragment) = writer.fragment(of: frame.info, frame.payload.span.bytes) else {
                Issue.record("no fragment")
                break
            }
            let bytes = fragment.bytes(frame.payload.span.bytes)
            #expect(bytes.count == fragment.byteCount)
            fragments.append(bytes)
        }
        return (writer, fragments)
    }

    @Test(arguments: HybridMP4Tests.shapes.indices)
    func `live fragments hold every frame`(_ shape: Int) throws {
        let stream = try TestStream(HybridMP4Tests.shapes[shape], seed: UInt64(shape))
        let (writer, fragments) = try Self.fragments(of: stream)
        let file = MemoryFile(writer.initializationSegment() + fragments.flatMap { $0 })
        let index = try file.index()
        #expect(!index.isComplete && index.length == UInt64(file.bytes.count))
        for track in index.tracks {
            let expected = stream.samples(of: track.track)
            let found = file.samples(track)
            #expect(found.count == expected.count && found.areFirst(of: expected))
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a viewer that misses fragments has the others at their times`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var stream = try TestStream(TestStream.Shape(reorders: seed % 2 == 0), seed: seed)
        let (writer, fragments) = try Self.fragments(of: stream)
        let kept = stream.frames.indices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        let file = MemoryFile(writer.initializationSegment() + kept.flatMap { fragments[$0] })
        stream.frames = kept.map { stream.frames[$0] }
        for track in try file.index().tracks {
            let expected = stream.samples(of: track.track)
            let found = file.samples(track)
            #expect(found.count == expected.count && found.areFirst(of: expected))
        }
    }

    @Test func `a viewer of one track gets its fragments only`() throws {
        let stream = try TestStream(TestStream.Shape(soundTracks: 2))
        let (writer, fragments) = try Self.fragments(of: stream)
        let chosen = zip(stream.frames, fragments).filter { $0.0.info.track == 3 }
        let file = MemoryFile(writer.initializationSegment(tracks: [3]) + chosen.flatMap { $0.1 })
        let index = try file.index()
        #expect(index.tracks.map(\.track) == [stream.tracks[2]])
        #expect(file.samples(index.tracks[0]).areFirst(of: stream.samples(of: stream.tracks[2])))
        #expect(index.tracks[0].samples.count == chosen.count)
    }

    @Test func `the capture time is in front of a random access point`() throws {
        let stream = try TestStream(TestStream.Shape(seconds: 2))
        let (_, fragments) = try Self.fragments(of: stream)
        let withTime = zip(stream.frames, fragments).filter { $0.1[4..<8] == Array("prft".utf8)[...] }
        #expect(withTime.map(\.0.info.decodeTime) == [5_000_000, 6_000_000])
        // Track 1, 1,760,000,005 s after 1970, media time 5 s at 90 kHz.
        let box = Array(withTime[0].1.prefix(32))
        #expect(Array(box[8...]) == [UInt8](hex: "01000018 00000001 EC91F685 00000000 000000000006DDD0"))
    }

    @Test func `a frame with other parameter sets is reported, and moves nothing`() throws {
        let stream = try TestStream(TestStream.Shape(soundTracks: 0, seconds: 1))
        var writer = try FragmentedMP4Writer(tracks: stream.tracks)
        let other = TestStream.picture(0) + [0, 0, 0, 1, 0x68, 0xff, 0xff]
        let frame = stream.frames[0]
        let result = writer.fragment(of: frame.info, other.span.bytes)
        #expect(result == .needsInitialization)
        #expect(writer.sequence == 0)
        guard case .fragment = writer.fragment(of: frame.info, frame.payload.span.bytes) else {
            Issue.record("no fragment")
            return
        }
    }

    @Test(arguments: HybridMP4Tests.shapes.indices)
    func `a clip holds every frame, and is as long as it says`(_ shape: Int) throws {
        let stream = try TestStream(HybridMP4Tests.shapes[shape], seed: UInt64(shape))
        var clip = try ClipWriter(tracks: stream.tracks)
        var data: [UInt8] = []
        for frame in stream.frames {
            guard case .added(let layout) = clip.add(frame.info, frame.payload.span.bytes) else {
                Issue.record("not added")
                return
            }
            layout.append(frame.payload.span.bytes, to: &data)
        }
        let file = MemoryFile(clip.head() + data)
        #expect(clip.length == UInt64(file.bytes.count))
        let index = try file.index()
        #expect(index.isComplete)
        // The first picture or sound is shown at 0.
        let starts = stream.tracks.compactMap { stream.samples(of: $0).first?.presentation }
        let start = try #require(starts.min())
        for track in index.tracks {
            let expected = stream.samples(of: track.track).map { sample in
                var moved = sample
                moved.decode -= start
                moved.presentation -= start
                return moved
            }
            let found = file.samples(track)
            #expect(found.count == expected.count && found.areFirst(of: expected, tolerance: 64))
        }
    }

    @Test func `tracks have numbers of their own, and are at most eight`() throws {
        let track = try TestStream().tracks[0]
        for tracks in [[], [track, track], (1...9).map { ContainerTrack(id: $0, description: track.description) }] {
            #expect { try FragmentedMP4Writer(tracks: tracks) } throws: {
                ($0 as? ContainerError)?.code == .invalidTracks
            }
        }
    }
}
