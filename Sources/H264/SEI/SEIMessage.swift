/// One message of a supplemental enhancement information NAL unit (7.3.2.3.1).
public struct SEIMessage: Sendable {
    /// `payloadType`.
    public let payloadType: SEIPayloadType
    /// `payloadSize`, in bytes of the RBSP.
    public let payloadSize: Int
    /// Where the payload starts.
    private let payload: BitReader

    /// The recovery point that this message of type 6 holds, read from the NAL unit that the message came from.
    ///
    /// Throws `wrongNALUnitType` where it is another message, `truncated` or `outOfRange`.
    public func recoveryPoint(in nal: RawSpan) throws(H264Error) -> RecoveryPoint {
        guard payloadType == .recoveryPoint else {
            throw H264Error(.wrongNALUnitType, "not a recovery point but \(payloadType)")
        }
        var bits = payload
        return RecoveryPoint(
            frameCount: try bits.ue(nal, "recovery_frame_cnt", max: RecoveryPoint.maximumFrameCount),
            isExactMatch: try bits.flag(nal),
            isBrokenLink: try bits.flag(nal)
        )
    }

    /// The messages of an SEI NAL unit, one after the other.
    public struct Reader: Sendable {
        private var bits = BitReader()

        /// Starts behind the NAL unit's header byte.
        public init() {}

        /// The next message of `nal`, always the same NAL unit, or `nil` behind the last.
        ///
        /// Throws `truncated` where a message is longer than the NAL unit.
        public mutating func next(in nal: RawSpan) throws(H264Error) -> SEIMessage? {
            guard bits.moreRBSPData(nal) else { return nil }
            let type = try variableLength(nal)
            let size = try variableLength(nal)
            let message = SEIMessage(payloadType: SEIPayloadType(rawValue: type), payloadSize: size, payload: bits)
            guard size <= nal.byteCount else { throw H264Error(.truncated, "an SEI message of \(size) bytes") }
            try bits.skip(size * 8, nal)
            return message
        }

        /// A number as the sum of bytes, of which only the last is not 255. No NAL unit is large enough to overflow it.
        private mutating func variableLength(_ nal: RawSpan) throws(H264Error) -> Int {
            var sum = 0
            while true {
                let byte = Int(try bits.u(8, nal))
                sum += byte
                if byte != 255 { return sum }
            }
        }
    }
}

/// A recovery point SEI message (D.1.8, D.2.8): decoding can begin here, and pictures are right from the recovery
/// point on.
public struct RecoveryPoint: Hashable, Sendable {
    /// `recovery_frame_cnt`: how many frame_num increments it takes, below MaxFrameNum. 0 is an open group of pictures.
    public let frameCount: Int
    /// `exact_match_flag`: from then on, pictures are exactly as the encoder had them.
    public let isExactMatch: Bool
    /// `broken_link_flag`: pictures before the recovery point can be badly wrong.
    public let isBrokenLink: Bool

    /// Makes a recovery point of its fields; `frameCount` is 0 to 65535.
    public init(frameCount: Int, isExactMatch: Bool, isBrokenLink: Bool) {
        self.frameCount = frameCount
        self.isExactMatch = isExactMatch
        self.isBrokenLink = isBrokenLink
    }

    /// recovery_frame_cnt is below MaxFrameNum, at most 2¹⁶.
    static let maximumFrameCount: UInt32 = 65_535
}
