/// The tracks and samples of a hybrid file, and the steps that finish it. Writer and repair share it.
struct HybridRecording: Sendable {
    private(set) var entries: [MovieBox.Entry]
    let captureTime: Int64

    init(_ tracks: [ContainerTrack], captureTime: Int64) {
        self.init(tracks.map { MovieBox.Entry(track: $0, samples: SampleTable()) }, captureTime: captureTime)
    }

    init(_ entries: [MovieBox.Entry], captureTime: Int64) {
        self.entries = entries
        self.captureTime = captureTime
    }

    /// How many samples all tracks have.
    var sampleCount: Int { entries.reduce(0) { $0 + ($1.samples?.count ?? 0) } }

    /// Adds the samples of a part that lies at `offset` in the file.
    mutating func add(_ part: MovieFragmentPart, at offset: UInt64) {
        for run in part.runs {
            guard let index = entries.firstIndex(where: { $0.track.id == run.track }) else { continue }
            var position = offset + UInt64(run.offset)
            for entry in run.entries {
                entries[index].samples?.append(entry.times, size: entry.size, isSync: entry.isSync, at: position)
                position += UInt64(entry.size)
            }
        }
    }

    /// The steps that turn a file of `length` bytes into an ordinary one.
    func finishingSteps(at length: UInt64, account: RecordingAccount) -> [FileStep] {
        var record = PartRecord(account: account)
        for entry in entries {
            if let samples = entry.samples, samples.count > 0 {
                record.baseTimes[entry.track.id] = samples.firstDecodeTime
            }
        }
        let shown = entries.map { entry in
            var entry = entry
            entry.preroll = account.prerollCount(of: entry.track.id, samples: entry.samples?.count ?? 0)
            return entry
        }
        let movie = MovieBox(
            entries: shown,
            captureTime: captureTime,
            isFragmented: false,
            metadata: record.bytes(before: RawSpan())
        )
        var header = BoxWriter()
        header.write(UInt32(1))
        header.write(BoxType.mdat.rawValue)
        header.write(length - HybridMP4Writer.headerOffset)
        return [
            .write(movie.bytes, at: length), .synchronizeData,
            .write(header.bytes, at: HybridMP4Writer.headerOffset), .synchronize,
            .publish,
        ]
    }
}
