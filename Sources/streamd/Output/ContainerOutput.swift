import Containers
import NIOCore
import StreamMedia
import StreamProtocol

/// A stream as a container: MP4, MPEG transport stream or Matroska, with all chosen tracks.
///
/// An MP4 file is a hybrid one: playable up to its last second if the program is killed, and an ordinary file when it
/// is finished. A pipe gets a fragment for each frame.
struct ContainerOutput: StreamOutput {
    /// How much earlier than the first frame the frames of other tracks may be in an MP4, in microseconds: 0.2 s.
    private static let lead: Int64 = 200_000

    private let choice: TrackChoice
    private let format: OutputFormat
    private let isFile: Bool
    /// The tracks of the stream that the output is to have.
    private var chosen: Set<TrackID> = []
    private var feed = ContainerFeed()
    /// The tracks, until the first frame.
    private var tracks: [ContainerTrack] = []
    // One of these, from the first frame on. Each changes in place, so that its tables are not copied.
    private var file: HybridMP4Writer?
    private var fragments: FragmentedMP4Writer?
    private var packets: TransportStreamWriter?
    private var matroska: MatroskaOutput?
    private var noted: Set<TrackID> = []
    /// The time line before the first frame, in microseconds. In fragments, not all players leave it out.
    private var shift: Int64 = 0

    /// - Parameters:
    ///   - format: A container.
    ///   - isFile: Whether the output can be written at any place.
    init(_ choice: TrackChoice, format: OutputFormat, isFile: Bool) {
        self.choice = choice
        self.format = format
        self.isFile = isFile
    }

    mutating func follow(_ table: TrackTable) throws(Failure) -> [OutputAction] {
        let chosen = choice.all(from: table)
        guard hasBegun || chosen.contains(where: \.canBeDescribed) else {
            throw .noContainerTrack(chosen, in: table)
        }
        self.chosen = Set(chosen.filter(\.fitsContainer).map(\.id))
        feed.follow(chosen)
        return drain()
    }

    func contains(_ track: TrackID) -> Bool { chosen.contains(track) }

    mutating func beginInstance() {
        feed.beginInstance()
    }

    mutating func take(_ gap: Gap) {
        feed.take(gap)
        // A file whose account is full takes no further frame either.
        _ = file?.addGap(
            track: gap.track.containerTrack,
            epoch: gap.epoch,
            first: gap.first,
            count: gap.count,
            reason: gap.reason.rawValue
        )
    }

    mutating func take(_ frame: Frame, arrival: Int64) -> [OutputAction] {
        feed.take(frame, arrival: arrival)
        return drain()
    }

    mutating func finish() -> [OutputAction] {
        defer { (file, matroska) = (nil, nil) }
        feed.stopHolding()
        let rest = drain()
        return rest + (file?.finish().steps.map { .file($0) } ?? matroska?.finish() ?? [])
    }

    private var formatChanged: Failure { .formatChanged(in: format == .mkv ? "Matroska file" : "MP4") }

    private var hasBegun: Bool { file != nil || fragments != nil || packets != nil || matroska != nil }

    private mutating func drain() -> [OutputAction] {
        var actions: [OutputAction] = []
        while let event = feed.next() {
            switch event {
            case .start(let tracks): self.tracks = tracks
            case .change(let tracks): change(to: tracks, &actions)
            case .frame(let frame, let message): write(frame, message, &actions)
            }
        }
        for track in feed.omitted where noted.insert(track.id).inserted && hasBegun {
            actions.append(.note("Track \(track.id) (\(track.codec)) is left out; the format cannot hold it."))
        }
        return actions
    }

    private mutating func change(to tracks: [ContainerTrack], _ actions: inout [OutputAction]) {
        guard hasBegun else {
            self.tracks = tracks
            return
        }
        guard packets == nil else { return changePackets(to: tracks, &actions) }
        let change = TrackChange(from: self.tracks, to: tracks)
        for track in change.added {
            guard let id = TrackID(UInt16(clamping: track.id - 1)), noted.insert(id).inserted else { continue }
            actions.append(.note("Track \(id) is left out: it came after the beginning of the output."))
        }
        if !change.changed.isEmpty { actions.append(.end(formatChanged)) }
    }

    private mutating func changePackets(to tracks: [ContainerTrack], _ actions: inout [OutputAction]) {
        let suitable = tracks.filter(TransportStreamWriter.canCarry)
        // Without a track that fits, the last tables stay.
        guard !suitable.isEmpty else { return }
        do throws(ContainerError) {
            try packets?.change(to: suitable)
        } catch {
            actions.append(.end(.unsuitable(error)))
        }
    }

    private mutating func write(_ frame: ContainerFrame, _ message: Frame, _ actions: inout [OutputAction]) {
        if !hasBegun { begin(with: frame, &actions) }
        var frame = frame
        frame.decodeTime = max(0, frame.decodeTime - shift)
        frame.presentationTime = max(0, frame.presentationTime - shift)
        let payload = message.payload
        if let made = packets?.packets(of: frame, payload.readableBytesSpan) {
            actions.append(.append(made.bytes))
        }
        if let matroska { actions += matroska.write(frame, payload.readableBytesSpan) }
        switch fragments?.fragment(of: frame, payload.readableBytesSpan) {
        case .fragment(let fragment): actions.append(.append(fragment.bytes(payload.readableBytesSpan)))
        case .needsInitialization: actions.append(.end(formatChanged))
        case .unusable, nil: break
        }
        let (epoch, sequence) = (message.header.epoch, message.header.sequence)
        switch file?.append(frame, payload.readableBytesSpan, epoch: epoch, sequence: sequence) {
        case .added(let written): actions += written.steps.map { .file($0) }
        case .needsInitialization: actions.append(.end(formatChanged))
        case .isFull: actions.append(.end(.fileFull))
        case .unusable, nil: break
        }
    }

    /// Creates the writer at the first frame.
    private mutating func begin(with frame: ContainerFrame, _ actions: inout [OutputAction]) {
        if format != .ts { shift = max(0, frame.decodeTime - Self.lead) }
        guard format != .mkv else {
            do throws(Failure) {
                matroska = try MatroskaOutput(tracks, isFile: isFile)
            } catch {
                actions.append(.end(error))
            }
            return
        }
        do throws(ContainerError) {
            if format == .ts {
                packets = try TransportStreamWriter(tracks: tracks.filter(TransportStreamWriter.canCarry))
            } else if isFile {
                var file = try HybridMP4Writer(tracks: tracks, captureTime: frame.captureTime)
                actions += file.start().map { .file($0) }
                self.file = file
            } else {
                let fragments = try FragmentedMP4Writer(tracks: tracks)
                let start = fragments.initializationSegment(
                    presentationStart: frame.presentationTime - shift,
                    captureTime: frame.captureTime
                )
                actions.append(.append(start))
                self.fragments = fragments
            }
        } catch {
            actions.append(.end(.unsuitable(error)))
        }
    }
}

extension Failure {
    fileprivate static func unsuitable(_ error: ContainerError) -> Failure {
        Failure(.failure, "The stream cannot be written in this format: \(error.message).")
    }

    fileprivate static let fileFull = Failure(
        .failure,
        "The file has as many frames or gaps as one MP4 can hold here, and ends; watch again for the rest."
    )
}
