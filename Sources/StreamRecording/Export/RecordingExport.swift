import Containers
import Platform

/// A part of a stream's recordings as one MP4 file, without encoding: from the last random access point at or before a
/// time to the first one at or after another time.
public struct RecordingExport: Sendable {
    /// Why a part of the recordings cannot be exported.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// One sentence that says what is wrong and what to do.
        public let description: String
    }

    /// A range of a file with samples.
    private struct Piece: Sendable {
        let path: String
        var range: Range<UInt64>
    }

    /// Bytes that are copied at once, 1 MiB.
    private static let stride: UInt64 = 1 << 20

    private let clip: ClipWriter
    private let pieces: [Piece]
    /// The wall clock at the first sample and after the last one, in microseconds since 1970-01-01 UTC.
    public let start: Int64
    /// See ``start``.
    public let end: Int64
    /// From the first decode time to the last, in microseconds; gaps count.
    public let duration: Int64
    /// Where the stream changes its format, which one file cannot hold: the export ends there. The wall clock, in
    /// microseconds since 1970-01-01 UTC; `nil` if it has all of the time.
    public let formatChange: Int64?

    /// Chooses the samples. It reads the indexes of the files, and blocks.
    ///
    /// - Parameters:
    ///   - folder: The stream's folder.
    ///   - from: In microseconds since 1970-01-01 UTC.
    ///   - to: The same, later than `from`.
    /// - Throws: ``Failure``, ``StorageError`` or `ContainerError`.
    public init(folder: String, from: Int64, to: Int64) throws {
        let segments = try Self.segments(in: folder, from: from, to: to)
        var clip: ClipWriter?
        var tracks: [ContainerTrack] = []
        var timeline = ExportTimeline()
        var pieces: [Piece] = []
        var walls: (start: Int64, end: Int64)?
        var times: (first: Int64, last: Int64)?
        var formatChange: Int64?
        files: for segment in segments {
            let path = "\(folder)/\(segment.name)"
            let file: OpenFile
            do throws(StorageError) {
                file = try OpenFile(path, readOnly: true)
            } catch {
                // The retention may be faster.
                guard error.isGone else { throw error }
                continue
            }
            let index = try MP4Index(size: try file.status.size, file.read)
            let samples = SegmentSamples(index, start: segment.start, from: from, to: to, begins: clip == nil)
            guard let first = samples.entries.map(\.decodeTime).min() else { continue }
            let wall = index.account.wallClock(at: first, start: segment.start, first: first)
            guard wall < to else { break }
            if clip == nil {
                tracks = index.tracks.map(\.track)
                clip = try ClipWriter(tracks: tracks)
            } else if index.tracks.map(\.track.exportIdentity) != tracks.map(\.exportIdentity) {
                formatChange = wall
                break
            }
            let place = timeline.place(line: segment.line, first: first, wall: wall)
            for entry in samples.entries {
                let time = max(0, entry.decodeTime + place.shift)
                let wall = index.account.wallClock(at: entry.decodeTime, start: segment.start, first: first)
                let frame = ContainerFrame(
                    track: entry.track,
                    decodeTime: time,
                    presentationTime: max(time, entry.presentationTime + place.shift),
                    captureTime: wall,
                    isSync: entry.sample.isSync
                )
                guard clip?.add(frame, size: entry.sample.size) ?? false else {
                    formatChange = wall
                    break files
                }
                Self.add(entry.sample, of: path, to: &pieces)
                timeline.note(time, wall: wall)
                walls = (min(walls?.start ?? wall, wall), max(walls?.end ?? wall, wall))
                times = (min(times?.first ?? time, time), max(times?.last ?? time, time))
            }
            if samples.isLast { break }
        }
        guard let clip, let walls, let times else {
            throw Failure(
                description: "Nothing is recorded in \(folder) from \(CivilTime.text(from)) to \(CivilTime.text(to)); "
                    + "look at the names of its folders and files, which are times in UTC."
            )
        }
        self.clip = clip
        self.pieces = pieces
        self.formatChange = formatChange
        (start, end) = walls
        duration = times.last - times.first
    }

    private static func add(_ sample: Sample, of path: String, to pieces: inout [Piece]) {
        let end = sample.offset + UInt64(sample.size)
        if let last = pieces.last, last.path == path, last.range.upperBound == sample.offset {
            pieces[pieces.count - 1].range = last.range.lowerBound..<end
        } else {
            pieces.append(Piece(path: path, range: sample.offset..<end))
        }
    }

    /// Passes the bytes of the file to `body`, piece by piece.
    ///
    /// - Throws: ``StorageError``, and what `body` throws.
    nonisolated(nonsending) public func write(
        _ body: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        try await body(clip.head())
        var open: OpenFile?
        var buffer: [UInt8] = []
        for piece in pieces {
            if open?.path != piece.path { open = try OpenFile(piece.path, readOnly: true) }
            var offset = piece.range.lowerBound
            while let open, offset < piece.range.upperBound {
                let count = min(Self.stride, piece.range.upperBound - offset)
                buffer += try open.read(offset, Int(count))
                offset += count
                guard buffer.count >= Self.stride else { continue }
                try await body(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        if !buffer.isEmpty { try await body(buffer) }
    }

    // MARK: Files

    private struct Segment {
        let name: SegmentName
        let start: Int64
        let line: String?
    }

    /// The longest segment that is expected, in microseconds: a day. A longer one is found if it began within a day
    /// before the export.
    private static let longestSegment: Int64 = 86_400_000_000

    /// The finished segments that may have frames of the time, in order.
    private static func segments(in path: String, from: Int64, to: Int64) throws -> [Segment] {
        guard let names = Folder.names(in: path) else { throw StorageError(reading: path) }
        let range = SegmentName(at: from - longestSegment).day...SegmentName(at: to).day
        let folder = SegmentFolder(path, hasHook: false)
        var segments: [Segment] = []
        for day in names.filter({ range.contains($0) && CivilTime(date: $0) != nil }).sorted() {
            let entries = try folder.journal(of: day).segments
            let known = Dictionary(entries.map { ($0.file ?? "", $0) }) { first, _ in first }
            for file in Folder.names(in: "\(path)/\(day)") ?? [] {
                guard let name = SegmentName(day: day, file: file), name.file == file else { continue }
                let entry = known[file]
                let start = entry?.start.flatMap { CivilTime.microseconds(of: $0) } ?? name.time
                let end = entry?.end.flatMap { CivilTime.microseconds(of: $0) } ?? .max
                // Frames last until the next one.
                guard start < to, end > from - 1_000_000 else { continue }
                segments.append(Segment(name: name, start: start, line: entry?.line))
            }
        }
        return segments.sorted { $0.name < $1.name }
    }
}

extension ContainerTrack {
    /// What tracks of two files must share to be one track of an export.
    fileprivate var exportIdentity: Identity { Identity(id: id, description: description) }

    fileprivate struct Identity: Hashable {
        let id: UInt32
        let description: Description
    }
}
