import NIOCore
import StreamProtocol
import Testing

@testable import StreamRelay

@Suite struct ViewerWriterTests {
    private let start = NIODeadline.uptimeNanoseconds(0)
    private var entries = EntryFactory()
    private var log = FrameLog(bounds: FrameLog.Bounds(duration: .seconds(60), bytes: 1 << 24))

    init() throws {
        log.append(try entries.tracks())
        log.append(try entries.frame(randomAccess: true))
    }

    private func writer(by carrier: TrafficCarrier = .tcp) -> ViewerWriter {
        ViewerWriter(Cursor(joining: log, at: .randomAccessPoint, kinds: .all, now: start), carrier: carrier)
    }

    private mutating func append(_ frames: Int, bytes: Int) throws {
        for _ in 0..<frames { log.append(try entries.frame(payload: [UInt8](repeating: 1, count: bytes))) }
    }

    private func beginTurn(_ writer: inout ViewerWriter) {
        _ = writer.beginTurn(in: log, bound: .seconds(60), now: start)
    }

    /// Takes the steps of one run.
    ///
    /// - Returns: The bytes of its messages; `nil` if the turn is over.
    private func run(_ writer: inout ViewerWriter, unsent: Int = 0, isWritable: Bool = true) -> [Int]? {
        guard writer.beginRun(unsent: unsent, isWritable: isWritable, isShortOfMemory: false) else { return nil }
        var sizes: [Int] = []
        while true {
            switch writer.next(in: log) {
            case .writeFrame(let message), .writeControl(let message): sizes.append(message.readableBytes)
            case .announce: sizes.append(0)
            case .flush: return sizes
            }
        }
    }

    /// Takes a turn on a socket that takes everything.
    private func turn(_ writer: inout ViewerWriter) -> (runs: [[Int]], end: ViewerWriter.TurnEnd) {
        beginTurn(&writer)
        var runs: [[Int]] = []
        while let sizes = run(&writer) {
            runs.append(sizes)
            writer.endRun(unsent: 0)
        }
        return (runs, writer.endTurn(isWritable: true))
    }

    @Test func `a viewer with a short log is written all of it, and may then join a lane`() {
        var writer = writer()
        #expect(writer.mayJoinLane == false)
        let (runs, end) = turn(&writer)
        #expect(runs.map(\.count) == [2])
        #expect(end == .caughtUp)
        #expect(writer.transferred == TransferCount(frames: 1, bytes: runs[0].reduce(0, +)))
        #expect(writer.mayJoinLane == true)
    }

    @Test mutating func `runs grow while the socket takes everything`() throws {
        try append(100, bytes: 16_000)
        var writer = writer()
        let (runs, end) = turn(&writer)
        let sizes = runs.map { $0.reduce(0, +) }
        #expect(end == .enqueue)
        #expect(sizes[0] >= ViewerWriter.initialStride && sizes[0] < ViewerWriter.maximumStride)
        #expect(sizes[1...].dropLast().allSatisfy { $0 >= ViewerWriter.maximumStride })
        let total = sizes.reduce(0, +)
        #expect(total >= ViewerWriter.bytesPerTurn && total < ViewerWriter.bytesPerTurn + 17_000)
    }

    @Test mutating func `a run has few messages, however short they are`() throws {
        try append(100, bytes: 1)
        var writer = writer()
        let (runs, end) = turn(&writer)
        #expect(runs.allSatisfy { $0.count <= ViewerWriter.maximumBuffersPerRun })
        #expect(end == .caughtUp)
    }

    @Test mutating func `a socket that leaves bytes behind is given small runs, less what is left`() throws {
        try append(100, bytes: 1_000)
        var writer = writer()
        beginTurn(&writer)
        _ = run(&writer)
        writer.endRun(unsent: 0)
        #expect(writer.hasLargeStride == true)
        _ = run(&writer)
        writer.endRun(unsent: 30_000)
        #expect(writer.hasLargeStride == false)
        let bytes = run(&writer, unsent: 30_000)?.reduce(0, +) ?? 0
        #expect(bytes >= ViewerWriter.initialStride - 30_000 && bytes < 5_000)
    }

    @Test mutating func `a channel that takes no more ends the turn, and the viewer waits for it`() throws {
        try append(100, bytes: 16_000)
        var writer = writer()
        beginTurn(&writer)
        _ = run(&writer)
        writer.endRun(unsent: 1)
        let next = run(&writer, isWritable: false)
        #expect(next == nil)
        #expect(writer.endTurn(isWritable: false) == .rest)
        #expect(writer.isIdle == true)
    }

    @Test func `a viewer without memory rests`() {
        var writer = writer()
        beginTurn(&writer)
        #expect(writer.beginRun(unsent: 1, isWritable: true, isShortOfMemory: true) == false)
        #expect(writer.endTurn(isWritable: true) == .rest)
    }

    @Test mutating func `a viewer that queues writes only in its turn`() throws {
        try append(100, bytes: 16_000)
        var writer = writer()
        _ = turn(&writer)
        #expect(writer.isIdle == false)
        writer.dequeue()
        #expect(writer.isIdle == true)
        writer.queue()
        #expect(writer.isIdle == false)
    }

    @Test mutating func `the end of the stream ends the turn`() throws {
        log.append(LogEntry(message: ByteBuffer(), content: .end, kinds: .all, arrival: start))
        var writer = writer()
        let end = turn(&writer).end
        #expect(end == .ended)
    }

    @Test mutating func `a viewer that leaves its lane goes on where the lane was`() throws {
        var writer = writer()
        _ = turn(&writer)
        let before = writer.transferred
        var ahead = writer.cursor
        writer.joinedLane()
        #expect(writer.isSteady == true)
        #expect(writer.isIdle == false)
        try append(3, bytes: 10)
        _ = ahead.next(in: log)
        writer.leftLane(at: ahead, delivered: TransferCount(frames: 1, bytes: 50))
        #expect(writer.isIdle == true)
        #expect(writer.transferred == before + TransferCount(frames: 1, bytes: 50))
        let counts = turn(&writer).runs.map(\.count)
        #expect(counts == [2])
    }

    @Test func `a session that ends within a run takes no further step`() {
        var writer = writer()
        beginTurn(&writer)
        #expect(writer.beginRun(unsent: 0, isWritable: true, isShortOfMemory: false) == true)
        writer.close(delivered: nil)
        #expect(writer.next(in: log) == .flush)
        #expect(writer.beginRun(unsent: 0, isWritable: true, isShortOfMemory: false) == false)
        #expect(writer.endTurn(isWritable: true) == .rest)
        #expect(writer.isClosed == true)
    }

    /// Room that NIO takes for more than 16 buffers stays for as long as the connection.
    @Test(arguments: TrafficCarrier.allCases)
    mutating func `a run is at most 15 buffers`(carrier: TrafficCarrier) throws {
        var writer = writer(by: carrier)
        try append(100, bytes: 10)
        let runs = turn(&writer).runs
        #expect(runs.flatMap(\.self).count == 102, "the table and all frames")
        #expect(runs.allSatisfy { $0.count * carrier.buffersPerMessage <= 15 })
    }

    @Test mutating func `frames that a viewer did not request do not count as skipped`() throws {
        var writer = ViewerWriter(
            Cursor(joining: log, at: .randomAccessPoint, kinds: .all, wantsOnlyRandomAccess: true, now: start)
        )
        _ = turn(&writer)
        try append(5, bytes: 10)
        log.append(try entries.frame(randomAccess: true))
        _ = turn(&writer)
        #expect(writer.transferred.frames == 2)
        #expect(writer.gaps == 1)
        #expect(writer.framesSkipped == 0)
    }

    @Test mutating func `frames that a viewer misses are announced and counted`() throws {
        entries.now = start + .seconds(1)
        try append(4, bytes: 10)
        var writer = writer()
        _ = turn(&writer)
        try append(5, bytes: 10)
        entries.now = start + .seconds(9)
        log.append(try entries.frame(randomAccess: true))
        #expect(writer.beginTurn(in: log, bound: .seconds(1), now: start + .seconds(9)) == nil)
        let sizes = run(&writer)
        #expect(sizes?.first == 0)
        #expect(writer.gaps == 1)
        #expect(writer.framesSkipped == 5)
    }
}
