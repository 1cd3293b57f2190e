import NIOCore

/// The outermost handler of TLS on a connection for which a lane can encrypt.
package protocol EncryptingHandler: AnyObject {
    /// Called after the handler has written records of its own to the channel.
    var ownRecordsWritten: (() -> Void)? { get set }

    /// Makes records of bytes, which must be sent before all that follow.
    ///
    /// - Parameter records: Has room for the bytes and ``EncryptedSender/overhead``.
    /// - Returns: The length of the records; 0 if the connection takes no bytes.
    func encrypt(_ bytes: UnsafeRawBufferPointer, to records: UnsafeMutableRawBufferPointer) -> Int

    /// Gives the channel records that ``encrypt(_:to:)`` has made, without a flush: they may end within a message. A
    /// socket that takes them makes the channel writable, and the viewer would write the next message before the rest of
    /// this one.
    func writeRecords(_ records: ByteBuffer)
}

/// Encrypts a message for each of many connections, and sends it with one system call for most messages.
///
/// The records of all connections take turns in one place, so that a connection holds no copy of what its socket takes.
package final class EncryptedSender {
    /// The most bytes that are encrypted before they are sent: a socket that takes no more has few records left over.
    static let pieceLength = 64 * 1024
    /// Room for what TLS adds to a piece: at most 32 bytes to each of its records, which hold 512 bytes or more, and a
    /// record of its own.
    package static let overhead = 8 * 1024

    private let records = UnsafeMutableRawBufferPointer.allocate(
        byteCount: EncryptedSender.pieceLength + EncryptedSender.overhead,
        alignment: 16
    )

    deinit { records.deallocate() }

    /// Sends `message` to each of `sockets`, and appends those that did not take all of it, in rising order of index.
    ///
    /// - Parameter encryptor: The handler of the connection of a socket.
    func send(
        _ message: UnsafeRawBufferPointer,
        to sockets: [CInt],
        shortfalls: inout [Shortfall],
        encryptor: (Int) -> (any EncryptingHandler)?
    ) {
        for index in sockets.indices {
            guard let encryptor = encryptor(index) else { continue }
            if let shortfall = send(message, to: sockets[index], encryptor, index) { shortfalls.append(shortfall) }
        }
    }

    private func send(
        _ message: UnsafeRawBufferPointer,
        to socket: CInt,
        _ encryptor: any EncryptingHandler,
        _ index: Int
    ) -> Shortfall? {
        var encrypted = 0
        while encrypted < message.count {
            let end = min(message.count, encrypted + Self.pieceLength)
            let length = encryptor.encrypt(UnsafeRawBufferPointer(rebasing: message[encrypted..<end]), to: records)
            guard length > 0 else { return Shortfall(index: index, sent: encrypted) }
            encrypted = end
            let sent = max(0, PlainSender.send(records.baseAddress, length, to: socket))
            guard sent == length else {
                let rest = UnsafeRawBufferPointer(rebasing: records[sent..<length])
                return Shortfall(index: index, sent: encrypted, records: ByteBuffer(bytes: rest))
            }
        }
        return nil
    }
}
