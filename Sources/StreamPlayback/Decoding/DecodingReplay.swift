import NIOCore
import StreamProtocol

/// The frames since decoding could last begin, so that software can take over from a GPU that fails.
struct DecodingReplay: Sendable {
    /// Bytes that are held at most, 32 MiB: ten seconds at 25 Mbit/s. After longer ones, pictures are missing until the
    /// next key frame.
    static let maximumLength = 32 << 20

    private struct Entry {
        var frame: Frame
        var isShown: Bool
        var prefix: [UInt8]
    }

    /// `nil` if they would be too long, or if decoding has not begun.
    private var entries: [Entry]?
    private var length = 0

    /// Decoding can begin with the next frame.
    mutating func begin() {
        entries = []
        length = 0
    }

    mutating func append(_ frame: Frame, isShown: Bool, prefix: [UInt8]) {
        length += frame.message.readableBytes + prefix.count
        guard length <= Self.maximumLength else { return removeAll() }
        entries?.append(Entry(frame: frame, isShown: isShown, prefix: prefix))
    }

    /// A picture came out; it is not shown again.
    mutating func emitted(_ header: FrameHeader) {
        // Pictures come out soon after they went in.
        guard let index = entries?.lastIndex(where: { $0.frame.header == header }) else { return }
        entries?[index].isShown = false
    }

    mutating func removeAll() {
        entries = nil
        length = 0
    }

    /// The frames to decode again; `nil` if there are none.
    var frames: [VideoDecodingSession.Action]? {
        entries.map { entries in entries.map { .decode($0.frame, isShown: $0.isShown, prefix: $0.prefix) } }
    }
}
