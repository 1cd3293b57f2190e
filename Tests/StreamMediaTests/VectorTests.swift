import H264
import StreamMedia
import StreamProtocol
import Testing
import TestSupport

/// Real streams: what goes in comes out again, at times that make sense.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct VectorTests {
    static let h264 = Vectors.entries(".h264")
    /// Figures of damaged and incomplete streams are informative.
    static let binding = h264.filter { $0.categories.isDisjoint(with: ["hostile", "no-sps", "no-base"]) }
    static let adts = Vectors.entries(".aac")
    /// The only random access point comes before the parameter sets, so that no decoder can begin there.
    static let lateParameterSets: Set = ["membrane_input-idr-sps-pps-non-idr.h264"]

    @Test(arguments: h264)
    func `the NAL units stay the same`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        var expected = nalUnits(stream)[...]
        var completion = OutputOrderCompletion()
        for unit in nalUnits(try ReadStream(stream, .h264).written()) {
            if unit == expected.first.map({ completion.replacement(for: $0.span.bytes) ?? $0 }) {
                expected.removeFirst()
            } else {
                // Only what a random access point lacked may have been added.
                let type = try #require(unit.first.map { NALUnitHeader($0).type })
                #expect([.sps, .spsExtension, .subsetSPS, .pps].contains(type), "\(type) was added")
            }
        }
        #expect(expected.isEmpty)
    }

    @Test(arguments: adts)
    func `the raw data blocks stay the same`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let read = ReadStream(stream, .adts)
        #expect(read.frames.map(\.bytes) == rawDataBlocks(stream))
        #expect(rawDataBlocks(try read.written()) == rawDataBlocks(stream))
    }

    @Test(arguments: h264)
    func `cuts make no difference`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let whole = ReadStream(stream, .h264)
        #expect(ReadStream(stream, .h264, chunk: 4_099) == whole)
        #expect(ReadStream(stream, .h264, chunk: 61) == whole)
    }

    @Test(arguments: adts)
    func `cuts of audio make no difference`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let whole = ReadStream(stream, .adts)
        #expect(ReadStream(stream, .adts, chunk: 1_021) == whole)
        #expect(ReadStream(stream, .adts, chunk: 7) == whole)
    }

    @Test(arguments: binding)
    func `frames are access units`(_ entry: Vectors.Entry) throws {
        let read = ReadStream(try Vectors.bytes(entry.file), .h264)
        let pictures = read.pictures
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        try #require(pictures.count == oracle.aus.count)
        for (frame, unit) in zip(pictures, oracle.aus) {
            if !Self.lateParameterSets.contains(entry.file) {
                #expect(frame.flags.isStart == (unit.idr == 1 || unit.rp == 1))
            }
            if unit.idr == 1, frame.flags.isStart { #expect(frame.flags.contains(.randomAccess)) }
            // A picture that brings parameter sets may be needed for these.
            let bringsSets = nalUnits(frame.bytes).contains { [7, 8].contains($0[0] & 31) }
            if !bringsSets || unit.nonref != 1 { #expect(frame.flags.contains(.discardable) == (unit.nonref == 1)) }
        }
        #expect(read.frames.allSatisfy { $0.capturedAt == 0 && $0.track == .zero })
        // Where the timing changes on the way, the manifest has the first.
        guard entry.number("sps_distinct") == 1, !Self.lateParameterSets.contains(entry.file) else { return }
        let scale = entry.number("vui_time_scale").map(Double.init)
        let units = entry.number("vui_num_units_in_tick").map(Double.init)
        let field = scale.flatMap { scale in units.map { $0 / scale * 1_000_000 } } ?? 20_000
        for (frame, unit) in zip(pictures, oracle.aus) {
            #expect(abs(Double(frame.microsecondsLong) - (unit.field == nil ? 2 : 1) * field) <= 1)
        }
    }

    /// Decoding times never go back, no picture is shown before it is decoded, and those of two frames differ.
    @Test(arguments: h264)
    func `times go forward`(_ entry: Vectors.Entry) throws {
        for source in [TimeSource.film, .rate(.perSecond(50)), .arrival] {
            let frames = ReadStream(try Vectors.bytes(entry.file), .h264, source: source).frames
            #expect(
                zip(frames, frames.dropFirst()).allSatisfy { $0.decodeTime.microseconds <= $1.decodeTime.microseconds }
            )
            #expect(
                frames.allSatisfy {
                    $0.decodeTime.microseconds >= 0 && $0.presentationTime.microseconds >= $0.decodeTime.microseconds
                }
            )
        }
        let pictures = ReadStream(try Vectors.bytes(entry.file), .h264).pictures
        #expect(Set(pictures.map(\.presentationTime.microseconds)).count == pictures.count)
    }

    /// Display order, as FFmpeg finds it by decoding.
    @Test(arguments: binding)
    func `the presentation order agrees with the reference figures`(_ entry: Vectors.Entry) throws {
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        let pictures = ReadStream(try Vectors.bytes(entry.file), .h264).pictures
        try #require(pictures.count == oracle.aus.count)
        // FFmpeg gives a packet's position, in fields that of the first: zero bytes or a prefix NAL unit off.
        var isSecond = false
        let first = oracle.aus.indices.filter { index in
            isSecond = oracle.aus[index].field != nil && !isSecond && index > 0 && oracle.aus[index - 1].field != nil
            return !isSecond
        }
        let start = oracle.aus.first?.o ?? 0
        let positions = oracle.ffprobe_frames_display_order.rows.compactMap { $0[1]?.number }
        let expected = positions.compactMap { position in
            first.last { oracle.aus[$0].o <= max(position, start) }
        }
        let shown = first.sorted {
            pictures[$0].presentationTime.microseconds < pictures[$1].presentationTime.microseconds
        }
        #expect(shown.filter(Set(expected).contains) == expected)
    }

    /// A source that goes quiet behind each access unit loses nothing by it, and waits for nothing.
    @Test(arguments: binding)
    func `a picture before a silence is handed out without its successor`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        var reader = H264TrackReader(source: .film)
        var read = ReadStream()
        let offsets = [0] + oracle.aus.dropFirst().map(\.o) + [stream.count]
        for (start, end) in zip(offsets, offsets.dropFirst()) {
            let before = read.pictures.count
            reader.push(Array(stream[start..<end]).span.bytes, arrival: 0) { read.add($0) }
            reader.flush(arrival: 0) { read.add($0) }
            #expect(read.pictures.count == before + 1)
        }
        reader.finish(arrival: 0) { read.add($0) }
        let whole = ReadStream(stream, .h264)
        #expect(read.pictures == whole.pictures)
        #expect(read.tracks == whole.tracks)
    }

    @Test(arguments: binding)
    func `track tables stand where parameter sets change`(_ entry: Vectors.Entry) throws {
        let read = ReadStream(try Vectors.bytes(entry.file), .h264)
        #expect(read.trackPlaces.first == 0)
        #expect(read.tracks.map(\.generation) == read.tracks.indices.map { UInt16($0) })
        for (index, place) in read.trackPlaces.enumerated() {
            let end = index + 1 < read.tracks.count ? read.trackPlaces[index + 1] : read.frames.count
            #expect(read.frames[place..<end].allSatisfy { $0.generation == UInt16(index) })
        }
        if Self.lateParameterSets.contains(entry.file) { return }
        let last = try #require(read.tracks.last)
        #expect(last.codec == .h264)
        #expect(last.kind == .video)
        #expect(read.tracks.contains { $0.size.map { Int($0.width) } == entry.number("width") })
        #expect(read.tracks.contains { $0.size.map { Int($0.height) } == entry.number("height") })
        let record = try AVCDecoderConfigurationRecord(last.configuration.span.bytes)
        #expect(!record.sequenceParameterSets.isEmpty)
        #expect(!record.pictureParameterSets.isEmpty)
    }

    @Test(arguments: ["frag_overlap.h264", "membrane_input-sps-pps-non-idr-sps-pps-idr.h264"])
    func `other parameter sets are another generation`(_ file: String) throws {
        let read = ReadStream(try Vectors.bytes(file), .h264)
        #expect(read.tracks.count == 2)
        #expect(read.tracks.first?.configuration != read.tracks.last?.configuration)
    }

    @Test(arguments: adts.filter { !$0.categories.contains("hostile") })
    func `audio tracks agree with the manifest`(_ entry: Vectors.Entry) throws {
        let read = ReadStream(try Vectors.bytes(entry.file), .adts)
        #expect(read.tracks.count == 1)
        #expect(read.tracks.first?.codec == .aac)
        #expect(read.frames.count == entry.number("au_count"))
        #expect(read.frames.allSatisfy { $0.flags == .randomAccess })
        let ends = read.frames.map { $0.presentationTime.microseconds + $0.microsecondsLong }
        #expect(Array(ends.dropLast()) == read.frames.dropFirst().map(\.presentationTime.microseconds))
    }
}
