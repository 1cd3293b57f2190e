import FuzzSupport
@testable import H264

@main
enum Splitter {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// The splitter's output is that of a plain byte-wise reference, wherever the input is cut; so is the cursor's.
private func check(_ input: Input) {
    let limit = input.seed & 0x10 == 0 ? 1 << 20 : Int(input.seed >> 5 & 0x3f) + 1
    let reference = plainUnits(of: input.bytes)

    var splitter = AnnexBSplitter(maximumNALUnitSize: limit)
    var units: [Unit] = []
    input.forEachPiece { piece in
        splitter.push(piece) { units.append(Unit($0, $1)) }
    }
    splitter.finish { units.append(Unit($0, $1)) }
    precondition(units == reference.filter { $0.bytes.count <= limit })

    let oversize = reference.filter { $0.bytes.count > limit }
    precondition(splitter.skipped.oversizeUnits == oversize.count)
    precondition(splitter.skipped.oversizeBytes == oversize.reduce(0) { $0 + $1.bytes.count })
    precondition(splitter.skipped.truncatedUnits == 0)
    let beforeFirst = input.bytes.prefix(reference.first?.position.offset ?? input.bytes.count)
    precondition(splitter.skipped.garbage == (beforeFirst.lastIndex { $0 != 0 } ?? -1) + 1)

    var cursor = AnnexBCursor()
    var index = 0
    while let unit = cursor.next(in: input.bytes.span.bytes) {
        precondition(reference[index].position == unit.position)
        precondition(reference[index].bytes == Array(input.bytes[unit.payload]))
        index += 1
    }
    precondition(index == reference.count)
}

private struct Unit: Equatable {
    let position: AnnexBPosition
    let bytes: [UInt8]

    init(_ bytes: RawSpan, _ position: AnnexBPosition) {
        self.position = position
        self.bytes = bytes.withUnsafeBytes { [UInt8]($0) }
    }
}

/// The NAL units of a whole stream by the letter of H.264 B.1.
private func plainUnits(of stream: [UInt8]) -> [Unit] {
    let prefixes = stream.indices.dropLast(2).filter { stream[$0] == 0 && stream[$0 + 1] == 0 && stream[$0 + 2] == 1 }
    var units: [Unit] = []
    var end = 0
    for (prefix, next) in zip(prefixes, prefixes.dropFirst() + [stream.count]) {
        let isLong = prefix > end && stream[prefix - 1] == 0
        var payload = stream[(prefix + 3)..<next]
        while payload.last == 0 { payload.removeLast() }
        end = payload.endIndex
        let position = AnnexBPosition(offset: isLong ? prefix - 1 : prefix, startCodeLength: isLong ? 4 : 3)
        let bytes = Array(payload)
        units.append(Unit(bytes.span.bytes, position))
    }
    return units
}
