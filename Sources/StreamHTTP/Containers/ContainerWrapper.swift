import Containers
import DequeModule
import H264
import NIOCore
import StreamMedia
import StreamProtocol
import StreamRelay

/// Frames as parts of a container, for viewers over HTTP.
struct ContainerWrapping: FrameWrapping, Hashable {
    let container: Container
    /// The only track; `nil` for all.
    let track: TrackID?

    var key: String { "\(container.rawValue) \(track.map { "\($0)" } ?? "all")" }

    func makeWrapper() -> any FrameWrapper { ContainerWrapper(container, track: track) }
}

/// The containers in which streams are available.
enum Container: String, Hashable {
    case mp4, transportStream
}

/// Wraps the frames of one stream: each becomes a fragment of an MP4, or packets of a transport stream.
///
/// Sequence numbers and continuity counters are therefore the same for all viewers. The times of wrapped frames are
/// those of the container. The track tables that viewers get hold the tracks of the container, with configurations that
/// describe the samples: a viewer can make the beginning of an MP4 from the table before its first frame.
struct ContainerWrapper: FrameWrapper {
    private let container: Container
    private let track: TrackID?
    private var feed = ContainerFeed()
    private var table: TrackTable?
    /// As the viewers know them; empty until the container has begun.
    private var tracks: [ContainerTrack] = []
    /// Whether the viewers have a table that says that the container cannot begin.
    private var hasGivenUp = false
    private var fragments: FragmentedMP4Writer?
    private var packets: TransportStreamWriter?
    private var clock = RelayTimes()
    private var output: Deque<ProtocolMessage> = []

    init(_ container: Container, track: TrackID?) {
        self.container = container
        self.track = track
    }

    mutating func next() -> ProtocolMessage? { output.popFirst() }

    var heldBytes: Int { feed.heldBytes }

    var trackAwaitingStart: TrackID? { feed.trackAwaitingStart }

    mutating func stopHolding() {
        feed.stopHolding()
        drain()
    }

    mutating func take(_ message: ProtocolMessage, arrival: NIODeadline) {
        switch message {
        case .tracks(let table): follow(table)
        case .gap(let gap): feed.take(gap)
        case .frame(let frame):
            let arrival = Int64(clamping: arrival.uptimeNanoseconds / 1_000)
            clock.frameArrived(at: arrival)
            feed.take(frame, arrival: arrival)
            drain()
        default: break
        }
    }

    private mutating func follow(_ table: TrackTable) {
        self.table = table
        hasGivenUp = false
        feed.follow(chosen)
        guard !drain(), !tracks.isEmpty else { return }
        announce()
    }

    /// The tracks that the viewers ask for.
    private var chosen: [Track] { table?.tracks.filter { track == nil || $0.id == track } ?? [] }

    /// - Returns: Whether the viewers have got a table.
    @discardableResult private mutating func drain() -> Bool {
        var isAnnounced = false
        while let event = feed.next() {
            switch event {
            case .start(let tracks):
                begin(tracks)
                announce()
                isAnnounced = true
            case .change(let new):
                change(to: new)
                announce()
                isAnnounced = true
            case .frame(let frame, let message): wrap(frame, message)
            }
        }
        if !isAnnounced, cannotBegin {
            announce()
            isAnnounced = true
        }
        return isAnnounced
    }

    /// Whether the container has not begun and cannot begin now, because nothing describes its tracks. The viewers have
    /// not got a table that says so.
    private var cannotBegin: Bool {
        guard tracks.isEmpty, !hasGivenUp else { return false }
        let omitted = Set(feed.omitted.map(\.id))
        return chosen.allSatisfy { omitted.contains($0.id) }
    }

    /// Begins a container with these tracks. Those that it cannot hold are left out.
    private mutating func begin(_ new: [ContainerTrack]) {
        do throws(ContainerError) {
            switch container {
            case .mp4:
                fragments = try FragmentedMP4Writer(tracks: new)
                tracks = new
            case .transportStream:
                let suitable = new.filter(TransportStreamWriter.canCarry)
                packets = try TransportStreamWriter(tracks: suitable)
                tracks = suitable
            }
        } catch {
            // None fits: the viewers get a table that says so.
            (fragments, packets, tracks) = (nil, nil, [])
        }
    }

    private mutating func change(to new: [ContainerTrack]) {
        switch container {
        case .mp4:
            // Pictures were described anew where they changed.
            let merged = new.map { track in tracks.first { $0.id == track.id && $0.isVideo && track.isVideo } ?? track }
            // Tracks that are gone have no frames.
            if !TrackChange(from: tracks, to: merged).isEmpty { begin(merged) }
        case .transportStream:
            let suitable = new.filter(TransportStreamWriter.canCarry)
            guard packets != nil else { return begin(new) }
            do {
                try packets?.change(to: suitable)
                tracks = suitable
            } catch {
                // No track fits: the last tables stay.
            }
        }
    }

    /// Tells the viewers which tracks the frames that follow belong to; the publisher's, if the container holds none.
    private mutating func announce() {
        guard let table else { return }
        hasGivenUp = tracks.isEmpty
        do {
            let described = try table.tracks.compactMap { track -> Track? in
                guard let found = tracks.first(where: { $0.id == track.id.containerTrack }) else { return nil }
                var described = track
                switch found.description {
                case .h264(let description): described.configuration = try description.record.encoded()
                case .aac(let description): described.configuration = description.configuration
                }
                return described
            }
            let new = hasGivenUp ? table : try TrackTable(epoch: table.epoch, tracks: described)
            output.append(.tracks(new))
        } catch {
            // Parameter sets that no table can hold: no viewer can begin with these tracks.
            (fragments, packets, tracks, hasGivenUp) = (nil, nil, [], true)
            output.append(.tracks(table))
        }
    }

    private mutating func wrap(_ frame: ContainerFrame, _ message: Frame) {
        var frame = frame
        if packets != nil { clock.move(&frame) }
        let payload = message.payload
        var header = message.header
        header.decodeTime = frame.decodeTime
        header.presentationTime = frame.presentationTime
        if let made = packets?.packets(of: frame, payload.readableBytesSpan) {
            output.append(.frame(Frame(header, payload: made.bytes)))
        }
        guard fragments != nil else { return }
        var result = fragments?.fragment(of: frame, payload.readableBytesSpan)
        if result == .needsInitialization {
            describeAnew(frame, payload)
            result = fragments?.fragment(of: frame, payload.readableBytesSpan)
        }
        guard case .fragment(let fragment) = result else { return }
        output.append(
            .frame(Frame(header, capacity: fragment.byteCount) { fragment.write(payload, to: &$0) })
        )
    }

    /// The sample entry of a picture does not describe it any more: another container begins, for new viewers.
    private mutating func describeAnew(_ frame: ContainerFrame, _ payload: ByteBuffer) {
        guard let index = tracks.firstIndex(where: { $0.id == frame.track }) else { return }
        do throws(ContainerError) {
            tracks[index].description = .h264(try H264Description(accessUnit: payload.readableBytesSpan))
        } catch {
            // A frame without its parameter sets is left out.
            return
        }
        begin(tracks)
        announce()
    }
}

/// Moves the times of a transport stream to those of the relay's own clock, so that they go on where the next stream of
/// the same name begins: a viewer may follow it.
private struct RelayTimes {
    private var arrival: Int64 = 0
    private var shift: Int64?

    mutating func frameArrived(at time: Int64) { arrival = time }

    mutating func move(_ frame: inout ContainerFrame) {
        // Frames of other tracks may be earlier than the first one.
        let shift = shift ?? max(arrival, ContainerTimeline.lead) - frame.decodeTime
        self.shift = shift
        frame.decodeTime = max(0, frame.decodeTime + shift)
        frame.presentationTime = max(frame.decodeTime, frame.presentationTime + shift)
    }
}

extension MovieFragment {
    /// Writes the whole fragment.
    ///
    /// - Parameter payload: The frame that it was made of.
    fileprivate func write(_ payload: ByteBuffer, to buffer: inout ByteBuffer) {
        buffer.writeBytes(head)
        for unit in sample.units {
            if sample.hasLengths { buffer.writeBytes(SampleLayout.lengthPrefix(of: unit)) }
            guard let bytes = payload.getSlice(at: payload.readerIndex + unit.lowerBound, length: unit.count) else {
                return
            }
            buffer.writeImmutableBuffer(bytes)
        }
    }
}
