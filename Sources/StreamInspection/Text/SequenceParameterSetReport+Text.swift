extension SequenceParameterSetReport: CustomStringConvertible {
    /// The SPS as aligned lines, for people.
    public var description: String {
        var table = TextTable()
        addRows(&table)
        return table.text
    }

    /// Adds a section on this SPS.
    func addRows(_ table: inout TextTable) {
        table.section(title)
        let flags = HexDigits.text([constraintFlags])
        table.row("profile", "\(profile) (profile_idc \(profileIDC), constraint flags \(flags))")
        table.row("level", "\(level) (level_idc \(levelIDC))")
        table.row("codec", codec)
        let isCropped = width != codedWidth || height != codedHeight
        table.row("size", "\(width) x \(height)" + (isCropped ? ", cropped from \(codedWidth) x \(codedHeight)" : ""))
        table.row("sample aspect ratio", sampleAspectRatio)
        let depth = bitDepthLuma == bitDepthChroma ? "\(bitDepthLuma)" : "\(bitDepthLuma) and \(bitDepthChroma)"
        table.row("format", "\(chroma), \(depth) bit, \(scan)" + (hasScalingMatrix ? ", scaling matrices" : ""))
        addTiming(&table)
        table.row("reference frames", "\(referenceFrames)")
        table.row("reordering", reordering)
        table.row("frame_num", "below \(maxFrameNum)" + (allowsFrameNumGaps ? ", with gaps" : ""))
        table.row("picture order count", "type \(pictureOrderCountType)")
        table.row("signal", videoFormat.map { "\($0), \(isFullRange == true ? "full" : "limited") range" })
        table.row("colour", colour?.text)
        for delivery in deliveries ?? [] { table.row("delivery", delivery.text) }
        if hasPictureStructure == true { table.row("picture structure", "in picture timing SEI messages") }
        if isVUIComplete == false { table.row("VUI", "breaks off") }
    }

    private var title: String {
        let name = isSubset ? "Subset SPS \(id)" : "SPS \(id)"
        guard let count, let offset else { return name }
        return "\(name), first at byte \(Numbers.grouped(offset)), \(Numbers.grouped(count)) in the stream"
    }

    private func addTiming(_ table: inout TextTable) {
        guard let timeScale, let unitsInTick else { return table.row("frame rate", "not given") }
        let fields = "time_scale \(timeScale), num_units_in_tick \(unitsInTick)"
        let kind = isFixedFrameRate == true ? "fixed" : "variable"
        table.row("frame rate", frameRate.map { "\(Numbers.decimal($0)), \(kind) (\(fields))" } ?? "none (\(fields))")
    }

    private var reordering: String {
        guard let reorderFrames, let decodedFrameBuffering else { return "not given" }
        return "by at most \(reorderFrames) frames; \(decodedFrameBuffering) held"
    }
}

extension SequenceParameterSetReport.Colour {
    fileprivate var text: String {
        "primaries \(primariesName), transfer \(transferName), matrix \(matrixName)"
    }
}

extension SequenceParameterSetReport.Delivery {
    fileprivate var text: String {
        let kind = isConstantBitRate ? "constant" : "at most"
        let buffer = Numbers.decimal(Double(bufferSize) / 1e3)
        return "\(kind) \(Numbers.bitRate(Double(bitRate))), buffer of \(buffer) kbit"
    }
}
