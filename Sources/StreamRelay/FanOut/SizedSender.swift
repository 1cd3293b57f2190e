/// The cheapest way for each message: shared pages for large messages to many sockets, io_uring for others to many, and
/// one system call for each of few.
final class SizedSender: FanOutWriter {
    /// The fewest sockets for which io_uring is cheaper. It costs a few microseconds for each call before the first
    /// socket: by `Benchmarks/fanout`, 2 and 10 viewers cost more with it, 50 the same, and 200 less.
    static let leastSockets = 64
    /// The fewest sockets and bytes for which shared pages are used: a second system call for each socket must cost less
    /// than a copy of the bytes, and the first copy must be worth it. A C program loses a little with 8 KB and gains a
    /// tenth with 40 KB (docs/performance.md).
    static let leastSharedSockets = 32
    static let leastSharedBytes = 24 * 1024
    /// Messages from one attempt to open shared pages to the next: descriptors may be free again, and an attempt costs
    /// less than sending one message.
    static let attemptInterval = 1_000

    private let ring: (any FanOutWriter)?
    private let plain: any FanOutWriter
    private let openPages: (_ isFirst: Bool) -> (any FanOutWriter)?
    /// Opened for the first message that needs it: most relays have no such stream.
    private var pages: (any FanOutWriter)?
    /// The messages that needed shared pages and went without.
    private var messagesWithoutPages = 0

    /// - Parameters:
    ///   - ring: `nil` without io_uring.
    ///   - openPages: Opens shared pages. After a failure it is asked again, once in ``attemptInterval``.
    init(
        ring: (any FanOutWriter)?,
        plain: any FanOutWriter = PlainSender(),
        openPages: @escaping (_ isFirst: Bool) -> (any FanOutWriter)?
    ) {
        self.ring = ring
        self.plain = plain
        self.openPages = openPages
    }

    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        writer(for: message.count, to: sockets.count).send(message, to: sockets, shortfalls: &shortfalls)
    }

    private func writer(for bytes: Int, to sockets: Int) -> any FanOutWriter {
        if sockets >= Self.leastSharedSockets, (Self.leastSharedBytes...SharedPages.room).contains(bytes),
            let pages = sharedPages
        {
            return pages
        }
        return sockets >= Self.leastSockets ? ring ?? plain : plain
    }

    private var sharedPages: (any FanOutWriter)? {
        if let pages { return pages }
        if messagesWithoutPages.isMultiple(of: Self.attemptInterval) { pages = openPages(messagesWithoutPages == 0) }
        if pages == nil { messagesWithoutPages += 1 }
        return pages
    }
}
