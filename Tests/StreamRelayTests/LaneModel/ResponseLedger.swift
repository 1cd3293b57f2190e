import NIOCore
import StreamProtocol

@testable import StreamRelay

/// The response that one viewer by HTTP has received, checked chunk by chunk as it comes: each chunk is one picture as it
/// was published, in order, and the pictures that are left out end before one that can be decoded by itself.
///
/// A response has no numbers of frames, so the ledger follows every place in the stream where the viewer may be.
struct ResponseLedger: ModelLedger {
    /// A picture of a stream.
    private struct Place: Hashable {
        let instance: UInt64
        let index: Int
    }

    private static let lineEnd = Array("\r\n".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)
    /// More pictures are not alike by chance: their bytes are noise.
    private static let distinctBytes = 16

    private let name: StreamName
    private(set) var isWelcome = false
    private(set) var end: ViewerLedger.End?
    private(set) var frames = 0
    let gaps = 0
    let pongs: Int64 = 0
    private var inbox = ByteBuffer()
    /// Where the last picture may be; empty before the first one.
    private var places: Set<Place> = []

    init(of name: StreamName) {
        self.name = name
    }

    // MARK: What comes

    mutating func take(_ bytes: ByteBuffer, in published: [UInt64: PublishedStream]) throws {
        inbox.writeImmutableBuffer(bytes)
        if !isWelcome { try takeHead() }
        // A refusal has a body of its own.
        guard isWelcome else { return }
        while let chunk = try takeChunk() {
            guard end == nil else { throw Violation("a chunk comes after the last one") }
            if chunk.readableBytes == 0 { end = .endOfStream } else { try read(chunk, in: published) }
        }
        inbox.discardReadBytes()
    }

    private mutating func takeHead() throws {
        guard let head = inbox.readString(before: Self.headEnd) else { return }
        switch head.prefix("HTTP/1.1 200".count) {
        case "HTTP/1.1 200": isWelcome = true
        case "HTTP/1.1 404": end = .error(.streamNotFound)
        case "HTTP/1.1 503": end = .error(.overloaded)
        default: throw Violation("no response: \(head)")
        }
    }

    /// The next whole chunk, which is empty at the end of the response (RFC 9112 7.1).
    private mutating func takeChunk() throws -> ByteBuffer? {
        var ahead = inbox
        guard let digits = ahead.readString(before: Self.lineEnd) else { return nil }
        guard let length = Int(digits, radix: 16), length < 1 << 20 else {
            throw Violation("this is no length of a chunk: '\(digits.prefix(40))'")
        }
        guard let chunk = ahead.readSlice(length: length), let end = ahead.readBytes(length: 2) else { return nil }
        guard end == Self.lineEnd else { throw Violation("a chunk of \(length) bytes has no end") }
        inbox = ahead
        return chunk
    }

    private mutating func read(_ picture: ByteBuffer, in published: [UInt64: PublishedStream]) throws {
        let next = places.isEmpty ? beginnings(picture, in: published) : followers(picture, in: published)
        guard !next.isEmpty else {
            throw Violation(
                "\(picture.readableBytes) bytes are no picture that may come here, after \(frames): \(picture.beginning)"
            )
        }
        places = next
        frames += 1
    }

    private func beginnings(_ picture: ByteBuffer, in published: [UInt64: PublishedStream]) -> Set<Place> {
        var found: Set<Place> = []
        for (instance, stream) in published where stream.name == name {
            for index in stream.starts(after: -1) where stream.pictures[index].payload == picture {
                found.insert(Place(instance: instance, index: index))
            }
        }
        return found
    }

    private func followers(_ picture: ByteBuffer, in published: [UInt64: PublishedStream]) -> Set<Place> {
        var found: Set<Place> = []
        for place in places {
            guard let stream = published[place.instance] else { continue }
            if let index = stream.picture(after: place.index), stream.pictures[index].payload == picture {
                found.insert(Place(instance: place.instance, index: index))
                if picture.readableBytes >= Self.distinctBytes { continue }
            }
            for index in stream.starts(after: place.index) where stream.pictures[index].payload == picture {
                found.insert(Place(instance: place.instance, index: index))
            }
        }
        return found
    }

    // MARK: The end

    func checkEnd(pings: Int64, errors: Set<ErrorCode>, in published: [UInt64: PublishedStream]) throws {
        switch end {
        case .endOfStream:
            let streams =
                places.isEmpty
                ? published.values.filter { $0.name == name } : places.compactMap { published[$0.instance] }
            guard streams.contains(where: \.hasEnded) else { throw Violation("the stream has not ended") }
        case .error(let code):
            // A response does not wait for a publisher.
            guard code == .streamNotFound || errors.contains(code) else { throw Violation("refused with \(code)") }
        case nil:
            // A response says by its missing end that an error has cut it off, and not which.
            guard isWelcome, !errors.isEmpty else { throw Violation("closed without a response") }
        }
        guard !isWelcome || inbox.readableBytes == 0 else {
            throw Violation("\(inbox.readableBytes) bytes of a chunk, and no more")
        }
    }

    func checkCut(in published: [UInt64: PublishedStream]) throws {
        var part = inbox
        guard isWelcome, end == nil, part.readString(before: Self.lineEnd) != nil, part.readableBytes > 0 else {
            return
        }
        // The end of the line behind the picture may have come.
        let isKnown = published.values.contains { stream in
            stream.name == name && stream.pictures.contains { $0.payload.begins(with: part) }
        }
        guard isKnown else { throw Violation("the part of a chunk that came is of no picture: \(part.beginning)") }
    }
}

extension ByteBuffer {
    /// Reads up to `end`, and that as well, if it is there.
    fileprivate mutating func readString(before end: [UInt8]) -> String? {
        let view = readableBytesView
        guard let place = view.firstRange(of: end) else { return nil }
        let string = readString(length: place.lowerBound - view.startIndex)
        moveReaderIndex(forwardBy: end.count)
        return string
    }

    /// Whether these bytes begin with others, of which the last may be of the end of a chunk.
    fileprivate func begins(with others: ByteBuffer) -> Bool {
        guard others.readableBytes <= readableBytes + 1 else { return false }
        let count = min(others.readableBytes, readableBytes)
        return getSlice(at: readerIndex, length: count) == others.getSlice(at: others.readerIndex, length: count)
    }
}
