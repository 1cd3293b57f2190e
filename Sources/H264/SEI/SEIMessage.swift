/// One message of a supplemental enhancement information NAL unit (7.3.2.3.1).
public struct SEIMessage: Sendable {
    /// `payloadType`.
    public let payloadType: SEIPayloadType
    /// `payloadSize`, in bytes of the RBSP.
    public let payloadSize: Int
    /// The start of the payload.
    private let payload: RBSPReader

    /// Parses the recovery point in a message of type 6.
    ///
    /// - Parameter nal: The NAL unit that contains the message.
    /// - Throws: `wrongNALUnitType` if the message has another type, `truncated` or `outOfRange`.
    package func recoveryPoint(in nal: RawSpan) throws(H264Error) -> RecoveryPoint {
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

    /// Iterates over the messages of an SEI NAL unit.
    public struct Reader: Sendable {
        private var bits = RBSPReader()

        /// Starts after the NAL unit's header byte.
        public init() {}

        /// Returns the next message; `nil` after the last one.
        ///
        /// - Parameter nal: The same NAL unit in every call.
        /// - Throws: `truncated` if a message exceeds the NAL unit.
        package mutating func next(in nal: RawSpan) throws(H264Error) -> SEIMessage? {
            guard bits.moreRBSPData(nal) else { return nil }
            let type = try variableLength(nal)
            let size = try variableLength(nal)
            let message = SEIMessage(payloadType: SEIPayloadType(rawValue: type), payloadSize: size, payload: bits)
            guard size <= nal.byteCount else { throw H264Error(.truncated, "an SEI message of \(size) bytes") }
            try bits.skip(size * 8, nal)
            return message
        }

        /// Reads a number coded as a sum of bytes, of which only the last is not 255. No NAL unit is large enough to
        /// overflow it.
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

/// A recovery point SEI message (D.1.8, D.2.8): a decoder can start here, and pictures are correct from the recovery
/// point on.
public struct RecoveryPoint: Hashable, Sendable {
    /// `recovery_frame_cnt`: the distance to the recovery point in `frame_num` increments, below MaxFrameNum. 0 means
    /// an open group of pictures.
    public let frameCount: Int
    /// `exact_match_flag`: from the recovery point on, pictures are exactly those of the encoder.
    public let isExactMatch: Bool
    /// `broken_link_flag`: pictures before the recovery point can be badly wrong.
    public let isBrokenLink: Bool

    /// Whether a decoder that begins here shows this picture, and all that follow it in output order, exactly. Pictures
    /// that follow it in decoding order and precede it in output order are not decodable (an open group of pictures).
    public var isExactStart: Bool { frameCount == 0 && isExactMatch && !isBrokenLink }

    /// Creates a recovery point. `frameCount` is 0 to 65,535.
    public init(frameCount: Int, isExactMatch: Bool, isBrokenLink: Bool) {
        self.frameCount = frameCount
        self.isExactMatch = isExactMatch
        self.isBrokenLink = isBrokenLink
    }

    /// recovery_frame_cnt is below MaxFrameNum, at most 2¹⁶.
    static let maximumFrameCount: UInt32 = 65_535
}
