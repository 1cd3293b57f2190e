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

        var length: Int { frame.message.readableBytes + prefix.count }
    }

    /// `nil` if they would be too long, or if decoding has not begun.
    private var entries: [Entry]?
    private var length = 0
    /// The indices of later frames where decoding can begin: pictures from before them are still in the decoder.
    private var beginnings: [Int] = []

    /// Decoding can begin with the next frame.
    mutating func begin() {
        guard let count = entries?.count else { return entries = [] }
        beginnings.append(count)
        trim()
    }

    mutating func append(_ frame: Frame, isShown: Bool, prefix: [UInt8]) {
        guard entries != nil else { return }
        let entry = Entry(frame: frame, isShown: isShown, prefix: prefix)
        length += entry.length
        guard length <= Self.maximumLength else { return removeAll() }
        entries?.append(entry)
    }

    /// A picture came out; neither it nor one before it is shown again.
    mutating func emitted(_ header: FrameHeader) {
        guard entries != nil else { return }
        entries = entries?.map { entry in
            var entry = entry
            if entry.frame.header.presentationTime <= header.presentationTime { entry.isShown = false }
            return entry
        }
        trim()
    }

    mutating func removeAll() {
        entries = nil
        length = 0
        beginnings = []
    }

    /// Removes the frames before a beginning when all of their pictures came out.
    private mutating func trim() {
        while let end = beginnings.first, let old = entries?[..<end], !old.contains(where: \.isShown) {
            length -= old.reduce(0) { $0 + $1.length }
            entries?.removeFirst(end)
            beginnings = beginnings.dropFirst().map { $0 - end }
        }
    }

    /// The frames to decode again; `nil` if there are none.
    var frames: [VideoDecodingSession.Action]? {
        entries.map { entries in entries.map { .decode($0.frame, isShown: $0.isShown, prefix: $0.prefix) } }
    }
}
