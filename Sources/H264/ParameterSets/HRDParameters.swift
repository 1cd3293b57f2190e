/// `hrd_parameters()` (E.1.2, E.2.2): the buffer model that a stream keeps to.
public struct HRDParameters: Hashable, Sendable {
    /// One of the ways in which the stream may be delivered.
    public struct Schedule: Hashable, Sendable {
        /// `BitRate`, in bits per second.
        public let bitRate: UInt64
        /// `CpbSize`, in bits.
        public let bufferSize: UInt64
        /// `cbr_flag`.
        public let isConstantBitRate: Bool
    }

    /// The delivery schedules, 1 to 32.
    public let schedules: [Schedule]
    /// Bits of the initial CPB removal delays in buffering period SEI messages, 1 to 32.
    public let initialRemovalDelayLength: Int
    /// Bits of `cpb_removal_delay` in picture timing SEI messages, 1 to 32.
    public let removalDelayLength: Int
    /// Bits of `dpb_output_delay` in picture timing SEI messages, 1 to 32.
    public let outputDelayLength: Int
    /// Bits of `time_offset` in picture timing SEI messages, 0 to 31.
    public let timeOffsetLength: Int

    init(_ bits: inout BitReader, _ nal: RawSpan) throws(H264Error) {
        let count = try bits.ue(nal, "cpb_cnt_minus1", max: 31) + 1
        let bitRateScale = UInt64(try bits.u(4, nal))
        let bufferSizeScale = UInt64(try bits.u(4, nal))
        var schedules: [Schedule] = []
        for _ in 0..<count {
            // At most 2³² − 1 shifted by 21 bits.
            let bitRate = (UInt64(try bits.ue(nal)) + 1) << (6 + bitRateScale)
            let bufferSize = (UInt64(try bits.ue(nal)) + 1) << (4 + bufferSizeScale)
            let isConstant = try bits.flag(nal)
            schedules.append(Schedule(bitRate: bitRate, bufferSize: bufferSize, isConstantBitRate: isConstant))
        }
        self.schedules = schedules
        initialRemovalDelayLength = Int(try bits.u(5, nal)) + 1
        removalDelayLength = Int(try bits.u(5, nal)) + 1
        outputDelayLength = Int(try bits.u(5, nal)) + 1
        timeOffsetLength = Int(try bits.u(5, nal))
    }
}
