import NIOCore

/// How a carrier frames the messages of a log, where the bytes depend on nothing but the message. One framed copy then
/// serves all viewers with equal framings.
package protocol MessageFraming: Equatable, Sendable {
    /// Passes the bytes for a message to `write`, in pieces. A message may need none.
    ///
    /// - Returns: `false`, without a call of `write`, if each connection must handle the message by itself.
    func frame(_ message: ByteBuffer, _ write: (ByteBuffer) -> Void) -> Bool
}

/// A handler between a session and its socket that frames the session's messages.
package protocol FramingHandler: AnyObject {
    /// How the next messages are framed; `nil` while their bytes depend on more than the messages.
    var framing: (any MessageFraming)? { get }

    /// Writes bytes that are framed already.
    func writeFramed(_ bytes: ByteBuffer)
}

/// What the viewers of a lane have in common, beside their cursor.
struct LaneKind {
    /// How long frames are gathered before they are sent together.
    var batch = TimeAmount.zero
    var carrier = TrafficCarrier.tcp
    /// How messages are framed; `nil` where they are sent as they are.
    var framing: (any MessageFraming)?
    /// Whether the viewers are relays. Their lanes are served first, because a relay has viewers of its own.
    var isOfRelays = false
    /// Whether each viewer's bytes are encrypted.
    var isEncrypted = false
}

extension LaneKind: Equatable {
    static func == (a: LaneKind, b: LaneKind) -> Bool {
        guard a.batch == b.batch, a.carrier == b.carrier, a.isOfRelays == b.isOfRelays, a.isEncrypted == b.isEncrypted
        else { return false }
        guard let framing = a.framing, let other = b.framing else { return a.framing == nil && b.framing == nil }
        return framing.isEqual(to: other)
    }
}

extension MessageFraming {
    fileprivate func isEqual(to other: any MessageFraming) -> Bool { (other as? Self) == self }
}
