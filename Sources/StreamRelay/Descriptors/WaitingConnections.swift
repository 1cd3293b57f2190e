import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Accepts the connections that wait at a listener with reserved descriptors, and refuses them in their own language.
///
/// These connections never reach NIO: a channel needs more than the one descriptor that there is. Belongs to the
/// listener's event loop.
final class WaitingConnections {
    /// Connections that are refused before the event loop turns to others: about a millisecond's work.
    static let mostAtOnce = 64
    /// Bytes that are read of a client to find out what it speaks; unread bytes would have the system reset the
    /// connection, and the client would not read why.
    private static let readLength = 16 * 1024

    private let reserve: DescriptorReserve
    private let refusal: (FirstBytes.Language) -> ByteBuffer
    /// Those that had not said anything when they were accepted. Each has the place of a reserved descriptor until it is
    /// looked at again, and is refused then whatever it has said.
    private var silent: [CInt] = []

    /// - Parameter refusal: Says why, in the client's language.
    init(reserve: DescriptorReserve, refusal: @escaping (FirstBytes.Language) -> ByteBuffer) {
        self.reserve = reserve
        self.refusal = refusal
    }

    deinit {
        for connection in silent { close(connection) }
    }

    /// Refuses those that were silent when this was last called, and as many more as there are, up to ``mostAtOnce``.
    ///
    /// - Returns: How many were refused.
    func refuse(at listener: CInt) -> Int {
        var count = silent.count
        for connection in silent { refuse(connection, saying: language(of: connection) ?? .unknown) }
        silent.removeAll(keepingCapacity: true)
        reserve.refill()
        while count + silent.count < Self.mostAtOnce, reserve.release() {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else {
                reserve.refill()
                break
            }
            if let language = language(of: connection) {
                refuse(connection, saying: language)
                reserve.refill()
                count += 1
            } else {
                silent.append(connection)
            }
        }
        return count
    }

    /// What the client speaks, as far as it has said; `nil` where it has said nothing yet.
    private func language(of connection: CInt) -> FirstBytes.Language? {
        var bytes = [UInt8](repeating: 0, count: Self.readLength)
        let count = recv(connection, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        guard count >= 0 else { return nil }
        return count > 0 ? FirstBytes.language(of: bytes[0]) : .unknown
    }

    private func refuse(_ connection: CInt, saying language: FirstBytes.Language) {
        // The buffer of a new connection takes some hundred bytes at once.
        _ = refusal(language).withUnsafeReadableBytes { bytes in
            send(connection, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
        shutdown(connection, CInt(SHUT_WR))
        close(connection)
    }
}
