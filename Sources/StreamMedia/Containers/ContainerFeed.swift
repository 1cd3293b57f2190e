import Containers
import DequeModule
import NIOCore
import StreamProtocol

/// Turns the messages of a stream into what the writers of containers take: tracks, and frames on one time line.
///
///     var feed = ContainerFeed()
///     feed.follow(table.tracks)                   // for each track table
///     feed.take(frame, arrival: now)              // for each frame
///     while let event = feed.next() { … }
///
/// A container states its tracks before its first frame, and the first frame of each video track describes it best. So
/// the feed holds frames until there is one of each video track, within ``holdTime``, ``holdLength`` and ``holdCount``.
/// The first picture of a track that is later than that makes a ``Event/change(_:)``.
///
/// Pictures that cannot be decoded are left out: those in front of the first start frame of their track, and those
/// between a gap or a new epoch and the next start frame.
///
/// The value does no I/O and reads no clock.
public struct ContainerFeed: Sendable {
    /// What the writer of a container is to do.
    public enum Event: Sendable {
        /// Begin the container with these tracks. It comes once, before all others.
        case start([ContainerTrack])
        /// The stream has these tracks from here on. The description of a video track stays that of its first frame.
        case change([ContainerTrack])
        /// Write a frame.
        case frame(ContainerFrame, Frame)
    }

    /// The longest time for which frames are held until each video track has one, in microseconds: 2 s. A camera that
    /// sends nothing must not hold up the sound for longer.
    public static let holdTime: Int64 = 2_000_000
    /// Bytes of frames that are held at most, 32 MiB: 2 s at 128 Mbit/s.
    public static let holdLength = 32 << 20
    /// Frames that are held at most, 4,096: 2 s of 16 tracks with 128 frames a second each. The times of frames are the
    /// publisher's own and may stand still, and small frames take more memory than their bytes.
    public static let holdCount = 4_096
    /// Bytes that a frame takes beside its message while it is held, by estimate: its entry and its buffer's own memory.
    public static let heldOverhead = 256

    private var timeline = StreamTimeline()
    private var epoch: UInt32?
    private var tracks: [Track] = []
    /// `nil` until the container has begun.
    private var current: [ContainerTrack]?
    private var described: [TrackID: ContainerTrack] = [:]
    private var held: [(frame: ContainerFrame, message: Frame)] = []
    private var heldLength = 0
    private var events: Deque<Event> = []
    /// Video tracks whose next frame must be a start frame.
    private var awaitingStart: Set<TrackID> = []
    /// Tracks whose time line has a break before the next frame that is written.
    private var broken: Set<TrackID> = []

    /// Starts before the first track table.
    public init() {}

    /// The tracks of the stream that are not in the container, because it cannot hold them. A video track that waits for
    /// its first picture is not among them.
    public private(set) var omitted: [Track] = []

    /// The bytes that the held frames take.
    public var heldBytes: Int { heldLength + held.count * Self.heldOverhead }

    /// The track of the last message that was taken, if it is a frame that was left out because no picture precedes it
    /// from which it can be decoded. A key frame helps.
    public private(set) var trackAwaitingStart: TrackID?

    /// The next event; `nil` until more messages come.
    public mutating func next() -> Event? { events.popFirst() }

    /// Takes the tracks of the frames that follow, without those that the container is not to have.
    public mutating func follow(_ table: [Track]) {
        trackAwaitingStart = nil
        // Players take the first track of a kind.
        let usable = table.filter(\.fitsContainer).sorted { ($0.kind.order, $0.id) < ($1.kind.order, $1.id) }
        tracks = Array(usable.prefix(ContainerLimits.tracks))
        let present = Set(tracks.map(\.id))
        for track in tracks where track.kind == .video && described[track.id] == nil { awaitingStart.insert(track.id) }
        described = described.filter { present.contains($0.key) }
        for track in tracks where track.kind != .video { described[track.id] = track.containerTrack() }
        omitted = table.filter { track in
            !present.contains(track.id) || track.kind != .video && described[track.id] == nil
        }
        guard current != nil else {
            held.removeAll { frame in !present.contains(frame.message.header.track) }
            heldLength = held.reduce(0) { $0 + $1.message.message.readableBytes }
            return
        }
        for track in tracks where described[track.id] == nil { described[track.id] = track.containerTrack() }
        change()
    }

    /// Reports the tracks if they are other ones than before.
    private mutating func change() {
        let new = tracks.compactMap { described[$0.id] }
        guard new != current, !new.isEmpty else { return }
        current = new
        events.append(.change(new))
    }

    /// Takes note of frames that are missing.
    public mutating func take(_ gap: Gap) {
        trackAwaitingStart = nil
        if tracks.contains(where: { $0.id == gap.track && $0.kind == .video }) { awaitingStart.insert(gap.track) }
        // A viewer of key frames alone has no break at each of them.
        if gap.reason != .notRequested { broken.insert(gap.track) }
    }

    /// Takes note that another instance of the stream follows.
    public mutating func beginInstance() {
        timeline.beginInstance()
        epoch = nil
    }

    /// Takes the next frame.
    ///
    /// - Parameter arrival: When it arrived, in microseconds of a clock that is never set.
    public mutating func take(_ frame: Frame, arrival: Int64) {
        trackAwaitingStart = nil
        let header = frame.header
        guard let track = tracks.first(where: { $0.id == header.track }) else { return }
        if epoch != header.epoch {
            epoch = header.epoch
            for track in tracks where track.kind == .video { awaitingStart.insert(track.id) }
        }
        let placement = timeline.place(header, arrival: arrival)
        if placement.isDiscontinuous { broken.insert(header.track) }
        if awaitingStart.contains(header.track) {
            guard header.flags.isStart else {
                // Another start frame of a track that none describes would be of no use.
                if !omitted.contains(where: { $0.id == track.id }) { trackAwaitingStart = track.id }
                return
            }
            guard describe(track, by: frame) else { return }
            awaitingStart.remove(header.track)
            // The first picture may come after the container's beginning.
            if current != nil { change() }
        }
        let placed = ContainerFrame(
            track: header.track.containerTrack,
            decodeTime: placement.decodeTime,
            presentationTime: placement.presentationTime,
            captureTime: header.captureTime,
            isSync: header.flags.contains(.randomAccess),
            isDiscardable: header.flags.contains(.discardable),
            isDiscontinuous: broken.remove(header.track) != nil
        )
        guard current == nil else { return events.append(.frame(placed, frame)) }
        hold(placed, frame)
    }

    /// Describes a video track by its first start frame.
    ///
    /// - Returns: `false` if neither the frame nor the configuration describes it.
    private mutating func describe(_ track: Track, by frame: Frame) -> Bool {
        guard described[track.id] == nil else { return true }
        described[track.id] = track.containerTrack(describedBy: frame)
        let isDescribed = described[track.id] != nil
        omitted.removeAll { $0.id == track.id }
        if !isDescribed { omitted.append(track) }
        return isDescribed
    }

    /// Ends the wait for pictures, because the stream ends or the memory is needed: the container begins with the tracks
    /// that are known, and with the frames that are held.
    public mutating func stopHolding() {
        if current == nil { start() }
    }

    private mutating func hold(_ placed: ContainerFrame, _ frame: Frame) {
        held.append((placed, frame))
        heldLength += frame.message.readableBytes
        let first = held.first?.frame.decodeTime ?? placed.decodeTime
        let isComplete = tracks.allSatisfy { $0.kind != .video || described[$0.id] != nil }
        let isLong = placed.decodeTime - first >= Self.holdTime || heldLength >= Self.holdLength
        if isComplete || isLong || held.count >= Self.holdCount { start() }
    }

    private mutating func start() {
        for track in tracks where described[track.id] == nil { described[track.id] = track.containerTrack() }
        let found = tracks.compactMap { described[$0.id] }
        if !found.isEmpty {
            current = found
            events.append(.start(found))
            let ids = Set(found.map(\.id))
            for (frame, message) in held where ids.contains(frame.track) { events.append(.frame(frame, message)) }
        }
        held = []
        heldLength = 0
    }
}

extension TrackKind {
    /// Pictures before sound.
    fileprivate var order: Int { self == .video ? 0 : 1 }
}
