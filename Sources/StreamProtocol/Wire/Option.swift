import NIOCore

/// The number of an option within a message.
struct OptionID: RawRepresentable, Hashable, CustomStringConvertible {
    let rawValue: UInt16

    /// Whether a receiver that does not know this option must refuse the message.
    var isCritical: Bool { rawValue & MessageType.criticalBit != 0 }

    var description: String { "option 0x" + String(rawValue, radix: 16) }
}

extension ByteBuffer {
    /// Appends an option whose value `body` writes.
    mutating func writeOption(_ id: OptionID, _ body: (inout ByteBuffer) -> Void) {
        writeInteger(id.rawValue)
        let lengthIndex = writerIndex
        writeInteger(UInt16(0))
        body(&self)
        setInteger(UInt16(clamping: writerIndex - lengthIndex - 2), at: lengthIndex)
    }
}

/// An option, or a message without its type, that nobody knows: sent now and then so that receivers keep skipping
/// what they do not know.
public struct Grease: Hashable, Sendable {
    /// Which of the eight reserved numbers.
    let index: Int
    /// What is to be skipped.
    let length: Int

    /// Draws a number and a length.
    public static func random() -> Grease {
        Grease(index: .random(in: 0..<8), length: .random(in: 0...16))
    }

    var option: OptionID { OptionID(rawValue: MessageType.grease[index].rawValue) }

    /// Appends a whole message of a type that means nothing.
    public func writeMessage(to buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(UInt32(length), MessageType.grease[index].rawValue, UInt16(0))
        buffer.writeRepeatingByte(0xAA, count: length)
    }
}
