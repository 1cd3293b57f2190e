import FuzzSupport
import NIOCore
import StreamProtocol

@main
enum Wire {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// The same messages and the same error come out wherever the input is cut. What was read can be written and read
/// again, and is then the same.
private func check(_ input: Input) {
    let before = Before.allCases[Int(input.seed >> 16) % Before.allCases.count].bytes
    let whole = Transcript([before, input.bytes])

    var pieces = [before]
    input.forEachPiece { piece in pieces.append(piece.withUnsafeBytes { [UInt8]($0) }) }
    precondition(Transcript(pieces) == whole)

    // Texts get shorter where control characters in them were replaced, but only once.
    let rewritten = Transcript([whole.written])
    precondition(rewritten.error == nil)
    precondition(rewritten.outputs.count == whole.outputs.count)
    precondition(Transcript([rewritten.written]) == rewritten)
}

/// What was read before the fuzzer's bytes.
private enum Before: CaseIterable {
    case nothing, preface, hello, welcome

    var bytes: [UInt8] {
        switch self {
        case .nothing: []
        case .preface: Self.prefaceBytes
        case .hello: Self.prefaceBytes + Self.helloBytes
        case .welcome: Self.prefaceBytes + Self.welcomeBytes
        }
    }

    private static let prefaceBytes = Array(ProtocolMessage.preface.readableBytesView)

    private static let helloBytes = Array(
        ProtocolMessage.hello(Hello(role: .publish, stream: .live, instance: InstanceID(high: 1, low: 2))).encoded()
            .readableBytesView
    )

    private static let welcomeBytes = Array(
        ProtocolMessage.welcome(
            Welcome(
                epoch: 1,
                streamInstance: 2,
                maximumFrameLength: 1000,
                pingInterval: 5000,
                maximumLatency: 2000,
                state: .live
            )
        ).encoded().readableBytesView
    )
}

/// Everything read, and what ended it.
private struct Transcript: Equatable {
    var outputs: [MessageDecoder.InboundOut] = []
    var error: ProtocolError?

    init(_ pieces: [[UInt8]]) {
        var decoder = MessageDecoder(maximumFrameLength: 1000)
        var buffer = ByteBuffer()
        do throws(ProtocolError) {
            for piece in pieces {
                buffer.writeBytes(piece)
                while let output = try decoder.decode(buffer: &buffer) { outputs.append(output) }
            }
        } catch {
            self.error = error
        }
    }

    /// The outputs as bytes again.
    var written: [UInt8] {
        var buffer = ByteBuffer()
        for output in outputs {
            switch output {
            case .preface(let versions):
                buffer.writeBytes(ProtocolMessage.preface.readableBytesView.dropLast(4))
                buffer.writeMultipleIntegers(versions.lowerBound, versions.upperBound)
            case .message(let message): message.write(to: &buffer)
            }
        }
        return Array(buffer.readableBytesView)
    }
}
