import H264
import Testing
import Vectors

@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct VectorStreamTests {
    static let streams = Vectors.entries(".h264")
    static let binding = streams.filter(\.isBinding)

    @Test(arguments: binding)
    func figuresOfTheManifest(_ entry: Vectors.Entry) throws {
        let stream = try VectorStream(entry.file)
        let pictures = stream.pictures.map(\.info)
        #expect(stream.nalUnitCount == entry.number("nal_total"))
        #expect(pictures.count == entry.number("au_count"))
        #expect(pictures.count { $0.isIDR } == entry.number("au_idr"))
        #expect(pictures.count { $0.recoveryFrameCount != nil } == entry.number("au_recovery_point"))
        #expect(pictures.count { $0.isRandomAccess } == entry.number("rap_count"))
        #expect(pictures.count { !$0.isSecondField } == entry.number("frames"))
        #expect(pictures.map(\.sliceCount).max() == entry.number("max_slices_per_au"))
    }

    @Test(arguments: binding)
    func firstParameterSet(_ entry: Vectors.Entry) throws {
        let sps = try #require(try VectorStream(entry.file).firstSPS)
        #expect(Int(sps.profile.idc) == entry.number("profile_idc"))
        #expect(Int(sps.level.idc) == entry.number("level_idc"))
        #expect(sps.vui?.timing.map { Int($0.timeScale) } == entry.number("vui_time_scale"))
        #expect(sps.vui?.timing.map { Int($0.unitsInTick) } == entry.number("vui_num_units_in_tick"))
        if let profile = entry.columns["profile"] { #expect(sps.profile.name == profile) }
    }

    @Test(arguments: binding)
    func pictureSize(_ entry: Vectors.Entry) throws {
        let stream = try VectorStream(entry.file)
        let sps = try #require(stream.parameterSets.allSPS.first?.value)
        #expect(sps.croppedSize.width == entry.number("width"))
        #expect(sps.croppedSize.height == entry.number("height"))
        #expect(sps.codedSize.width == entry.number("coded_width"))
        #expect(sps.codedSize.height == entry.number("coded_height"))
    }

    @Test(arguments: binding)
    func everyAccessUnit(_ entry: Vectors.Entry) throws {
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        let pictures = try VectorStream(entry.file).pictures
        try #require(pictures.count == oracle.aus.count)
        for (unit, expected) in zip(pictures, oracle.aus) {
            let info = unit.info
            let place = Comment("access unit at byte \(expected.o)")
            #expect(unit.firstNAL == expected.nal, place)
            #expect(unit.offset == expected.o, place)
            #expect(info.nalUnitCount == expected.n, place)
            #expect(info.sliceCount == expected.slices, place)
            #expect(info.isIDR == (expected.idr == 1), place)
            #expect((info.recoveryFrameCount != nil) == (expected.rp == 1), place)
            #expect(info.isReferenced == (expected.nonref != 1), place)
            let field = info.structure == .frame ? nil : info.structure == .topField ? "t" : "b"
            if info.unreadableSliceCount == 0 { #expect(field == expected.field, place) }
            if info.unreadableSliceCount == 0 { #expect(info.sliceType?.description == expected.st, place) }
        }
        #expect(pictures.indices.filter { pictures[$0].info.isRandomAccess } == oracle.rap_au_indices)
        for point in oracle.recovery_points {
            #expect(pictures[point[0]].info.recoveryFrameCount == point[1])
        }
    }

    /// Display order, as FFmpeg finds it by decoding, against presentation times.
    @Test(arguments: binding)
    func outputOrder(_ entry: Vectors.Entry) throws {
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        let expected = oracle.ffprobe_frames_display_order.rows.compactMap { $0[1]?.number }
        var order = PresentationOrder()
        var times: [(offset: Int, times: PresentationOrder.Times)] = []
        for unit in try VectorStream(entry.file).units {
            let time = order.times(of: unit.info, unit.sps)
            #expect(time.presentation >= time.decode)
            if unit.info.hasPicture, !unit.info.isSecondField { times.append((unit.offset, time)) }
        }
        let shown = times.sorted { $0.times.presentation < $1.times.presentation }.map(\.offset)
        let decoded = Set(expected)
        #expect(shown.filter { decoded.contains($0) } == expected)
        let distinct = Set(times.map(\.times.presentation))
        #expect(distinct.count == times.count, "two frames shown at once")
    }

    @Test(arguments: streams)
    func survives(_ entry: Vectors.Entry) throws {
        let stream = try VectorStream(entry.file)
        #expect(stream.units.reduce(0) { $0 + $1.info.nalUnitCount } == stream.nalUnitCount)
    }
}
