import CFanOut

/// Pages that all sockets send from: a message is copied once, and not for each viewer, by `tee` and `splice`. Linux only.
///
/// Takes five descriptors.
final class SharedPages: FanOutWriter {
    /// The longest message in bytes. With more, a socket takes less than a message at once, so that most viewers would
    /// leave their lane in any case.
    static let room = 512 * 1024

    private let pages: OpaquePointer
    private let plain = PlainSender()
    private var shortfallBuffer = UnsafeMutableBufferPointer<fan_out_shortfall>(start: nil, count: 0)

    /// Opens pipes and tests them.
    init() throws(FanOutUnavailable) {
        var opened: OpaquePointer?
        let fault = shared_pages_open(&opened, Self.room)
        guard fault == 0, let opened else { throw FanOutUnavailable(sharedPages: fault) }
        pages = opened
        guard passesSelfTest else { throw .unreliable }
    }

    deinit {
        shortfallBuffer.deallocate()
        shared_pages_close(pages)
    }

    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        guard message.count <= Self.room else {
            return plain.send(message, to: sockets, shortfalls: &shortfalls)
        }
        if shortfallBuffer.count < sockets.count {
            shortfallBuffer.deallocate()
            shortfallBuffer = .allocate(capacity: max(64, 2 * sockets.count))
        }
        let short = sockets.withUnsafeBufferPointer { sockets in
            shared_pages_send(
                pages,
                message.baseAddress,
                message.count,
                sockets.baseAddress,
                sockets.count,
                shortfallBuffer.baseAddress
            )
        }
        for shortfall in shortfallBuffer.prefix(short) {
            shortfalls.append(Shortfall(index: Int(shortfall.index), sent: Int(shortfall.sent)))
        }
    }
}
