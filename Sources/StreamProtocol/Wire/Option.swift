import NIOCore

/// The number of an option; each message has numbers of its own (`Protocol.md`, Options).
struct OptionID: RawRepresentable, Hashable, CustomStringConvertible {
    let rawValue: UInt16

    /// Whether a receiver that does not know this option must end the connection.
    var isCritical: Bool { rawValue & MessageType.criticalBit != 0 }

    var description: String { "option 0x" + String(rawValue, radix: 16) }
}

extension ByteBuffer {
    /// Appends an option whose value `body` writes, at most 65,535 bytes.
    mutating func writeOption(_ id: OptionID, _ body: (inout ByteBuffer) -> Void) {
        writeInteger(id.rawValue)
        let lengthIndex = writerIndex
        writeInteger(UInt16(0))
        body(&self)
        setInteger(UInt16(clamping: writerIndex - lengthIndex - 2), at: lengthIndex)
    }
}

/// An option or a message with a number that will never have a meaning (`Protocol.md`, Grease).
///
/// A sender uses one now and then, so that receivers keep skipping what they do not know.
package struct Grease: Hashable, Sendable {
    /// Which of the eight reserved numbers it has, 0 to 7.
    let index: Int
    /// Bytes of its value or body.
    let length: Int

    /// One of the eight numbers and a length of 0 to 16 bytes, at random.
    package static func random() -> Grease {
        Grease(index: .random(in: 0..<8), length: .random(in: 0...16))
    }

    var option: OptionID { OptionID(rawValue: MessageType.grease[index].rawValue) }

    /// Appends a whole message of the reserved type.
    package func writeMessage(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(UInt32(length), MessageType.grease[index].rawValue, UInt16(0))
        buffer.writeRepeatingByte(0xAA, count: length)
    }
}
