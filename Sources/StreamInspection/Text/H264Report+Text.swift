extension H264Report: CustomStringConvertible {
    /// The report as aligned lines, for people.
    public var description: String {
        var table = TextTable()
        addStream(&table)
        addPictures(&table)
        addUnits(&table)
        for report in sequenceParameterSets { report.addRows(&table) }
        table.section("SEI messages")
        for message in seiMessages { table.row(message.name, Numbers.grouped(message.count)) }
        table.add(anomalies)
        return table.text
    }

    private func addStream(_ table: inout TextTable) {
        table.section("H.264, \(Numbers.grouped(bytes)) bytes")
        if let profile, let level, let codec { table.row("profile", "\(profile), level \(level) (\(codec))") }
        if let width, let height { table.row("size", "\(width) x \(height)") }
        table.row("frame rate", frameRate.map { "\(Numbers.decimal($0)) frames a second" } ?? "not in the stream")
        table.row("duration", duration.map(Numbers.duration))
        table.row("bit rate", bitRate.map(Numbers.bitRate))
        table.row("entropy coding", entropyCoding.map { transform8x8 ? "\($0), transform 8x8 allowed" : $0 })
        if sliceGroups > 1 { table.row("slice groups", "\(sliceGroups)") }
    }

    private func addPictures(_ table: inout TextTable) {
        table.section("Pictures")
        let fields = 2 * fieldPairs + unpairedFields
        let detail = fields > 0 ? " (\(fieldPairs) pairs of fields, \(unpairedFields) fields alone)" : ""
        table.row("frames", Numbers.grouped(frames) + detail)
        table.row("access units", Numbers.grouped(accessUnits))
        let kinds = "\(Numbers.grouped(idr)) IDR, \(Numbers.grouped(recoveryPoints)) with a recovery point"
        table.row("random access points", "\(Numbers.grouped(randomAccessPoints)) (\(kinds))")
        if gradualPoints > 0 { table.row("gradual points", Numbers.grouped(gradualPoints)) }
        table.row("first random access", firstRandomAccessOffset.map { "byte \(Numbers.grouped($0))" })
        if let groups { table.row("group of pictures", groups.text) }
        table.row("types", "pictures \(pictures.text); slices \(slices.text)")
        table.row("not referred to", "\(Numbers.grouped(nonReferencedAccessUnits)) access units")
        table.row("reordered", reorderedFrames == 0 ? "no" : "by up to \(reorderedFrames) frames")
        table.row("largest", "\(Numbers.grouped(largestAccessUnit)) bytes")
        table.row("most slices", "\(maximumSlices)")
        if frameNumGaps > 0 { table.row("gaps in frame_num", Numbers.grouped(frameNumGaps)) }
    }

    private func addUnits(_ table: inout TextTable) {
        let codes = "start codes \(startCodes.three) x 3, \(startCodes.four) x 4, \(startCodes.longer) x more bytes"
        table.section("NAL units: \(Numbers.grouped(nalUnits)); \(codes)")
        let width = nalUnitTypes.map { Numbers.grouped($0.count).count }.max() ?? 0
        for unit in nalUnitTypes {
            let count = Numbers.padded(left: Numbers.grouped(unit.count), to: width)
            table.row(
                "\(Numbers.padded(left: "\(unit.type)", to: 2))  \(unit.name)",
                "\(count)  \(Numbers.grouped(unit.bytes)) bytes"
            )
        }
        if emptyNALUnits > 0 { table.row("empty", "\(emptyNALUnits)") }
        if paddingBytes > 0 {
            table.row("zero bytes around", "\(Numbers.grouped(paddingBytes)), \(trailingZeroBytes) of them at the end")
        }
        table.row("parameter sets", "\(sequenceParameterSets.count) SPS, \(pictureParameterSets) PPS, distinct ones")
    }
}

extension H264Report.TypeCounts {
    /// A list such as `I 1, P 12, B 24`; the rare types are omitted if there are none.
    fileprivate var text: String {
        let rare = [("SI", si), ("SP", sp)].filter { $0.1 > 0 }
        return ([("I", i), ("P", p), ("B", b)] + rare).map { "\($0) \(Numbers.grouped($1))" }.joined(separator: ", ")
    }
}

extension H264Report.Groups {
    /// The range and the average of frames and, if known, of seconds.
    fileprivate var text: String {
        let frames = Self.range(Double(minimumFrames), Double(maximumFrames), averageFrames, "frames")
        guard let minimumSeconds, let averageSeconds, let maximumSeconds else { return frames }
        return "\(frames); \(Self.range(minimumSeconds, maximumSeconds, averageSeconds, "s"))"
    }

    private static func range(_ low: Double, _ high: Double, _ average: Double, _ unit: String) -> String {
        let (least, most) = (Numbers.decimal(low), Numbers.decimal(high))
        guard least != most else { return "\(least) \(unit)" }
        return "\(least) to \(most) \(unit), \(Numbers.decimal(average, digits: 1)) on average"
    }
}
