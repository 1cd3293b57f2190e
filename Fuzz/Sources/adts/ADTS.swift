@testable import AAC
import FuzzSupport

@main
enum ADTS {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// The reader's output is the same wherever the input is cut. A configuration that can be read can be written, and is
/// the same when read again.
private func check(_ input: Input) {
    var whole = Output()
    var reader = ADTSReader()
    reader.push(input.bytes.span.bytes) { whole.add($0, $1) }
    reader.finish { whole.add($0, $1) }

    var pieces = Output()
    var cutReader = ADTSReader()
    input.forEachPiece { piece in
        cutReader.push(piece) { pieces.add($0, $1) }
    }
    cutReader.finish { pieces.add($0, $1) }
    precondition(whole == pieces)
    precondition(reader.statistics == cutReader.statistics)

    if let config = try? AudioSpecificConfig(input.bytes.span) {
        guard let written = try? config.encoded() else { preconditionFailure("\(config) cannot be written") }
        let again = try? AudioSpecificConfig(written.span)
        precondition(again == config)
    }
}

private struct Output: Equatable {
    var blocks: [ADTSBlock] = []
    var bytes: [[UInt8]] = []

    mutating func add(_ bytes: RawSpan, _ block: ADTSBlock) {
        blocks.append(block)
        self.bytes.append(bytes.withUnsafeBytes { [UInt8]($0) })
    }
}
