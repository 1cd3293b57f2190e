import CSubmissionRing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// io_uring: one system call for up to ``room`` sockets.
///
/// Belongs to the thread that made it: the kernel sends nothing for another one.
final class SubmissionRing: FanOutWriter {
    /// How many sockets one system call reaches. The more the better, since the thread keeps the core until all are
    /// served; what the kernel keeps for each is some 300 bytes.
    static let room = 1024

    private let ring: OpaquePointer
    private let answers: UnsafeMutablePointer<submission_shortfall>
    private let room: Int

    /// Opens a ring, and tries whether it does what is expected of it.
    ///
    /// - Parameter room: How many sockets one system call reaches; a power of two.
    init(room: Int = SubmissionRing.room) throws(Unavailable) {
        var opened: OpaquePointer?
        let fault = submission_ring_open(&opened, UInt32(room))
        guard fault == 0, let opened else { throw Unavailable(errno: fault) }
        ring = opened
        answers = .allocate(capacity: room)
        self.room = room
        guard keepsItsWord else { throw .unreliable }
    }

    deinit {
        answers.deallocate()
        submission_ring_close(ring)
    }

    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        sockets.withUnsafeBufferPointer { sockets in
            var begin = 0
            while begin < sockets.count {
                let chunk = UnsafeBufferPointer(rebasing: sockets[begin...].prefix(room))
                let short = submission_ring_send(
                    ring,
                    message.baseAddress,
                    message.count,
                    chunk.baseAddress,
                    chunk.count,
                    answers
                )
                for answer in UnsafeBufferPointer(start: answers, count: short) {
                    shortfalls.append(Shortfall(index: begin + Int(answer.index), sent: Int(answer.sent)))
                }
                begin += chunk.count
            }
        }
    }
}

extension SubmissionRing {
    /// Why there is no ring: a clause about io_uring, to be put after a colon.
    struct Unavailable: Error, Equatable, CustomStringConvertible {
        let description: String

        init(errno: CInt) {
            description =
                switch errno {
                case EPERM, EACCES:
                    "it is forbidden here, by a container's seccomp profile or by the sysctl kernel.io_uring_disabled"
                case ENOSYS: "this system does not have it"
                case EINVAL: "this kernel is older than Linux 6.1"
                default: "it cannot be set up (\(String(cString: strerror(errno))))"
                }
        }

        private init(_ description: String) {
            self.description = description
        }

        static let unreliable = Unavailable("this system does not tell what a full socket took of a message")
    }
}
