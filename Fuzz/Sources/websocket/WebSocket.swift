import FuzzSupport
import NIOCore
import StreamProtocol

@testable import StreamHTTP

@main
enum WebSocket {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// Frames mean the same wherever they are cut, every byte of them is charged, and what was read means the same when it is
/// written and read again.
private func check(_ input: Input) {
    let whole = Transcript([input.bytes])
    let pieces = Transcript(input.pieces)
    precondition(whole.events == pieces.events, "it depends on where the frames are cut")
    precondition(whole.isOver || whole.charged == pieces.charged, "the charge depends on where the frames are cut")
    let valid = whole.events.filter { if case .failed = $0 { false } else { true } }
    precondition(Transcript([whole.frames]).events == valid, "it is something else when it is read again")
}

/// What a connection reads.
private struct Transcript {
    enum Event: Equatable {
        case data([UInt8])
        case ping([UInt8])
        case closed
        case failed(ProtocolError)
    }

    /// The most bytes that may wait for more: the longest header, and the payload of a control frame.
    private static let kept = 14 + WebSocketFrameReader.controlLength

    private(set) var events: [Event] = []
    /// Bytes that the client was charged for.
    private(set) var charged = 0

    init(_ pieces: [[UInt8]]) {
        var machine = WebSocketStateMachine()
        var received = 0
        for piece in pieces {
            machine.received(ByteBuffer(bytes: piece))
            received += piece.count
            while let action = machine.next() {
                record(action)
                guard let payload = machine.takePong(isWritable: true) else { continue }
                events.append(.ping(Array(payload.readableBytesView)))
            }
            precondition(isOver || (0...Self.kept).contains(received - charged), "too many bytes are kept")
        }
        let length = machine.closeOutput()?.readableBytes ?? 0
        precondition((4...2 + WebSocketFrameReader.controlLength).contains(length), "no close frame")
        precondition(machine.closeOutput() == nil, "a frame after the close frame")
        precondition(machine.takePong(isWritable: true) == nil, "a pong after the close frame")
    }

    /// Whether nothing that follows is read.
    var isOver: Bool {
        switch events.last {
        case .closed, .failed: true
        case .data, .ping, nil: false
        }
    }

    private mutating func record(_ action: WebSocketStateMachine.Action) {
        precondition(!isOver, "something follows the end")
        switch action {
        case .deliver(let payload, let overhead):
            precondition(overhead >= 0 && payload.readableBytes > 0)
            charged += overhead + payload.readableBytes
            record(Array(payload.readableBytesView))
        case .charge(let bytes):
            precondition(bytes > 0)
            charged += bytes
        case .closeInput: events.append(.closed)
        case .close: preconditionFailure("the output is not closed")
        case .fail(let error):
            precondition(isOneLine(error.reason, upTo: ProtocolLimits.reasonLength), "not a short line: \(error)")
            events.append(.failed(error))
        }
    }

    /// Payloads that follow one another are one, because a payload is delivered in pieces.
    private mutating func record(_ payload: [UInt8]) {
        if case .data(let before) = events.last {
            events[events.count - 1] = .data(before + payload)
        } else {
            events.append(.data(payload))
        }
    }

    /// The events as the frames of a client.
    var frames: [UInt8] {
        events.flatMap { event -> [UInt8] in
            switch event {
            case .data(let payload): Self.frame(0x2, payload)
            case .ping(let payload): Self.frame(0x9, payload)
            case .closed: Self.frame(0x8, [])
            case .failed: []
            }
        }
    }

    private static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let mask: [UInt8] = [0xA5, 0x00, 0xFF, 0x3C]
        var frame = ByteBuffer(bytes: [0x80 | opcode])
        if payload.count <= 125 {
            frame.writeInteger(0x80 | UInt8(payload.count))
        } else {
            frame.writeMultipleIntegers(UInt8(0xFF), UInt64(payload.count))
        }
        frame.writeBytes(mask)
        frame.writeBytes(payload.enumerated().map { index, byte in byte ^ mask[index & 3] })
        return Array(frame.readableBytesView)
    }
}
