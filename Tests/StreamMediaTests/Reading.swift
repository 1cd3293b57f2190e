import AAC
import H264
import NIOCore
import StreamMedia
import StreamProtocol
import TestSupport

/// What a reader made of a stream.
struct ReadStream: Equatable {
    var tracks: [Track] = []
    var frames: [MediaFrame] = []
    /// For each track, how many frames came before it.
    var trackPlaces: [Int] = []

    init() {}

    /// Reads a whole stream that comes in chunks.
    init(_ bytes: [UInt8], _ format: ElementaryStreamFormat, source: TimeSource = .film, chunk: Int = .max) {
        var reader = ElementaryStreamReader(format, source: source)
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.push(Array(rest.prefix(chunk)).span.bytes, arrival: 0) { add($0) }
            rest = rest.dropFirst(chunk)
        }
        reader.finish(arrival: 0) { add($0) }
    }

    mutating func add(_ event: MediaEvent) {
        switch event {
        case .track(let track):
            tracks.append(track)
            trackPlaces.append(frames.count)
        case .frame(let frame): frames.append(frame)
        }
    }

    /// Frames with a picture: those without last no time.
    var pictures: [MediaFrame] { frames.filter { $0.microsecondsLong > 0 } }

    /// The stream as a viewer writes it to a file.
    func written() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var places = zip(trackPlaces, tracks).makeIterator()
        var next = places.next()
        var writer: ElementaryStreamWriter?
        for (index, frame) in frames.enumerated() {
            while let (place, track) = next, place <= index {
                writer = try ElementaryStreamWriter(track)
                next = places.next()
            }
            let header = FrameHeader(
                track: frame.track,
                decodeTime: frame.decodeTime.microseconds,
                presentationTime: frame.presentationTime.microseconds
            )
            try writer?.write(Frame(header, payload: frame.payload), to: &bytes)
        }
        return bytes
    }
}

extension MediaFrame {
    /// The duration in microseconds; 0 if unknown.
    var microsecondsLong: Int64 { duration?.wholeMicroseconds ?? 0 }

    /// The capture time in microseconds since 1970-01-01 UTC; 0 if unknown.
    var capturedAt: Int64 { captureTime?.wholeMicroseconds ?? 0 }
}

extension TimeSource {
    /// The stream's own times, else 25 frames a second.
    static var film: TimeSource { .stream(fallback: .perSecond(25)) }
}

extension Track.Rate {
    static func perSecond(_ frames: UInt32) -> Track.Rate {
        guard let rate = Track.Rate(numerator: frames, denominator: 1) else { preconditionFailure("a rate of 0") }
        return rate
    }
}

/// The NAL units of a stream that are not empty.
func nalUnits(_ bytes: [UInt8]) -> [[UInt8]] {
    var cursor = AnnexBCursor()
    var units: [[UInt8]] = []
    while let unit = cursor.next(in: bytes.span.bytes) {
        if !unit.payload.isEmpty { units.append(Array(bytes[unit.payload])) }
    }
    return units
}

/// The raw data blocks of an ADTS stream.
func rawDataBlocks(_ bytes: [UInt8]) -> [[UInt8]] {
    var reader = ADTSReader()
    var blocks: [[UInt8]] = []
    reader.push(bytes.span.bytes) { block, _ in blocks.append(block.withUnsafeBytes { Array($0) }) }
    reader.finish { block, _ in blocks.append(block.withUnsafeBytes { Array($0) }) }
    return blocks
}

/// What independent tools say of a stream among the vectors.
struct Oracle: Decodable, Sendable {
    struct Unit: Decodable, Sendable {
        /// The offset of the first start code.
        let o: Int
        let idr: Int?
        let rp: Int?
        let nonref: Int?
        let field: String?
    }

    struct Table: Decodable, Sendable {
        struct Cell: Decodable, Sendable {
            let number: Int?

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                number = try (try? container.decode(Int.self)) ?? Int(container.decode(String.self))
            }
        }
        let rows: [[Cell?]]
    }

    let aus: [Unit]
    let ffprobe_frames_display_order: Table
}
