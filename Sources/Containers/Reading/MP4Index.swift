/// The tracks and samples of an MP4 file that this library wrote: fragmented, hybrid (finished or not) or a clip.
///
/// The samples themselves stay in the file. The index takes 4 to 28 bytes for each of at most
/// ``ContainerLimits/samples``. Hostile bytes give an error or an odd index, never a trap.
public struct MP4Index: Sendable {
    /// A track of the file.
    public struct Track: Sendable {
        /// What the track contains.
        public let track: ContainerTrack
        /// Ticks a second of its samples' times.
        public let timescale: UInt32
        let table: SampleTable

        /// Its samples, in the order of decoding.
        public var samples: Samples { Samples(table: table) }
    }

    /// The samples of a track.
    public struct Samples: Sequence, Sendable {
        let table: SampleTable

        /// How many there are.
        public var count: Int { table.count }

        /// Begins with the first one.
        public func makeIterator() -> Iterator { Iterator(table: table, cursor: SampleCursor(table)) }

        /// Goes from sample to sample.
        public struct Iterator: IteratorProtocol, Sendable {
            let table: SampleTable
            var cursor: SampleCursor

            /// The next sample; `nil` at the end.
            public mutating func next() -> Sample? { cursor.next(in: table) }
        }
    }

    /// The tracks, in the order of the file.
    public let tracks: [Track]
    /// The frames and gaps of a recording; empty for other files.
    public let account: RecordingAccount
    /// How many of the first samples of a track were recorded before, in another file; see ``ContainerFrame/isPreroll``.
    public func prerollCount(of track: Track) -> Int {
        account.prerollCount(of: track.track.id, samples: track.table.count)
    }

    /// When the first frame was captured, in microseconds since 1970-01-01 UTC, whole seconds; 0 if that is not known.
    public let captureTime: Int64
    /// Whether the file has a complete `moov`.
    public let isComplete: Bool
    /// Where the last whole part ends; the size of the file if it is complete.
    public let length: UInt64

    /// Reads the index of a file.
    ///
    /// - Parameters:
    ///   - size: The bytes of the file.
    ///   - read: Returns this many bytes from an offset on, all of them within `size`.
    /// - Throws: ``ContainerError`` if the file has no `moov` of this library, and what `read` throws.
    public init(size: UInt64, _ read: (UInt64, Int) throws -> [UInt8]) throws {
        self = try withoutActuallyEscaping(read) { try MP4Index(FileReader(size: size, $0)) }
    }

    init(_ file: FileReader) throws {
        guard let first = try file.header(at: 0), first.type == .ftyp, first.end <= file.size else {
            throw ContainerError(.malformed, "no MP4 file: it does not begin with ftyp")
        }
        let second = try file.header(at: first.end)
        if let second, let movie = try Self.completeMovie(file, after: second) {
            tracks = movie.tracks.map { Track(track: $0.track, timescale: $0.timescale, table: $0.samples) }
            account = movie.account
            captureTime = movie.captureTime
            isComplete = true
            length = file.size
            return
        }
        // In a hybrid file, the header that is changed last comes before the parts, whatever it says.
        let isHybrid = second?.type != .moov
        let scan = try FileScan(file, from: first.end + (isHybrid ? HybridMP4Writer.headerLength : 0))
        guard let movie = scan.movie else { throw ContainerError(.malformed, "no moov box of a fragmented file") }
        tracks = zip(movie.tracks, scan.tables).map { Track(track: $0.track, timescale: $0.timescale, table: $1) }
        account = scan.account
        captureTime = movie.captureTime
        isComplete = false
        length = scan.end
    }

    /// The complete `moov`, behind or in front of one `mdat`, if it can be read.
    private static func completeMovie(_ file: FileReader, after box: FileReader.Header) throws -> MovieReader? {
        var header = box
        if header.type == .mdat {
            guard header.end < file.size, let next = try file.header(at: header.end) else { return nil }
            header = next
        }
        guard header.type == .moov, header.end <= file.size else { return nil }
        do {
            let body = try file.body(of: header, limit: ContainerLimits.movieLength)
            let movie = try MovieReader(body, fileSize: file.size)
            return movie.isFragmented ? nil : movie
        } catch let error as ContainerError {
            if box.type == .mdat { return nil }
            throw error
        }
    }
}
