import H264
import Testing
import TestSupport

@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct VectorStreamTests {
    static let streams = Vectors.entries(".h264")
    static let binding = streams.filter(\.isBinding)

    /// constraint_set4_flag makes High Progressive High (A.2.4.1); FFmpeg does not look at it.
    static let otherProfileNames = ["MVCDS-6_old.h264": "Progressive High"]
    /// Two sizes in one stream, of which FFmpeg reports the last, and this test looks at the first.
    static let otherSizes: Set = ["membrane_input-sps-pps-non-idr-sps-pps-idr.h264"]

    /// Its only IDR picture comes before its parameter sets.
    static let noStart: Set = ["membrane_input-idr-sps-pps-non-idr.h264"]

    @Test(arguments: binding)
    func `counts agree with the manifest`(_ entry: Vectors.Entry) throws {
        let stream = try VectorStream(entry.file)
        let pictures = stream.pictures.map(\.info)
        #expect(stream.nalUnitCount == entry.number("nal_total"))
        #expect(pictures.count == entry.number("au_count"))
        #expect(pictures.count { $0.isIDR } == entry.number("au_idr"))
        #expect(pictures.count { $0.recoveryFrameCount != nil } == entry.number("au_recovery_point"))
        #expect(pictures.count { $0.isStart } == (Self.noStart.contains(entry.file) ? 0 : entry.number("rap_count")))
        #expect(pictures.count { !$0.isSecondField } == entry.number("frames"))
        #expect(pictures.map(\.sliceCount).max() == entry.number("max_slices_per_au"))
    }

    @Test(arguments: binding)
    func `the first SPS agrees with the manifest`(_ entry: Vectors.Entry) throws {
        let sps = try #require(try VectorStream(entry.file).firstSPS)
        #expect(Int(sps.profile.idc) == entry.number("profile_idc"))
        #expect(Int(sps.level.idc) == entry.number("level_idc"))
        #expect(sps.vui?.timing.map { Int($0.timeScale) } == entry.number("vui_time_scale"))
        #expect(sps.vui?.timing.map { Int($0.unitsInTick) } == entry.number("vui_num_units_in_tick"))
        if let profile = entry.columns["profile"] {
            #expect(sps.profile.name == Self.otherProfileNames[entry.file] ?? profile)
        }
        if Self.otherSizes.contains(entry.file) { return }
        #expect(sps.croppedSize.width == entry.number("width"))
        #expect(sps.croppedSize.height == entry.number("height"))
        #expect(sps.codedSize.width == entry.number("coded_width"))
        #expect(sps.codedSize.height == entry.number("coded_height"))
    }

    @Test(arguments: binding)
    func `every access unit agrees with the reference figures`(_ entry: Vectors.Entry) throws {
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        let stream = try VectorStream(entry.file)
        let pictures = stream.pictures
        try #require(pictures.count == oracle.aus.count)
        // By 7.4.1.2.3 a delimiter begins an access unit; the oracle counts a lone one at the end with the last picture.
        let tail = stream.units.reversed().prefix { !$0.info.hasPicture }.reduce(0) { $0 + $1.info.nalUnitCount }
        for (index, (unit, expected)) in zip(pictures, oracle.aus).enumerated() {
            let info = unit.info
            let place = Comment("access unit at byte \(expected.o)")
            #expect(unit.firstNAL == expected.nal, place)
            #expect(unit.offset == expected.o, place)
            #expect(info.nalUnitCount + (index == pictures.count - 1 ? tail : 0) == expected.n, place)
            #expect(info.sliceCount == expected.slices, place)
            #expect(info.isIDR == (expected.idr == 1), place)
            #expect((info.recoveryFrameCount != nil) == (expected.rp == 1), place)
            #expect(info.isReferenced == (expected.nonref != 1), place)
            let field = info.structure == .frame ? nil : info.structure == .topField ? "t" : "b"
            if info.unreadableSliceCount == 0 { #expect(field == expected.field, place) }
            if info.unreadableSliceCount == 0 { #expect(info.sliceType?.description == expected.st, place) }
        }
        if !Self.noStart.contains(entry.file) {
            #expect(pictures.indices.filter { pictures[$0].info.isStart } == oracle.rap_au_indices)
        }
        // The access unit, recovery_frame_cnt, exact_match_flag and broken_link_flag.
        for point in oracle.recovery_points {
            let info = pictures[point[0]].info
            #expect(info.recoveryFrameCount == point[1])
            #expect(info.isRandomAccess == (info.isIDR || point[1...] == [0, 1, 0]))
        }
    }

    /// Display order, as FFmpeg finds it by decoding, against presentation times.
    @Test(arguments: binding)
    func `the output order agrees with the reference figures`(_ entry: Vectors.Entry) throws {
        let oracle: Oracle = try Vectors.json("oracle/\(entry.file).json")
        var order = PresentationOrder()
        var frames: [(offset: Int, times: PresentationOrder.Times)] = []
        var decode = 0
        for unit in try VectorStream(entry.file).units {
            let times = order.times(of: unit.info, unit.sps)
            #expect(times.decode >= decode)
            #expect(times.presentation >= times.decode)
            decode = times.decode
            if unit.info.hasPicture, !unit.info.isSecondField { frames.append((unit.offset, times)) }
        }
        #expect(Set(frames.map(\.times.presentation)).count == frames.count, "two frames shown at once")

        // FFmpeg gives a packet's position: zero bytes or a prefix NAL unit off. Its repeats and losses do not count.
        let positions = oracle.ffprobe_frames_display_order.rows.compactMap { $0[1]?.number }
        let expected = positions.compactMap { position in
            frames.lastIndex { $0.offset <= max(position, frames[0].offset) }
        }
        let shown = frames.indices.sorted { frames[$0].times.presentation < frames[$1].times.presentation }
        #expect(shown.filter(Set(expected).contains) == expected)
    }

    /// What the assembler hands out is what came, but for parameter sets in front of random access points.
    @Test(arguments: streams)
    func `the assembler keeps every unit`(_ entry: Vectors.Entry) throws {
        let bytes = try Vectors.bytes(entry.file)
        var nals = Self.nals(bytes)[...]
        var assembler = AccessUnitAssembler()
        var units: [AccessUnit] = []
        for nal in nals { if let unit = try assembler.append(nal.span.bytes) { units.append(unit) } }
        if let unit = try assembler.flush() { units.append(unit) }
        for unit in units {
            var inserted = 0
            var types: Set<UInt8> = []
            for nal in Self.nals(unit.bytes) {
                types.insert(nal[0] & 31)
                if nal == nals.first { nals.removeFirst() } else { inserted += 1 }
            }
            #expect(inserted == unit.insertedParameterSetCount)
            if unit.info.isStart, unit.sps != nil { #expect(types.isSuperset(of: [7, 8])) }
        }
        #expect(nals.isEmpty)
    }

    /// The NAL units of a byte stream that are not empty.
    private static func nals(_ bytes: [UInt8]) -> [[UInt8]] {
        var cursor = AnnexBCursor()
        var nals: [[UInt8]] = []
        while let unit = cursor.next(in: bytes.span.bytes) { nals.append(Array(bytes[unit.payload])) }
        return nals.filter { !$0.isEmpty }
    }

    @Test(arguments: streams)
    func `every unit of a stream belongs to an access unit`(_ entry: Vectors.Entry) throws {
        let stream = try VectorStream(entry.file)
        #expect(stream.units.reduce(0) { $0 + $1.info.nalUnitCount } == stream.nalUnitCount)
    }
}
