import NIOCore
import StreamProtocol

@testable import StreamRelay

/// Builds the entries that a publisher's messages would make.
struct EntryFactory {
    var publication: Publication
    var now: NIODeadline
    private var next: [TrackID: UInt64] = [:]
    private var tables: UInt16 = 0

    init(epoch: UInt32 = 1, now: NIODeadline = .uptimeNanoseconds(0)) {
        publication = Publication(epoch: epoch)
        self.now = now
    }

    mutating func tracks(_ kinds: [TrackKind] = [.video], epoch: UInt32 = 1) throws -> LogEntry {
        if epoch != publication.epoch { next = [:] }
        // No two are alike: one that stands already makes no entry.
        tables += 1
        let tracks = kinds.enumerated().compactMap { index, kind in
            TrackID(UInt16(index)).map { id in
                var track = Track(id: id, kind: kind, codec: kind == .audio ? .aac : .h264)
                track.generation = tables
                return track
            }
        }
        guard let entry = try publication.receive(TrackTable(epoch: epoch, tracks: tracks), at: now) else {
            throw Violation("a new table made no entry")
        }
        return entry
    }

    mutating func frame(
        _ track: TrackID = .zero,
        randomAccess: Bool = false,
        payload: [UInt8] = [1, 2, 3]
    ) throws -> LogEntry {
        try frame(track, flags: randomAccess ? .randomAccess : [], payload: payload)
    }

    mutating func frame(
        _ track: TrackID = .zero,
        flags: FrameHeader.Flags,
        payload: [UInt8] = [1, 2, 3]
    ) throws -> LogEntry {
        let sequence = next[track, default: 0]
        next[track] = sequence + 1
        let header = FrameHeader(
            track: track,
            flags: flags,
            epoch: publication.epoch,
            sequence: sequence,
            decodeTime: Int64(sequence),
            presentationTime: Int64(sequence)
        )
        return try publication.receive(Frame(header, payload: payload), at: now, allocator: ByteBufferAllocator()).frame
    }
}

extension TrackID {
    static let one = TrackID(1) ?? .zero
}

/// What a viewer was given, in short.
enum Given: Equatable, CustomStringConvertible {
    case frame(TrackID, epoch: UInt32, sequence: UInt64)
    case gap(TrackID, epoch: UInt32, first: UInt64, count: UInt64)
    case tracks(epoch: UInt32)
    case other(MessageType)
    case ended

    init(_ message: ByteBuffer) {
        switch try? decode(message) {
        case .frame(let frame):
            self = .frame(frame.header.track, epoch: frame.header.epoch, sequence: frame.header.sequence)
        case .gap(let gap): self = .gap(gap.track, epoch: gap.epoch, first: gap.first, count: gap.count)
        case .tracks(let table): self = .tracks(epoch: table.epoch)
        case let message?: self = .other(message.type)
        case nil: self = .other(MessageType(rawValue: 0))
        }
    }

    var description: String {
        switch self {
        case .frame(let track, let epoch, let sequence): "frame \(track)/\(epoch)/\(sequence)"
        case .gap(let track, let epoch, let first, let count): "gap \(track)/\(epoch)/\(first)+\(count)"
        case .tracks(let epoch): "tracks \(epoch)"
        case .other(let type): "\(type)"
        case .ended: "ended"
        }
    }
}

/// Decodes one message as a client that has been welcomed would.
func decode(_ message: ByteBuffer) throws -> ProtocolMessage? {
    var decoder = MessageDecoder()
    var buffer = ByteBuffer()
    Preface.supported.write(to: &buffer)
    let welcome = Welcome(
        epoch: 1,
        streamInstance: 1,
        maximumFrameLength: 1 << 20,
        pingInterval: 1,
        maximumLatency: 1,
        state: .live
    )
    ProtocolMessage.welcome(welcome).write(to: &buffer)
    buffer.writeImmutableBuffer(message)
    _ = try decoder.decode(buffer: &buffer)
    _ = try decoder.decode(buffer: &buffer)
    guard case .message(let message) = try decoder.decode(buffer: &buffer) else { return nil }
    return message
}

extension Cursor {
    /// Takes steps until there are none left.
    mutating func drain(_ log: FrameLog, atMost count: Int = .max) -> [Given] {
        var given: [Given] = []
        while given.count < count {
            switch next(in: log) {
            case .send(let message), .sendControl(let message): given.append(Given(message))
            case .announce(let gap): given.append(Given(ProtocolMessage.gap(gap).encoded()))
            case .skipped: break
            case .caughtUp: return given
            case .ended: return given + [.ended]
            }
        }
        return given
    }

    /// Reads to the end of the log.
    ///
    /// - Returns: The reasons of the gaps.
    mutating func drainReasons(_ log: FrameLog) -> [Gap.Reason] {
        var reasons: [Gap.Reason] = []
        while true {
            switch next(in: log) {
            case .announce(let gap): reasons.append(gap.reason)
            case .send, .sendControl, .skipped: break
            case .caughtUp, .ended: return reasons
            }
        }
    }
}
