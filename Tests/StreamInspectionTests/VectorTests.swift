import StreamInspection
import Testing
import TestSupport

/// Real streams, against what independent tools found in them.
@Suite(.enabled(if: Vectors.present, "\(Vectors.missing)"))
struct VectorTests {
    static let h264 = Vectors.entries(".h264")
    static let aac = Vectors.entries(".aac")
    static let audible = aac.filter { !$0.categories.contains("hostile") }
    /// Figures of damaged and incomplete streams are informative.
    static let informative: Set = ["hostile", "no-sps", "no-base"]
    static let binding = h264.filter { $0.categories.isDisjoint(with: informative) }

    /// Where the manifest has FFmpeg's word for something, and the standard another.
    static let otherProfiles = [
        // constraint_set4_flag makes High Progressive High (A.2.4.1); FFmpeg does not look at it.
        "MVCDS-6_old.h264": "Progressive High"
    ]

    @Test(arguments: binding)
    func `counts agree with the manifest`(_ entry: Vectors.Entry) throws {
        let report = try H264Report(file: entry.file)
        #expect(report.nalUnits == entry.number("nal_total"))
        #expect(report.startCodes.three == entry.number("startcodes_3"))
        #expect(report.startCodes.four == entry.number("startcodes_4"))
        #expect(report.startCodes.longer == entry.number("startcodes_longer"))
        #expect(report.trailingZeroBytes == entry.number("trailing_zeros"))
        #expect(report.accessUnits == entry.number("au_count"))
        #expect(report.idr == entry.number("au_idr"))
        #expect(report.recoveryPoints == entry.number("au_recovery_point"))
        // The only IDR picture of one comes before its parameter sets.
        let starts = entry.file == "membrane_input-idr-sps-pps-non-idr.h264" ? 0 : entry.number("rap_count")
        #expect(report.randomAccessPoints + report.gradualPoints == starts)
        #expect(report.frames == entry.number("frames"))
        #expect(report.unpairedFields == entry.number("unpaired_fields"))
        #expect(report.maximumSlices == entry.number("max_slices_per_au"))
        #expect(report.pictureParameterSets == entry.number("pps_distinct"))
        #expect(report.sequenceParameterSets.count { !$0.isSubset } == entry.number("sps_distinct"))
    }

    @Test(arguments: binding)
    func `parameter sets agree with the manifest`(_ entry: Vectors.Entry) throws {
        let report = try H264Report(file: entry.file)
        #expect(report.width == entry.number("width"))
        #expect(report.height == entry.number("height"))
        #expect(report.sequenceParameterSets.contains { $0.codedWidth == entry.number("coded_width") })
        #expect(report.sequenceParameterSets.contains { $0.codedHeight == entry.number("coded_height") })
        #expect(report.profileIDC.map(Int.init) == entry.number("profile_idc"))
        #expect(report.levelIDC.map(Int.init) == entry.number("level_idc"))
        if let profile = entry.columns["profile"] {
            #expect(report.profile == Self.otherProfiles[entry.file] ?? profile)
        }
        let scale = entry.number("vui_time_scale")
        let rate = scale.flatMap { scale in
            entry.number("vui_num_units_in_tick").map { Double(scale) / Double(2 * $0) }
        }
        #expect(report.frameRate == rate)
        #expect((report.duration == nil) == (rate == nil))
    }

    /// As in "1x90 5x10 7x1 8x1", and "emptyx1".
    @Test(arguments: h264)
    func `NAL unit and SEI types agree with the manifest`(_ entry: Vectors.Entry) throws {
        let report = try H264Report(file: entry.file)
        var types = report.nalUnitTypes.map { "\($0.type):\($0.count)" }
        if report.emptyNALUnits > 0 { types.append("empty:\(report.emptyNALUnits)") }
        #expect(types == entry.columns["nal_types"]?.split(separator: " ").map(String.init))
        let sei = report.seiMessages.compactMap { message in message.type.map { "\($0):\(message.count)" } }
        #expect(sei == (entry.columns["sei_types"] ?? "").split(separator: " ").map(String.init))
    }

    /// All bytes of a stream are accounted for.
    @Test(arguments: h264)
    func `bytes add up to the size of the file`(_ entry: Vectors.Entry) throws {
        let report = try H264Report(file: entry.file)
        let codes = report.startCodes
        let units = report.nalUnitTypes.reduce(0) { $0 + $1.bytes }
        #expect(report.bytes == entry.number("bytes"))
        #expect(
            report.bytes == 3 * codes.three + 4 * (codes.four + codes.longer) + units + report.paddingBytes
                + report.garbageBytes
        )
    }

    @Test(arguments: audible)
    func `audio agrees with the manifest`(_ entry: Vectors.Entry) throws {
        let report = try AACReport(file: entry.file)
        #expect(report.frames == entry.number("au_count"))
        var note: [Substring: Substring] = [:]
        for word in (entry.columns["note"] ?? "").split(separator: " ") {
            let pair = word.split(separator: "=")
            if pair.count == 2 { note[pair[0]] = pair[1] }
        }
        func isNoted(_ name: Substring, _ value: Any) -> Bool { note[name].map(String.init) == "\(value)" }
        #expect(isNoted("crc_frames", report.checksumFrames))
        #expect(isNoted("multi_block", report.multiBlockFrames))
        #expect(isNoted("id3_tags", report.id3Tags))
        #expect(isNoted("skipped_bytes", report.skippedBytes))
        #expect(isNoted("tail_bytes", report.truncatedBytes))
        #expect(isNoted("frame_len", "\(report.smallestFrame)..\(report.largestFrame)"))
        // Above that, the figures of the manifest are those of the output, after SBR.
        if !entry.categories.contains("he-aac") {
            #expect(report.sampleRate == entry.number("audio_sample_rate"))
            #expect(report.channels == entry.number("audio_channels"))
        }
    }

    /// The report does not depend on where the input is cut.
    @Test(arguments: h264 + audible)
    func `cuts make no difference`(_ entry: Vectors.Entry) throws {
        let stream = try Vectors.bytes(entry.file)
        let whole = try inspect(stream).json()
        #expect(try inspect(stream, chunk: 4_093).json() == whole)
        if stream.count < 20_000 { #expect(try inspect(stream, chunk: 1).json() == whole) }
    }

    @Test(arguments: h264 + audible)
    func `the text has short lines and lists anomalies`(_ entry: Vectors.Entry) throws {
        let text = try inspect(Vectors.bytes(entry.file)).description
        #expect(text.split(separator: "\n").allSatisfy { $0.count < 200 })
        #expect(text.contains("Anomalies"))
    }

    @Test func `a container is named in the error`() throws {
        let error = #expect(throws: InspectionError.self) { try inspect(Vectors.bytes("wpt_h264.mp4")) }
        #expect(error?.description.contains("MP4") == true)
    }
}
