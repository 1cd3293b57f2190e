import NIOCore
import Platform

/// What has come from the other side and was not read yet.
final class Mailbox: Sendable {
    /// Bytes that may wait to be read: more than any case lets come.
    private static let capacity = 80 << 20
    /// The longest payload of a frame that is taken, whatever the welcome says, so that its length takes no memory.
    private static let longestFrame = 64 << 20
    /// Control frames of WebSocket that are kept: more than any case looks for.
    private static let controlLimit = 64

    private struct State {
        var bytes: [UInt8] = []
        /// Bytes at the front that were read already.
        var read = 0
        var end: ConnectionEnd?
        var finding: Finding?
        var hasPreface = false
        var frameLimit = 8_388_608
        var total = 0
        var head: String?
        var controls: [WebSocketFrame] = []
        var alpn: String?
        var isGone = false
        var hasSentClose = false
        var changes = 0
        var waiter: CheckedContinuation<Void, Never>?

        var unread: Int { bytes.count - read }

        mutating func take(_ count: Int) -> [UInt8] {
            defer {
                read += count
                // Moves the rest only now and then, so that many small messages cost linear time.
                if read > 1 << 16, read > bytes.count / 2 {
                    bytes.removeFirst(read)
                    read = 0
                }
            }
            return Array(bytes[read..<read + count])
        }

        func number(at offset: Int, _ count: Int) -> Int {
            bytes[(read + offset)..<(read + offset + count)].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    private let state = Mutex(State())

    /// The head of the answer to the opening of a WebSocket, or of the opening itself.
    var head: String? { state.withLock { $0.head } }
    /// The control frames of WebSocket that have come.
    var controls: [WebSocketFrame] { state.withLock { $0.controls } }
    /// The protocol that the other side has selected in the handshake of TLS.
    var alpn: String? { state.withLock { $0.alpn } }
    /// Whether the connection is closed in both directions.
    var isGone: Bool { state.withLock { $0.isGone } }
    /// Whether the other side has ended its direction.
    var hasEnded: Bool { state.withLock { $0.end != nil } }
    /// How many bytes of the protocol have come in all.
    var total: Int { state.withLock { $0.total } }
    /// All bytes that have come and were not read as messages.
    var everything: [UInt8] { state.withLock { Array($0.bytes[$0.read...]) } }
    /// The longest payload of a frame that is not too long.
    func setFrameLimit(_ limit: UInt32) { state.withLock { $0.frameLimit = min(Int(limit), Self.longestFrame) } }
    /// Notes that a close frame of WebSocket is sent.
    ///
    /// - Returns: Whether one was sent before.
    func sendsClose() -> Bool {
        state.withLock { state in
            defer { state.hasSentClose = true }
            return state.hasSentClose
        }
    }

    /// The next preface, message or end; `nil` if it has not come yet.
    func take() throws -> Received? {
        try state.withLock { state in
            if let next = try Self.next(&state) { return next }
            if let finding = state.finding { throw finding }
            return state.end.map { .end($0) }
        }
    }

    private static func next(_ state: inout State) throws -> Received? {
        guard state.hasPreface else {
            let start = state.bytes.prefix(Wire.magic.count)
            guard Wire.magic.starts(with: start) else {
                throw Finding("The first bytes are no preface.", Clause("Preface and version"))
            }
            guard state.unread >= 12 else { return nil }
            let versions = (UInt16(state.number(at: 8, 2)), UInt16(state.number(at: 10, 2)))
            _ = state.take(12)
            state.hasPreface = true
            return .preface(lowest: versions.0, highest: versions.1)
        }
        guard state.unread >= 8 else { return nil }
        let length = state.number(at: 0, 4)
        let type = MessageNumber(rawValue: UInt16(state.number(at: 4, 2)))
        guard length <= Message.limit(type, frame: state.frameLimit) else {
            throw Finding("A message '\(type)' announces \(length) bytes.", Clause("Limits"))
        }
        guard state.unread >= 8 + length else { return nil }
        let flags = UInt16(state.number(at: 6, 2))
        let bytes = state.take(8 + length)
        return .message(Message(type: type, flags: flags, body: Array(bytes.dropFirst(8))))
    }

    /// How often something has changed.
    var changes: Int { state.withLock { $0.changes } }

    /// Waits until something has changed since `seen`, the deadline passes or the task is cancelled.
    func wait(since seen: Int, until deadline: ContinuousClock.Instant, on loop: any EventLoop) async {
        let left = deadline - ContinuousClock().now
        guard left > .zero else { return }
        let timer = loop.scheduleTask(in: TimeAmount(left)) { self.change { _ in } }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.changes == seen, !Task.isCancelled else { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            change { _ in }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            state.changes += 1
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// - Returns: Whether the connection may go on.
    func append(_ bytes: [UInt8]) -> Bool {
        change {
            guard $0.unread + bytes.count <= Self.capacity else {
                let finding = Finding("More than \(Self.capacity >> 20) MiB wait to be read.", Clause("Limits"))
                $0.finding = $0.finding ?? finding
                return
            }
            $0.bytes += bytes
            $0.total += bytes.count
        }
        return state.withLock { $0.finding == nil }
    }

    func end(_ end: ConnectionEnd) { change { $0.end = $0.end ?? end } }
    func fail(_ error: any Error) {
        let finding = error as? Finding ?? Finding("\(error).")
        change { $0.finding = $0.finding ?? finding }
    }
    func setHead(_ head: String) { change { $0.head = head } }
    func append(control frame: WebSocketFrame) {
        change { if $0.controls.count < Self.controlLimit { $0.controls.append(frame) } }
    }
    func setALPN(_ name: String?) { change { $0.alpn = name } }
    func setGone() {
        change {
            $0.isGone = true
            $0.end = $0.end ?? .closed
        }
    }
}
