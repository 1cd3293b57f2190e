import NIOCore
import Platform

/// Accepts the connections that wait at a listener with reserved descriptors, and refuses them in their own protocol.
///
/// These connections never reach NIO, because a channel needs more than one descriptor. Belongs to the listener's event
/// loop.
final class PendingConnectionRefuser {
    /// Connections that are refused before the event loop does other work: about a millisecond.
    static let maximumBatch = 64
    /// Bytes that are read of a client to detect its protocol. With unread bytes the system would reset the connection,
    /// and the client could not read the refusal.
    private static let readLength = 16 * 1024

    private let reserve: DescriptorReserve
    private let refusal: (DetectedProtocol) -> ByteBuffer
    /// Connections that had sent nothing when they were accepted. Each holds a reserved descriptor until the next call,
    /// and is refused then whatever it has sent.
    private var silent: [CInt] = []

    /// - Parameter refusal: Makes the refusal in the client's protocol.
    init(reserve: DescriptorReserve, refusal: @escaping (DetectedProtocol) -> ByteBuffer) {
        self.reserve = reserve
        self.refusal = refusal
    }

    deinit {
        for connection in silent { close(connection) }
    }

    /// Refuses the connections that were silent in the last call, and as many more as wait, up to ``maximumBatch``.
    ///
    /// - Returns: How many were refused.
    func refuse(at listener: CInt) -> Int {
        var count = silent.count
        for connection in silent { refuse(connection, speaking: detectProtocol(of: connection) ?? .unknown) }
        silent.removeAll(keepingCapacity: true)
        reserve.refill()
        while count + silent.count < Self.maximumBatch, reserve.release() {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                reserve.refill()
                break
            }
            if let detected = detectProtocol(of: connection) {
                refuse(connection, speaking: detected)
                reserve.refill()
                count += 1
            } else {
                silent.append(connection)
            }
        }
        return count
    }

    /// The client's protocol; `nil` if it has sent nothing yet.
    private func detectProtocol(of connection: CInt) -> DetectedProtocol? {
        var bytes = [UInt8](repeating: 0, count: Self.readLength)
        let count = recv(connection, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        guard count >= 0 else { return nil }
        return count > 0 ? DetectedProtocol(firstByte: bytes[0]) : .unknown
    }

    private func refuse(_ connection: CInt, speaking detected: DetectedProtocol) {
        // The buffer of a new connection takes some hundred bytes at once.
        _ = refusal(detected).withUnsafeReadableBytes { bytes in
            send(connection, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
        shutdown(connection, CInt(SHUT_WR))
        close(connection)
    }
}
