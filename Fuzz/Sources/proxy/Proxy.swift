import FuzzSupport
import NIOCore
import StreamProtocol

@testable import StreamRelay

@main
enum Proxy {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// A header of the PROXY protocol is the same wherever it is cut, takes no byte behind it and no more than it may, and
/// is refused with a sentence where it is none.
private func check(_ input: Input) {
    var whole = ByteBuffer(bytes: input.bytes)
    var reader = ProxyHeaderReader()
    let expected: Result<ProxyHeader?, any Error> = Result { try reader.read(&whole) }
    var pieces = ProxyHeaderReader()
    var found: Result<ProxyHeader?, any Error> = .success(nil)
    var left = 0
    input.forEachPiece { piece in
        var bytes = ByteBuffer(bytes: piece.withUnsafeBytes { [UInt8]($0) })
        if case .success(nil) = found { found = Result { try pieces.read(&bytes) } }
        left += bytes.readableBytes
    }
    switch (expected, found) {
    case (.success(let first), .success(let second)):
        precondition(first == second, "it depends on where it is cut")
        precondition(whole.readableBytes == left, "it takes other bytes where it is cut")
        let taken = input.bytes.count - left
        precondition(first != nil || left == 0, "bytes are left of a part of a header")
        precondition(
            taken <= max(ProxyHeaderReader.maximumLineLength, ProxyHeaderReader.maximumBodyLength + 16),
            "it is too long"
        )
    case (.failure(let error), .failure):
        precondition((error as? ProtocolError)?.code == .notThisProtocol, "another error: \(error)")
    default: preconditionFailure("it depends on where it is cut whether it is one")
    }
}
