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
        let length = try Self.length(digits)
        guard let chunk = ahead.readSlice(length: length), let end = ahead.readBytes(length: 2) else { return nil }
        guard end == Self.lineEnd else { throw Violation("a chunk of \(length) bytes has no end") }
        inbox = ahead
        return chunk
    }

    private static func length(_ digits: String) throws -> Int {
        guard digits.allSatisfy(\.isHexDigit), let length = Int(digits, radix: 16), length < 1 << 20 else {
            throw Violation("this is no length of a chunk: '\(digits.prefix(40))'")
        }
        return length
    }

    private mutating func read(_ picture: ByteBuffer, in published: [UInt64: PublishedStream]) throws {
        let next = next(in: published, ofDistinctBytes: picture.readableBytes >= Self.distinctBytes) { $0 == picture }
        guard !next.isEmpty else {
            throw Violation(
                "\(picture.readableBytes) bytes are no picture that may come here, after \(frames): \(picture.beginning)"
            )
        }
        places = next
        frames += 1
    }

    /// The places of the pictures of which one may come next, and which `isLike` accepts.
    private func next(
        in published: [UInt64: PublishedStream],
        ofDistinctBytes isDistinct: Bool,
        _ isLike: (ByteBuffer) -> Bool
    ) -> Set<Place> {
        var found: Set<Place> = []
        for (instance, stream) in published where places.isEmpty && stream.name == name {
            for index in stream.starts(after: -1) where isLike(stream.pictures[index].payload) {
                found.insert(Place(instance: instance, index: index))
            }
        }
        for place in places {
            guard let stream = published[place.instance] else { continue }
            if let index = stream.picture(after: place.index), isLike(stream.pictures[index].payload) {
                found.insert(Place(instance: place.instance, index: index))
                if isDistinct { continue }
            }
            for index in stream.starts(after: place.index) where isLike(stream.pictures[index].payload) {
                found.insert(Place(instance: place.instance, index: index))
            }
        }
        return found
    }

    func hasNewest(in published: [UInt64: PublishedStream]) -> Bool {
        places.contains { place in published[place.instance]?.newest.map { place.index >= $0 } ?? false }
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
            // A response says by its missing end that an error has cut it off. The log says which.
            guard isWelcome else { throw Violation("closed without a response") }
        }
        guard !isWelcome || inbox.readableBytes == 0 else {
            throw Violation("\(inbox.readableBytes) bytes of a chunk, and no more")
        }
    }

    func checkCut(in published: [UInt64: PublishedStream]) throws {
        var part = inbox
        guard isWelcome, end == nil, let digits = part.readString(before: Self.lineEnd) else { return }
        let length = try Self.length(digits)
        guard length > 0 else { return }
        let bytes = part.readSlice(length: min(length, part.readableBytes)) ?? ByteBuffer()
        let isKnown = !next(in: published, ofDistinctBytes: false) { picture in
            picture.readableBytes == length
                && picture.getSlice(at: picture.readerIndex, length: bytes.readableBytes) == bytes
        }.isEmpty
        guard isKnown, Self.lineEnd.starts(with: part.readableBytesView) else {
            throw Violation("the part of a chunk of \(length) bytes that came is of no picture: \(bytes.beginning)")
        }
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
}
