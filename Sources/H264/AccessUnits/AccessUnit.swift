/// An access unit in Annex B format, ready to be sent or decoded.
public struct AccessUnit: Sendable {
    /// The NAL units, each behind a start code of four bytes.
    public let bytes: [UInt8]
    /// What the access unit is, as it came.
    public let info: AccessUnitInfo
    /// The SPS in force, or `nil` where the slice headers could not be read. By now another may have taken its id.
    public let sps: ParameterSets.Entry<SequenceParameterSet>?
    /// Parameter sets that were put in front of a random access point because it came without them.
    public let insertedParameterSetCount: Int
}
