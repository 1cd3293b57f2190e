/// What the document says of the payload of an H.264 frame and its flags.
enum PictureCheck {
    static func check(_ frame: FrameFields) throws {
        let units = try units(of: frame.payload)
        let types = units.compactMap { $0.first.map { $0 & 0x1F } }
        guard types.count == units.count else { throw Finding("A frame has an empty NAL unit.", Clause("Codecs")) }
        let slices = units.filter { [1, 2, 5].contains($0[0] & 0x1F) }
        let firsts = slices.filter { $0.count > 1 && $0[1] & 0x80 != 0 }
        guard firsts.count == 1 else {
            throw Finding("A frame has \(firsts.count) access units.", Clause("Codecs"))
        }
        let isStart = frame.flags & (FrameFields.randomAccess | FrameFields.gradual) != 0
        let isRandomAccess = frame.flags & FrameFields.randomAccess != 0
        let hasIDR = types.contains(5)
        let hasMessage = types.contains(6)
        if isStart {
            guard hasIDR || hasMessage else {
                throw Finding(
                    "Frame \(frame.sequence) has the flags \(hex(frame.flags)) without a reason.",
                    Clause("Frame")
                )
            }
            let front = types.prefix { ![1, 2, 5, 6].contains($0) }
            guard let sps = front.firstIndex(of: 7), let pps = front.firstIndex(of: 8), sps < pps else {
                throw Finding(
                    "Frame \(frame.sequence) has no parameter sets in front of its first SEI message and slice.",
                    Clause("Codecs")
                )
            }
        }
        guard !hasIDR || isRandomAccess else {
            throw Finding("Frame \(frame.sequence) is an IDR picture, and not flagged.", Clause("Frame"))
        }
        let isReference = slices.contains { $0[0] & 0x60 != 0 }
        guard !isReference || frame.flags & FrameFields.discardable == 0 else {
            throw Finding(
                "Frame \(frame.sequence) is a reference picture, and flagged as discardable.",
                Clause("Frame")
            )
        }
    }

    /// The NAL units between start codes, without the zero bytes behind them.
    private static func units(of payload: [UInt8]) throws -> [ArraySlice<UInt8>] {
        var starts: [(code: Int, unit: Int)] = []
        var place = 0
        while place + 2 < payload.count {
            if payload[place] == 0, payload[place + 1] == 0, payload[place + 2] == 1 {
                starts.append((place, place + 3))
                place += 3
            } else {
                place += 1
            }
        }
        guard let first = starts.first, payload[..<first.code].allSatisfy({ $0 == 0 }) else {
            throw Finding("A frame does not begin with a start code.", Clause("Codecs"))
        }
        return starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1].code : payload.count
            let unit = payload[starts[index].unit..<end]
            let kept = unit.lastIndex { $0 != 0 }.map { unit[unit.startIndex...$0] } ?? unit.prefix(0)
            return kept.rebased
        }
    }
}

extension ArraySlice<UInt8> {
    /// The same bytes, counted from 0.
    fileprivate var rebased: ArraySlice<UInt8> { Array(self)[...] }
}
