import Logging

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
    /// Messages from one attempt to open shared pages to the next: descriptors and memory may be free again.
    static let attemptInterval = 1_000

    private enum Pages {
        case untried
        case open(any FanOutWriter)
        /// They could not be opened, and are tried again after so many messages; `nil` where they never can be.
        case unavailable(messagesLeft: Int?)
    }

    private let ring: (any FanOutWriter)?
    private let plain: any FanOutWriter
    private let logger: Logger?
    private let openPages: () throws(FanOutUnavailable) -> any FanOutWriter
    /// Opened for the first message that needs them: most relays have no such stream.
    private var pages = Pages.untried

    /// - Parameters:
    ///   - ring: `nil` without io_uring.
    ///   - openPages: Opens shared pages.
    init(
        ring: (any FanOutWriter)?,
        plain: any FanOutWriter = PlainSender(),
        logger: Logger? = nil,
        openPages: @escaping () throws(FanOutUnavailable) -> any FanOutWriter
    ) {
        self.ring = ring
        self.plain = plain
        self.logger = logger
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
        switch pages {
        case .open(let writer): return writer
        case .unavailable(nil): return nil
        case .unavailable(let left?) where left > 0:
            pages = .unavailable(messagesLeft: left - 1)
            return nil
        case .untried, .unavailable: return open()
        }
    }

    private func open() -> (any FanOutWriter)? {
        do throws(FanOutUnavailable) {
            let writer = try openPages()
            logger?.info("shared pages enabled")
            pages = .open(writer)
            return writer
        } catch {
            if case .untried = pages { logger?.info("shared pages not available", metadata: ["reason": "\(error)"]) }
            pages = .unavailable(messagesLeft: error.mayPass ? Self.attemptInterval - 1 : nil)
            return nil
        }
    }
}
