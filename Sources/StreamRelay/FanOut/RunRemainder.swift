import NIOCore

/// Where a viewer goes on after its socket took only a part of a run.
struct RunRemainder {
    /// The position behind the message that the socket did not take whole.
    var cursor: Cursor
    /// The messages up to there, without their framing.
    var delivered = TransferCount()
    /// The rest of that message, framed: slices of the log's own bytes, with the little that frames them. The messages
    /// behind it stay in the log until the socket takes more.
    var pieces: [ByteBuffer] = []

    fileprivate func withoutFirst(_ count: Int) -> RunRemainder {
        var (rest, left) = (self, count)
        for index in rest.pieces.indices where left > 0 {
            let taken = min(left, rest.pieces[index].readableBytes)
            rest.pieces[index].moveReaderIndex(forwardBy: taken)
            left -= taken
        }
        rest.pieces.removeAll { $0.readableBytes == 0 }
        return rest
    }
}

/// Goes through a run once to find the remainders of all viewers whose sockets took only a part of it.
struct RunWalk {
    private let framing: (any MessageFraming)?
    /// The message that was reached, whole.
    private var reached: RunRemainder
    /// Bytes of the run up to behind this message.
    private var length = 0

    /// - Parameters:
    ///   - start: The start of the run.
    ///   - framing: How the run is framed.
    init(from start: Cursor, framing: (any MessageFraming)? = nil) {
        reached = RunRemainder(cursor: start)
        self.framing = framing
    }

    /// - Parameter sent: Bytes that the socket took, fewer than the run has, and not fewer than in the call before.
    mutating func remainder(after sent: Int, in log: FrameLog) -> RunRemainder {
        while length <= sent {
            var ahead = reached.cursor
            switch ahead.next(in: log) {
            case .send(let message):
                reached.delivered.frames += 1
                take(message)
            case .sendControl(let message): take(message)
            case .skipped: break
            case .announce, .caughtUp, .ended:
                // Only a writer with a fault gets here. It must not end the relay.
                reached.pieces = []
                return reached
            }
            reached.cursor = ahead
        }
        return reached.withoutFirst(reached.pieces.reduce(0) { $0 + $1.readableBytes } - (length - sent))
    }

    private mutating func take(_ message: ByteBuffer) {
        reached.delivered.bytes += message.readableBytes
        if let framing {
            reached.pieces.removeAll(keepingCapacity: true)
            // What is in a run can be framed.
            _ = framing.frame(message) { reached.pieces.append($0) }
        } else {
            reached.pieces = [message]
        }
        length += reached.pieces.reduce(0) { $0 + $1.readableBytes }
    }
}
