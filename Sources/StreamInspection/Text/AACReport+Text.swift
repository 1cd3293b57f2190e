extension AACReport: CustomStringConvertible {
    /// The report as aligned lines, for people.
    public var description: String {
        var table = TextTable()
        table.section("AAC in ADTS frames, \(Numbers.grouped(bytes)) bytes")
        table.row("profile", "\(profile), \(version) (\(codec))")
        let doubled = mayHoldSBR ? "; \(Numbers.grouped(2 * sampleRate)) Hz where the frames hold SBR" : ""
        table.row("sample rate", "\(Numbers.grouped(sampleRate)) Hz\(doubled)")
        table.row("channels", channels.map { "\($0)" } ?? "unknown (channel configuration \(channelConfiguration))")
        table.row("duration", Numbers.duration(duration))
        table.row("bit rate", "\(Numbers.bitRate(bitRate))\(isVariableBitRate ? ", variable" : "")")
        table.section("Frames: \(Numbers.grouped(frames))")
        table.row("raw data blocks", "\(Numbers.grouped(blocks)), \(Numbers.grouped(samples)) samples a channel")
        table.row("sizes", "\(Numbers.grouped(smallestFrame)) to \(Numbers.grouped(largestFrame)) bytes")
        table.row("with checksum", Numbers.grouped(checksumFrames))
        table.row("with several blocks", Numbers.grouped(multiBlockFrames))
        table.row("ID3 tags", Numbers.grouped(id3Tags))
        table.row("skipped", "\(Numbers.grouped(skippedBytes)) bytes")
        table.add(anomalies)
        return table.text
    }
}
