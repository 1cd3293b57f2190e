/// Writes a `moov` box (ISO/IEC 14496-12 8.2.1): that of a fragmented file, without samples, or a complete one.
struct MovieBox {
    /// A track, and its samples where the box lists them.
    struct Entry {
        var track: ContainerTrack
        var samples: SampleTable?
        /// How many of the first samples are decoded and not shown.
        var preroll = 0

        /// When the first sample that is shown is shown, in ticks of the track.
        var firstPresentationTime: Int64 { samples?.presentationTime(of: preroll) ?? 0 }
    }

    /// Ticks a second in `mvhd`, `tkhd` and edit lists.
    static let timescale: UInt32 = 90_000

    var entries: [Entry]
    /// When the first frame was captured, in microseconds since 1970-01-01 UTC; 0 if it is not known.
    var captureTime: Int64 = 0
    /// Where the presentation of a fragmented file begins, in microseconds of its time line; 0 for no edit lists.
    var presentationStart: Int64 = 0
    /// Whether fragments follow (`mvex`, 8.8.1).
    var isFragmented: Bool
    /// A box for this library, whole.
    var metadata: [UInt8] = []

    var bytes: [UInt8] {
        BoxWriter.box(.moov) { writer in
            writer.reserve(entries.reduce(4_096) { $0 + 12 * ($1.samples?.count ?? 0) })
            writeHeader(&writer)
            for entry in entries { write(entry, to: &writer) }
            if isFragmented { writeExtends(&writer) }
            writer.write(metadata)
        }
    }

    /// When the earliest track begins to be shown, in ticks of the movie.
    private var start: Int64 {
        entries.compactMap { entry in
            entry.samples.flatMap { $0.count > 0 ? rescaled(entry.firstPresentationTime, of: entry) : nil }
        }.min() ?? 0
    }

    private func rescaled(_ ticks: Int64, of entry: Entry) -> Int64 {
        rescale(max(0, ticks), from: entry.track.timescale, to: Self.timescale) ?? 0
    }

    /// Seconds since 1904-01-01, as all times in headers (8.2.2.3).
    private var creationTime: UInt64 {
        guard captureTime > 0 else { return 0 }
        return UInt64(captureTime / 1_000_000) + 2_082_844_800
    }

    /// How long a track is shown, in ticks of the movie; from the movie's beginning if `withDelay` is set.
    private func duration(of entry: Entry, withDelay: Bool) -> Int64 {
        guard let samples = entry.samples, samples.count > 0 else { return 0 }
        let begin = withDelay ? start : rescaled(entry.firstPresentationTime, of: entry)
        return max(0, rescaled(samples.endTime, of: entry) - begin)
    }

    /// `mvhd` (8.2.2).
    private func writeHeader(_ writer: inout BoxWriter) {
        writer.fullBox("mvhd", version: 1) { writer in
            writer.write(creationTime)
            writer.write(creationTime)
            writer.write(Self.timescale)
            writer.write(UInt64(entries.map { duration(of: $0, withDelay: true) }.max() ?? 0))
            writer.write(UInt32(0x1_0000))  // rate 1.0
            writer.write(UInt16(0x100))  // volume 1.0
            writer.zeros(10)
            writer.writeUnityMatrix()
            writer.zeros(24)
            writer.write((entries.map(\.track.id).max() ?? 0) &+ 1)  // next_track_ID
        }
    }

    /// `mvex` with the defaults of each track (8.8.1, 8.8.3). The fragments state everything themselves.
    private func writeExtends(_ writer: inout BoxWriter) {
        writer.box("mvex") { writer in
            for entry in entries {
                writer.fullBox("trex") { writer in
                    writer.write(entry.track.id)
                    writer.write(UInt32(1))  // default_sample_description_index
                    writer.zeros(12)
                }
            }
        }
    }

    /// `trak` (8.3.1).
    private func write(_ entry: Entry, to writer: inout BoxWriter) {
        writer.box("trak") { writer in
            writeTrackHeader(entry, to: &writer)
            writeEdits(entry, to: &writer)
            writer.box("mdia") { writer in
                writer.writeMediaHeader(entry.track, creationTime: creationTime, duration: entry.samples?.duration ?? 0)
                writer.box("minf") { writer in
                    writer.writeMediaInformation(entry.track)
                    writer.box("stbl") { writer in
                        writer.writeSampleDescription(entry.track)
                        writer.writeSampleTable(entry.samples ?? SampleTable())
                    }
                }
            }
        }
    }

    /// `tkhd` (8.3.2).
    private func writeTrackHeader(_ entry: Entry, to writer: inout BoxWriter) {
        // track_enabled and track_in_movie.
        writer.fullBox("tkhd", version: 1, flags: 3) { writer in
            writer.write(creationTime)
            writer.write(creationTime)
            writer.write(entry.track.id)
            writer.zeros(4)
            writer.write(UInt64(duration(of: entry, withDelay: true)))
            writer.zeros(8)
            writer.write(UInt16(0))  // layer
            // Tracks of one kind are alternatives.
            writer.write(UInt16(entry.track.isVideo ? 1 : 2))
            writer.write(UInt16(entry.track.isVideo ? 0 : 0x100))  // volume
            writer.zeros(2)
            writer.writeUnityMatrix()
            let size = entry.track.displaySize
            writer.write(UInt32(size.width) << 16)
            writer.write(UInt32(size.height) << 16)
        }
    }

    /// `edts` (8.6.5, 8.6.6).
    ///
    /// In a complete file, the first sample of a track is decoded at 0, whenever that was. So an empty edit brings a
    /// track that begins later to its place, and the other edit begins with the first picture that is shown. Leading
    /// pictures of an open group are before it.
    private func writeEdits(_ entry: Entry, to writer: inout BoxWriter) {
        if let samples = entry.samples, samples.count > 0 {
            let delay = rescaled(entry.firstPresentationTime, of: entry) - start
            writer.writeEditList(
                delay: delay,
                duration: duration(of: entry, withDelay: false),
                mediaTime: entry.firstPresentationTime - samples.firstDecodeTime
            )
        } else if isFragmented, presentationStart > 0 {
            let clock = TrackClock(entry.track)
            writer.writeEditList(delay: 0, duration: 0, mediaTime: clock.ticks(presentationStart))
        }
    }
}
