import CFanOut

/// io_uring: one system call for up to ``capacity`` sockets.
///
/// Belongs to the thread that made it: the kernel sends nothing for another thread.
final class SubmissionRing: FanOutWriter {
    /// How many sockets one system call serves. A large number is better, because the thread keeps the core until all
    /// are served. The kernel keeps some 300 bytes for each.
    static let capacity = 1024

    private let ring: OpaquePointer
    private let shortfallBuffer: UnsafeMutablePointer<fan_out_shortfall>
    private let capacity: Int

    /// Opens a ring and tests it.
    ///
    /// - Parameter capacity: How many sockets one system call serves; a power of two.
    init(capacity: Int = SubmissionRing.capacity) throws(FanOutUnavailable) {
        var opened: OpaquePointer?
        let fault = submission_ring_open(&opened, UInt32(capacity))
        guard fault == 0, let opened else { throw FanOutUnavailable(ring: fault) }
        ring = opened
        shortfallBuffer = .allocate(capacity: capacity)
        self.capacity = capacity
        guard passesSelfTest else { throw .unreliable }
    }

    deinit {
        shortfallBuffer.deallocate()
        submission_ring_close(ring)
    }

    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        sockets.withUnsafeBufferPointer { sockets in
            var begin = 0
            while begin < sockets.count {
                let chunk = UnsafeBufferPointer(rebasing: sockets[begin...].prefix(capacity))
                let short = submission_ring_send(
                    ring,
                    message.baseAddress,
                    message.count,
                    chunk.baseAddress,
                    chunk.count,
                    shortfallBuffer
                )
                for shortfall in UnsafeBufferPointer(start: shortfallBuffer, count: short) {
                    shortfalls.append(Shortfall(index: begin + Int(shortfall.index), sent: Int(shortfall.sent)))
                }
                begin += chunk.count
            }
        }
    }
}
