import AAC

/// Follows an ADTS stream and counts its contents.
struct AACInspector: Sendable {
    private var reader = ADTSReader()
    private var analysis = ADTSAnalysis()

    mutating func push(_ bytes: RawSpan) {
        var analysis = exchange(&analysis, with: ADTSAnalysis())
        defer { self.analysis = analysis }
        reader.push(bytes) { bytes, block in analysis.add(bytes, block) }
    }

    mutating func finish() throws(InspectionError) -> AACReport {
        var analysis = exchange(&analysis, with: ADTSAnalysis())
        reader.finish { bytes, block in analysis.add(bytes, block) }
        return try analysis.report(bytes: reader.byteCount, reader.statistics)
    }
}

/// The raw data blocks of a stream, one after the other.
private struct ADTSAnalysis: Sendable {
    private var first: AudioSpecificConfig?
    private var header: ADTSHeader?
    private var frames = 0
    private var blocks = 0
    private var frameLength = (minimum: Int.max, maximum: 0)
    private var checksumFrames = 0
    private var multiBlockFrames = 0
    private var variableFrames = 0
    private var formats = 0
    /// Seconds of all formats before this one, and blocks of it.
    private var secondsBefore = 0.0
    private var blocksOfFormat = 0
    /// The end of the last frame, and the first position where no frame followed directly.
    private var end = 0
    private var firstGap: Int?
    private var anomalies = AnomalyLog()

    mutating func add(_ bytes: RawSpan, _ block: ADTSBlock) {
        if block.index == 0 { addFrame(block, bytes) }
        blocks += block.count
        blocksOfFormat += block.count
        if bytes.isEmpty { anomalies.note(.emptyFrame, at: block.frameOffset) }
        if block.count > 1 { anomalies.note(.undividedBlocks, at: block.frameOffset) }
    }

    private mutating func addFrame(_ block: ADTSBlock, _ bytes: RawSpan) {
        let new = block.header
        frames += 1
        if block.frameOffset > end, firstGap == nil { firstGap = end }
        end = block.frameOffset + new.frameLength
        frameLength = (min(frameLength.minimum, new.frameLength), max(frameLength.maximum, new.frameLength))
        if new.hasChecksum { checksumFrames += 1 }
        if new.blockCount > 1 { multiBlockFrames += 1 }
        if new.bufferFullness == ADTSHeader.variableBitRate { variableFrames += 1 }
        if header.map({ !$0.isConsistent(with: new) }) ?? true { begin(new, bytes, block.frameOffset) }
    }

    /// Records a new format.
    private mutating func begin(_ new: ADTSHeader, _ bytes: RawSpan, _ offset: Int) {
        let config = AudioSpecificConfig(new, rawDataBlock: bytes)
        secondsBefore = seconds
        blocksOfFormat = 0
        header = new
        formats += 1
        if first == nil {
            first = config
        } else {
            anomalies.note(
                .formatChange,
                at: offset,
                detail: "\(config.objectType), \(config.samplingFrequency), channels \(config.channelConfiguration)"
            )
        }
        if config.channelCount == nil { anomalies.note(.unknownChannels, at: offset) }
        if config.objectType != .lowComplexity {
            anomalies.note(.rareObjectType, at: offset, detail: "\(config.objectType)")
        }
    }

    private var seconds: Double {
        guard let header else { return 0 }
        let samples = blocksOfFormat * ADTSHeader.samplesPerBlock
        return secondsBefore + Double(samples) / Double(header.samplingFrequency.hertz)
    }

    mutating func report(
        bytes: Int,
        _ statistics: ADTSReader.Statistics
    ) throws(InspectionError) -> AACReport {
        guard let first, let header else {
            throw InspectionError("There is no ADTS frame in it.")
        }
        anomalies.note(
            .garbage,
            // Between tags, the position of the gap is ambiguous.
            at: statistics.tags == 0 ? firstGap ?? end : nil,
            count: statistics.skippedBytes,
            detail: "\(statistics.skippedBytes) bytes"
        )
        anomalies.note(.damagedFrame, at: nil, count: statistics.damagedFrames)
        anomalies.note(
            .truncatedFrame,
            at: bytes - statistics.truncatedBytes,
            count: statistics.truncatedBytes > 0 ? 1 : 0,
            detail: "\(statistics.truncatedBytes) bytes are there"
        )
        return AACReport(
            bytes: bytes,
            frames: frames,
            blocks: blocks,
            profile: "\(first.objectType)",
            version: header.isMPEG2 ? "MPEG-2" : "MPEG-4",
            codec: first.codecString,
            sampleRate: first.samplingFrequency.hertz,
            channels: first.channelCount,
            channelConfiguration: first.channelConfiguration,
            mayHoldSBR: first.samplingFrequency.hertz <= Self.highestCoreFrequency,
            samples: blocks * ADTSHeader.samplesPerBlock,
            duration: seconds,
            bitRate: Double(bytes) * 8 / seconds,
            smallestFrame: frameLength.minimum,
            largestFrame: frameLength.maximum,
            checksumFrames: checksumFrames,
            multiBlockFrames: multiBlockFrames,
            isVariableBitRate: variableFrames == frames,
            formats: formats,
            id3Tags: statistics.tags,
            skippedBytes: statistics.skippedBytes,
            truncatedBytes: statistics.truncatedBytes,
            anomalies: anomalies.anomalies
        )
    }

    /// Up to here a decoder should be prepared for SBR (ISO/IEC 14496-3 1.6.5).
    private static let highestCoreFrequency = 24_000
}
