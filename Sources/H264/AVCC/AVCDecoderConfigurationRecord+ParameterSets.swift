extension AVCDecoderConfigurationRecord {
    /// Builds the record of a stream from its parameter sets: NAL units with their header byte, without start code.
    ///
    /// Profile, level, chroma format and bit depths are those of the first SPS. Throws `invalidConfigurationRecord`
    /// where there is none, and what ``SequenceParameterSet`` throws where it cannot be read.
    public init(
        sequenceParameterSets: [[UInt8]],
        pictureParameterSets: [[UInt8]],
        lengthSize: NALUnitLengthSize = .four
    ) throws(H264Error) {
        guard let first = sequenceParameterSets.first else {
            throw H264Error(.invalidConfigurationRecord, "a record without SPS")
        }
        let sps = try SequenceParameterSet(first.span.bytes)
        let high = High(
            chromaFormatIDC: sps.chromaFormat.rawValue,
            bitDepthLuma: UInt8(sps.bitDepthLuma),
            bitDepthChroma: UInt8(sps.bitDepthChroma)
        )
        self.init(
            profileIDC: sps.profile.idc,
            profileCompatibility: sps.profile.constraintFlags,
            levelIDC: sps.level.idc,
            lengthSize: lengthSize,
            sequenceParameterSets: sequenceParameterSets,
            pictureParameterSets: pictureParameterSets,
            high: Self.hasHigh(profileIDC: sps.profile.idc) ? high : nil
        )
    }
}
