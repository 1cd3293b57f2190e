import NIOCore
import StreamProtocol

@testable import StreamRelay

/// The least that can join a lane.
final class FakeViewer: SteadyViewer, CustomStringConvertible {
    let socket: CInt
    var lanePosition: LanePosition?
    let encryptor: (any EncryptingHandler)?

    init(_ socket: CInt, encryptor: (any EncryptingHandler)? = nil) {
        self.socket = socket
        self.encryptor = encryptor
    }

    var description: String { "viewer \(socket)" }
}

/// Sockets that take as many bytes as the test allows.
final class FakeWriter: FanOutWriter {
    /// What each socket took.
    private(set) var taken: [CInt: [UInt8]] = [:]
    /// The sockets of each walk, in order.
    private(set) var walks: [[CInt]] = []
    /// Bytes that a socket has room for; without a value any number.
    var room: [CInt: Int] = [:]

    func send(_ message: UnsafeRawBufferPointer, to sockets: [CInt], shortfalls: inout [Shortfall]) {
        walks.append(sockets)
        for (index, socket) in sockets.enumerated() {
            let count = min(message.count, room[socket] ?? .max)
            room[socket]? -= count
            taken[socket, default: []] += message.prefix(count)
            if count < message.count { shortfalls.append(Shortfall(index: index, sent: count)) }
        }
    }

    /// Forgets what was taken.
    func clear() {
        taken = [:]
        walks = []
    }
}

/// Puts three bytes in front of a message and two behind it. It leaves out messages of the track 1, and leaves those of
/// the track 2 to each viewer.
struct FakeFraming: MessageFraming {
    func frame(_ message: ByteBuffer, _ write: (ByteBuffer) -> Void) -> Bool {
        // Behind length, type and flags.
        let track = message.getInteger(at: message.readerIndex + 8, as: UInt16.self)
        guard track != 1 else { return true }
        guard track != 2 else { return false }
        write(ByteBuffer(string: "<<<"))
        write(message)
        write(ByteBuffer(string: ">>"))
        return true
    }
}

/// How the messages of a lane are framed.
enum LaneWrap: CaseIterable, Sendable {
    case none
    case framed

    var framing: (any MessageFraming)? { self == .none ? nil : FakeFraming() }

    func bytes(_ message: [UInt8]) -> [UInt8] {
        self == .none ? message : Array("<<<".utf8) + message + Array(">>".utf8)
    }
}

/// A log with its lanes and viewers; the test makes each step.
final class LaneBench {
    let writer = FakeWriter()
    private let encryptedSender = EncryptedSender()
    private var messages = CoalescedMessages()
    var entries = EntryFactory()
    var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(1000), bytes: 1 << 24))
    var lanes = SteadyLanes<FakeViewer>()
    /// The reports of sent messages, lane by lane, and to how many viewers.
    private(set) var sent: [(TransferCount, Int)] = []
    /// The carriers of these reports.
    private(set) var carriers: [TrafficCarrier] = []
    private let framing: (any MessageFraming)?

    init(_ kinds: [TrackKind] = [.video], wrap: LaneWrap = .none) throws {
        framing = wrap.framing
        log.append(try entries.tracks(kinds))
        try append(randomAccess: true)
    }

    /// - Returns: The frame's message.
    @discardableResult
    func append(_ track: TrackID = .zero, randomAccess: Bool = false, size: Int = 100) throws -> [UInt8] {
        let byte = UInt8(truncatingIfNeeded: log.end)
        let entry = try entries.frame(track, randomAccess: randomAccess, payload: [UInt8](repeating: byte, count: size))
        log.append(entry)
        return Array(entry.message.readableBytesView)
    }

    /// A viewer's place after everything that is there.
    func cursor(_ start: Hello.Start = .randomAccessPoint, kinds: TrackKinds = .all) -> Cursor {
        var cursor = Cursor(joining: log, at: start, kinds: kinds, now: entries.now)
        _ = cursor.drain(log)
        return cursor
    }

    func enter(_ viewer: FakeViewer, _ cursor: Cursor? = nil, batch: TimeAmount = .zero) -> Bool {
        enter(viewer, cursor, LaneKind(batch: batch, carrier: framing == nil ? .tcp : .webSocket, framing: framing))
    }

    func enter(_ viewer: FakeViewer, _ cursor: Cursor? = nil, _ kind: LaneKind) -> Bool {
        lanes.enter(viewer, socket: viewer.socket, cursor: cursor ?? self.cursor(), kind: kind, log: log)
    }

    /// Viewers with these numbers as sockets, all in a lane.
    func viewersInLane(_ numbers: ClosedRange<CInt>, batch: TimeAmount = .zero) -> [FakeViewer] {
        numbers.map { number in
            let viewer = FakeViewer(number)
            _ = enter(viewer, batch: batch)
            return viewer
        }
    }

    /// - Returns: The viewers that left their lanes.
    func deliver(_ batch: TimeAmount = .zero, onlyToRelays: Bool = false) -> [LaneExit<FakeViewer>] {
        var exits: [LaneExit<FakeViewer>] = []
        (sent, carriers) = ([], [])
        lanes.deliver(
            &log,
            batch: batch,
            onlyToRelays: onlyToRelays,
            through: &messages,
            by: writer,
            encryptedSender,
            exits: &exits
        ) { size, viewers, carrier in
            sent.append((size, viewers))
            carriers.append(carrier)
        }
        return exits
    }
}

extension LaneExit {
    var remainderBytes: [UInt8] { remainder.flatMap { Array($0.readableBytesView) } }
}
