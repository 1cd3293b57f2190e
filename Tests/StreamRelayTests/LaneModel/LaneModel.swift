import NIOCore
import StreamProtocol
import TestSupport

@testable import StreamRelay

/// A relay's publishers and viewers, which act at random.
///
/// An event loop may drive it, so that nothing happens between two events for the viewers of that loop, and so may any
/// other thread, so that events arrive while all loops work.
struct LaneModel {
    /// Counts of events, which show that a run tested something.
    struct Tally {
        var joins = 0
        var frames = 0
        var gaps = 0
        var pongs: Int64 = 0
        /// How many viewers were given a stream to its end, and how many of these by HTTP had its newest picture.
        var endings = 0
        var newest = 0
        /// How many were refused because the stream was not published.
        var absences = 0
        /// How often a viewer joined a lane, and left one.
        var laneJoins = 0
        var laneLeaves = 0
        /// How many viewers were refused or ended because the relay had no memory for them.
        var refusals = 0
        /// How many of them were disconnected with unread bytes.
        var cuts = 0
        /// How often a log was seen to have less than its settings allow.
        var shortLogs = 0
    }

    private static let viewerLimit = 24

    private let core: RelayCore
    private let address: SocketAddress
    private let course: ModelCourse
    private var random: SeededGenerator
    /// The source of payloads: slices of it, so that no two payloads are alike at any place.
    private let noise: ByteBuffer
    private let registration: PeerTable.Registration
    private let names: [StreamName]
    private var publishers: [StreamName: ModelPublisher] = [:]
    private var published: [UInt64: PublishedStream] = [:]
    private var viewers: [ModelViewer] = []
    /// The viewers in lanes at the last check, by event loop.
    private var viewersInLanes: [ObjectIdentifier: Set<UInt64>] = [:]
    private(set) var events = 0
    private(set) var tally = Tally()

    init(core: RelayCore, at address: SocketAddress, seed: UInt64, course: ModelCourse) throws {
        self.core = core
        self.address = address
        self.course = course
        var random = SeededGenerator(seed: seed)
        noise = ByteBuffer(bytes: (0..<64 * 1024).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) })
        self.random = random
        registration = core.peers.open(from: try SocketAddress(ipAddress: "203.0.113.1", port: 1), at: .now()).0
        names = [try StreamName("a"), try StreamName("b")]
    }

    private mutating func chance(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func oneIn(_ count: Int) -> Bool { chance(0..<count) == 0 }

    /// Several events with nothing between them.
    mutating func burst() throws {
        for index in viewers.indices where viewers[index].appetite == .sip {
            let limit = chance(1..<8_000)
            try onViewer(index) { try $0.read(atMost: limit, in: $1) }
        }
        for _ in 0..<chance(1..<13) { try event() }
        for index in viewers.indices where viewers[index].appetite == .sip { viewers[index].ping() }
    }

    /// Viewers that read do so.
    mutating func read() throws {
        for index in viewers.indices { try onViewer(index) { try $0.read(in: $1) } }
        viewers.removeAll { $0.state == .gone }
    }

    private mutating func event() throws {
        events += 1
        let name = names[chance(0..<names.count)]
        let viewer = viewers.isEmpty ? nil : chance(0..<viewers.count)
        switch (chance(0..<1000), viewer) {
        case (0..<560, _): try publish(on: name)
        case (560..<640, _): try join(name)
        case (640..<740, let viewer?):
            let limit = chance(1..<20_000)
            try onViewer(viewer) { try $0.read(atMost: limit, in: $1) }
        case (740..<800, let viewer?): viewers[viewer].appetite = appetite()
        case (800..<880, let viewer?): viewers[viewer].ping()
        case (880..<905, let viewer?): try onViewer(viewer) { try $0.hangUp(abruptly: false, in: $1) }
        case (905..<925, let viewer?): try onViewer(viewer) { try $0.hangUp(abruptly: true, in: $1) }
        case (925..<935, let viewer?): viewers[viewer].sayGoodbye()
        case (935..<950, _):
            let (track, count) = (chance(0..<3), UInt64(chance(1..<4)))
            try publishers[name]?.sendGap(track: track, count: count)
        case (950..<960, _):
            let kinds = kinds()
            try publishers[name]?.beginEpoch(of: kinds)
        case (960..<970, _): try publishers[name]?.sendTracks()
        case (970..<985, _): try publishers[name]?.sendClockOffset()
        case (985..<993, _): try leave(name, isEnd: false)
        case (993..<996, _): try leave(name, isEnd: true)
        default: break
        }
    }

    // MARK: Publishers

    private mutating func publish(on name: StreamName) throws {
        if publishers[name] == nil { try begin(name) }
        let track = [0, 0, 0, 1, 1, 2][chance(0..<6)]
        // Sound needs nothing before it; pictures and data do.
        let isRandomAccess = publishers[name]?.kind(of: track) == .audio || oneIn(10)
        let left: UInt64 = oneIn(60) ? 2 : 0
        let size =
            switch chance(0..<100) {
            case 0..<70: chance(0..<1_500)
            case 70..<92: chance(1_500..<8_000)
            case 92..<98: chance(8_000..<30_000)
            case 98: chance(30_000..<80_000)
            default: chance(100_000..<300_000)
            }
        let payload = noise.getSlice(at: chance(0..<noise.readableBytes - size), length: size) ?? ByteBuffer()
        try publishers[name]?.sendFrame(isRandomAccess: isRandomAccess, track: track, skipping: left, payload: payload)
    }

    private mutating func begin(_ name: StreamName) throws {
        let (stream, grant) = try core.registry.publish(
            name,
            instance: InstanceID(high: 0, low: 1),
            from: registration,
            connection: SilentPublisher()
        )
        let record = published[stream.streamInstance] ?? PublishedStream(name)
        published[stream.streamInstance] = record
        publishers[name] = try ModelPublisher(stream, grant, of: kinds(), noting: record)
    }

    /// The kinds of the tracks of a new epoch.
    private mutating func kinds() -> [TrackKind] {
        course.changesKinds ? ModelPublisher.kinds.shuffled(using: &random) : ModelPublisher.kinds
    }

    private mutating func leave(_ name: StreamName, isEnd: Bool) throws {
        try publishers.removeValue(forKey: name)?.leave(isEnd: isEnd, registry: core.registry)
    }

    // MARK: Viewers

    private mutating func appetite() -> ModelViewer.Appetite {
        [.eager, .eager, .eager, .slow, .sip, .sip, .none][chance(0..<7)]
    }

    private mutating func join(_ name: StreamName) throws {
        guard viewers.count < Self.viewerLimit else { return }
        tally.joins += 1
        var hello = Hello(role: .subscribe, stream: name, instance: InstanceID(high: 1, low: UInt64(tally.joins)))
        hello.start = [.randomAccessPoint, .randomAccessPoint, .live, .next][chance(0..<4)]
        hello.wantsOnlyRandomAccess = oneIn(8)
        if oneIn(4) { hello.history = UInt32(chance(1..<3_000)) }
        hello.kinds = [.all, .all, .all, TrackKinds(.video), TrackKinds(.audio)][chance(0..<5)]
        if course.doesBatch { hello.batch = [nil, 10, 10, 30][chance(0..<4)] }
        viewers.append(
            try ModelViewer(
                number: tally.joins,
                hello: hello,
                relay: address,
                carrier: course.carrier,
                appetite: appetite(),
                errors: course.errors
            )
        )
    }

    private mutating func onViewer(
        _ index: Int,
        _ act: (inout ModelViewer, [UInt64: PublishedStream]) throws -> Void
    ) throws {
        let before = viewers[index].progress
        defer {
            let after = viewers[index].progress
            tally.frames += after.frames - before.frames
            tally.gaps += after.gaps - before.gaps
            tally.pongs += after.pongs - before.pongs
            if before.end == nil { noteEnd(of: viewers[index]) }
            if after.wasCut, !before.wasCut { tally.cuts += 1 }
        }
        do {
            try act(&viewers[index], published)
        } catch {
            throw Violation("event \(events), \(viewers[index]): \(error)")
        }
    }

    private mutating func noteEnd(of viewer: ModelViewer) {
        switch viewer.ledger.end {
        case .endOfStream:
            tally.endings += 1
            if viewer.ledger.hasNewest(in: published) { tally.newest += 1 }
        case .error(.overloaded): tally.refusals += 1
        case .error(.streamNotFound): tally.absences += 1
        case .error, nil: break
        }
    }

    /// Records which viewers are in a lane. To be called on the loop.
    mutating func look(at eventLoop: any EventLoop) {
        guard let loop = core.loops?[eventLoop] else { return }
        if core.memory.logShare(of: .max) < .max { tally.shortLogs += 1 }
        var now: Set<UInt64> = []
        for (id, connection) in loop.connections {
            if connection.session?.viewer?.lanePosition != nil { now.insert(id) }
        }
        let before = viewersInLanes[ObjectIdentifier(loop), default: []]
        tally.laneJoins += now.subtracting(before).count
        tally.laneLeaves += before.subtracting(now).intersection(loop.connections.keys).count
        viewersInLanes[ObjectIdentifier(loop)] = now
    }

    // MARK: The end

    /// Lets all viewers read everything, ends the streams, and waits until every viewer has received the end.
    mutating func drain() throws {
        try readOn { $0.ledger.isWelcome }
        for name in names {
            if publishers[name] == nil { try begin(name) }
            try leave(name, isEnd: true)
        }
        try readOn { _ in false }
        guard viewers.isEmpty else { throw Violation("\(viewers.count) viewers are left") }
    }

    /// Reads until `isEnough` holds for all connected viewers.
    private mutating func readOn(until isEnough: (ModelViewer) -> Bool) throws {
        while true {
            for index in viewers.indices {
                viewers[index].appetite = .eager
                try onViewer(index) { try $0.read(in: $1) }
            }
            viewers.removeAll { $0.state == .gone }
            let unfinished = viewers.filter { !isEnough($0) }
            if unfinished.isEmpty { return }
            guard ModelViewer.wait(for: unfinished) else { throw Violation("nothing comes any more to \(unfinished)") }
        }
    }
}
