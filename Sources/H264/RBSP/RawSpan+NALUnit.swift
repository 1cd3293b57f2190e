/// What a NAL unit's first bytes say, for spans that hold one.
extension RawSpan {
    /// The first header byte, or `nil` where there is none.
    var header: NALUnitHeader? { isEmpty ? nil : NALUnitHeader(self[0]) }

    /// The bytes of the NAL unit header (7.3.1): 3 more for SVC and MVC, 2 more for 3D-AVC.
    var headerLength: Int {
        switch header?.type {
        case .prefix, .sliceExtension: 4
        case .sliceExtensionDepth: byteCount > 1 && self[1] & 0x80 != 0 ? 3 : 4
        default: 1
        }
    }

    /// The length of the start code in front, zero bytes before it included, or 0 where there is none.
    var startCodeLength: Int {
        var zeros = 0
        while zeros < byteCount, self[zeros] == 0 { zeros += 1 }
        return zeros >= 2 && zeros < byteCount && self[zeros] == 1 ? zeros + 1 : 0
    }

    /// The id of the parameter set that this NAL unit is: behind profile and level in an SPS, at once in a PPS.
    var parameterSetID: UInt32? {
        var bits = BitReader(at: header?.type == .pps ? 1 : 4)
        return try? bits.ue(self)
    }
}
