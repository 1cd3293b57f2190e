import Containers
import MadeStreams
import TestSupport

/// A frame of a stream that a test made.
struct TestFrame {
    var info: ContainerFrame
    var payload: [UInt8]
    var epoch: UInt32 = 1
    var sequence: UInt64
}

/// A stream of made frames, in the order in which they come.
struct TestStream {
    /// What a stream contains.
    struct Shape {
        var videoTracks = 1
        var soundTracks = 1
        var seconds = 3
        /// When the stream begins, in microseconds.
        var start: Int64 = 5_000_000
        /// Whether pictures are shown in another order than they are decoded in.
        var reorders = false
        /// The times of frames are wrong by up to this many microseconds.
        var jitter: Int64 = 0
        /// Frames out of a hundred that are missing.
        var loss = 0
        /// By how many microseconds frames may come later than those of other tracks with the same time.
        var lateness: Int64 = 0
        /// Whether a picture is two fields, which are access units of their own.
        var hasFields = false
    }

    /// Frames a group of pictures.
    static let group = 25
    private static let video: Int64 = 40_000
    private static let sound: Int64 = 21_333

    var tracks: [ContainerTrack] = []
    var frames: [TestFrame] = []

    init(_ shape: Shape = Shape(), seed: UInt64 = 1) throws {
        var random = SeededGenerator(seed: seed)
        for index in 0..<shape.videoTracks {
            let id = UInt32(index + 1)
            guard !shape.hasFields else {
                try addFields(id, shape, &random)
                continue
            }
            tracks.append(ContainerTrack(id: id, description: .h264(try Self.description()), frameDuration: Self.video))
            for number in 0..<shape.seconds * 25 {
                let decode = shape.start + Int64(number) * Self.video + .random(in: 0...shape.jitter, using: &random)
                // The second and third picture of each three change places on the screen.
                let order: Int64 = !shape.reorders ? 0 : [1, 2, 0][number % 3]
                add(id, decode, decode + order * Self.video, Self.picture(number, &random), number)
            }
        }
        for index in 0..<shape.soundTracks {
            let id = UInt32(shape.videoTracks + index + 1)
            let configuration: [UInt8] = [0x11, 0x90]
            let description = try AACDescription(configuration: configuration)
            tracks.append(ContainerTrack(id: id, description: .aac(description), language: "deu"))
            for number in 0..<shape.seconds * 47 {
                let time = shape.start + Int64(number) * Self.sound + .random(in: 0...shape.jitter, using: &random)
                add(id, time, time, random.bytes(count: .random(in: 5...400, using: &random)), number, isSync: true)
            }
        }
        mix(lateness: shape.lateness, &random)
        frames.removeAll { _ in Int.random(in: 0..<100, using: &random) < shape.loss }
    }

    /// A track of field pairs: 25 pictures a second, of which every 25th begins with an IDR field.
    private mutating func addFields(_ id: UInt32, _ shape: Shape, _ random: inout SeededGenerator) throws {
        let period = Self.video / 2
        for number in 0..<shape.seconds * 50 {
            let (picture, isSecond) = (number / 2 % Self.group, number % 2 == 1)
            let isStart = picture == 0 && !isSecond
            let units =
                isStart
                ? [MadeStream.sps(hasFields: true), MadeStream.pps, MadeStream.idr(number / 50 % 2, field: .top)]
                : [MadeStream.p(picture % 16, field: isSecond ? .bottom : .top)]
            let bytes = MadeStream.annexB(units) + (0..<Int.random(in: 0...600, using: &random)).map { _ in 0x55 }
            let time = shape.start + Int64(number) * period
            add(id, time, time, bytes, number, isSync: isStart)
        }
        let first = frames.first { $0.info.track == id }?.payload ?? []
        let description = try H264Description(accessUnit: first.span.bytes)
        tracks.append(ContainerTrack(id: id, description: .h264(description), frameDuration: period))
    }

    /// Puts the frames of all tracks into the order in which they come; that of each track stays.
    private mutating func mix(lateness: Int64, _ random: inout SeededGenerator) {
        var arrivals: [UInt32: Int64] = [:]
        let arriving = frames.map { frame in
            let time = frame.info.decodeTime + (lateness > 0 ? .random(in: 0...lateness, using: &random) : 0)
            let arrival = max(time, arrivals[frame.info.track] ?? time)
            arrivals[frame.info.track] = arrival
            return (frame, arrival)
        }
        frames = arriving.enumerated()
            .sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
            .map(\.element.0)
    }

    static func description(
        _ placement: H264Description.ParameterSetPlacement = .sampleEntry
    ) throws -> H264Description {
        try H264Description(accessUnit: picture(0).span.bytes, placement: placement)
    }

    /// A picture of a stream: an IDR picture with its parameter sets, or a P picture.
    static func picture(_ number: Int) -> [UInt8] {
        let unit = number % group
        guard unit > 0 else {
            return MadeStream.annexB([MadeStream.sps(), MadeStream.pps, MadeStream.idr(number / group % 2)])
        }
        return MadeStream.annexB([MadeStream.p(unit % 16)])
    }

    /// The same with a tail of bytes that look like slice data.
    private static func picture(_ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
        picture(number)
            + (0..<Int.random(in: 0...600, using: &random)).map { _ in .random(in: 1...255, using: &random) }
    }

    private mutating func add(
        _ track: UInt32,
        _ decode: Int64,
        _ presentation: Int64,
        _ payload: [UInt8],
        _ number: Int,
        isSync: Bool? = nil
    ) {
        let isSync = isSync ?? (number % Self.group == 0)
        let info = ContainerFrame(
            track: track,
            decodeTime: decode,
            presentationTime: presentation,
            captureTime: 1_760_000_000_000_000 + decode,
            isSync: isSync
        )
        frames.append(TestFrame(info: info, payload: payload, sequence: UInt64(number)))
    }
}

extension ContainerTrack {
    /// The sample that a frame of this track becomes.
    func sample(_ payload: [UInt8]) -> [UInt8] {
        guard case .fits(let layout) = description.fit(payload.span.bytes) else { return [] }
        var bytes: [UInt8] = []
        layout.append(payload.span.bytes, to: &bytes)
        return bytes
    }
}

/// A sample as a file holds it, with times in microseconds.
struct ReadSample: Equatable, CustomStringConvertible {
    var track: UInt32
    var decode: Int64
    var presentation: Int64
    var isSync: Bool
    var bytes: [UInt8]

    var description: String { "\(track) at \(decode)/\(presentation), sync \(isSync), \(bytes.count) bytes" }

    /// Whether both are the same sample, with times that differ by the rounding of two conversions.
    func matches(_ other: ReadSample, tolerance: Int64 = 32) -> Bool {
        track == other.track && isSync == other.isSync && bytes == other.bytes
            && abs(decode - other.decode) <= tolerance && abs(presentation - other.presentation) <= tolerance
    }
}

extension TestStream {
    /// The samples of a track that a file of the whole stream holds.
    func samples(of track: ContainerTrack) -> [ReadSample] {
        frames.filter { $0.info.track == track.id }
            .map { frame in
                ReadSample(
                    track: track.id,
                    decode: frame.info.decodeTime,
                    presentation: frame.info.presentationTime,
                    isSync: frame.info.isSync,
                    bytes: track.sample(frame.payload)
                )
            }
    }
}

extension [ReadSample] {
    /// Whether these samples are the first of `others`.
    func areFirst(of others: [ReadSample], tolerance: Int64 = 32) -> Bool {
        count <= others.count && zip(self, others).allSatisfy { $0.matches($1, tolerance: tolerance) }
    }
}
