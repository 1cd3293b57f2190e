import FuzzSupport
@testable import H264

@main
enum AccessUnits {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// Slice headers, SEI and the joining of NAL units to access units survive everything.
private func check(_ input: Input) {
    let bytes = input.bytes
    var assembler = AccessUnitAssembler(maximumAccessUnitSize: 4096)
    var cursor = AnnexBCursor()
    while let unit = cursor.next(in: bytes.span.bytes) {
        let nal = bytes.span.bytes.extracting(unit.payload)
        _ = try? assembler.append(nal)
        var messages = SEIMessage.Reader()
        while let message = try? messages.next(in: nal) {
            _ = try? message.recoveryPoint(in: nal)
        }
    }
    _ = try? assembler.flush()
}
