import NIOCore
import StreamProtocol

@testable import StreamRelay

/// The messages that one viewer has received, checked byte by byte as they come: they are whole, every frame is as it was
/// published and in order, and from a track's first frame on each number has come as a frame or in a gap.
struct ViewerLedger: ModelLedger {
    private typealias Run = PublishedStream.Run

    /// How far a track has come.
    private struct Account {
        var epoch: UInt32
        var next: UInt64
    }

    /// The relay's last message.
    enum End: Equatable {
        case endOfStream
        case error(ErrorCode)
    }

    private let kinds: TrackKinds
    private let wantsOnlyRandomAccess: Bool
    private(set) var isWelcome = false
    private(set) var end: End?
    private(set) var frames = 0
    private(set) var gaps = 0
    private(set) var pongs: Int64 = 0
    private var hasPreface = false
    private var inbox = ByteBuffer()
    private var instance: UInt64?
    private var epoch: UInt32?
    private var accounts: [TrackID: Account] = [:]
    private var order = -1
    /// Tracks that nothing can be decoded of before a random access point.
    private var broken: Set<TrackID> = []

    /// - Parameters:
    ///   - kinds: The tracks that the viewer asks for.
    ///   - wantsOnlyRandomAccess: Whether it asks only for their random access points.
    init(of kinds: TrackKinds, wantsOnlyRandomAccess: Bool) {
        self.kinds = kinds
        self.wantsOnlyRandomAccess = wantsOnlyRandomAccess
    }

    // MARK: What comes

    mutating func take(_ bytes: ByteBuffer, in published: [UInt64: PublishedStream]) throws {
        inbox.writeImmutableBuffer(bytes)
        if !hasPreface {
            guard let preface = inbox.readSlice(length: Preface.length) else { return }
            var expected = ByteBuffer()
            Preface.supported.write(to: &expected)
            guard preface == expected else { throw Violation("the preface is \(preface)") }
            hasPreface = true
        }
        while let (length, type) = inbox.peekMultipleIntegers(as: (UInt32, UInt16).self) {
            guard length < 1 << 20 else { throw Violation("a message of \(length) bytes: this is no message") }
            guard let message = inbox.readSlice(length: Int(length) + 8) else { break }
            guard end == nil else { throw Violation("a message comes after the last one") }
            try read(message, MessageType(rawValue: type), in: published)
        }
        inbox.discardReadBytes()
    }

    private mutating func read(
        _ message: ByteBuffer,
        _ type: MessageType,
        in published: [UInt64: PublishedStream]
    ) throws {
        if type == .frame { return try readFrame(message, in: stream(published)) }
        switch try decode(message) {
        case .welcome(let welcome):
            guard !isWelcome else { throw Violation("welcomed twice") }
            isWelcome = true
            instance = welcome.streamInstance
        case .tracks(let table):
            // Frames of the old epoch help no more. A viewer that wants the newest frame may begin with any.
            if let epoch, epoch != table.epoch { broken.formUnion(accounts.keys) }
            epoch = table.epoch
        case .gap(let gap):
            gaps += 1
            guard wantsOnlyRandomAccess || gap.reason != .notRequested else { throw Violation("\(gap) was requested") }
            if gap.reason != .publisher { broken.insert(gap.track) }
            try move(gap.track, epoch: gap.epoch, from: gap.first, count: gap.count, in: stream(published))
        case .pong(let pong):
            guard pong.sent == pongs else { throw Violation("pong \(pong.sent) where \(pongs) is due") }
            pongs += 1
        case .goodbye(let ending):
            guard ending.code == .endOfStream else { throw Violation("goodbye: \(ending.reason)") }
            end = .endOfStream
        case .error(let ending): end = .error(ending.code)
        case .streamState, .clockOffset: break
        default: throw Violation("a message of \(type)")
        }
    }

    private func stream(_ published: [UInt64: PublishedStream]) throws -> PublishedStream {
        guard let instance else { throw Violation("media before the welcome") }
        guard let stream = published[instance] else { throw Violation("media of a stream that was not published") }
        return stream
    }

    private mutating func readFrame(_ message: ByteBuffer, in stream: PublishedStream) throws {
        let (run, sequence) = try Self.name(of: message)
        guard let frame = stream.frame(sequence, of: run) else { throw Violation("\(run) \(sequence) is not there") }
        guard frame.message == message else {
            throw Violation(
                "\(run) \(sequence) is not as it was published: \(frame.message.difference(from: message)); "
                    + "\(inbox.readableBytes) more bytes are there"
            )
        }
        guard run.epoch == epoch else { throw Violation("\(run) \(sequence) came in epoch \(epoch ?? 0)") }
        guard frame.order > order else { throw Violation("\(run) \(sequence) came after what followed it") }
        guard frame.isRandomAccess || !broken.contains(run.track) else {
            throw Violation("\(run) \(sequence) cannot be decoded")
        }
        guard frame.isRandomAccess || !wantsOnlyRandomAccess else { throw Violation("\(run) \(sequence) is too much") }
        order = frame.order
        broken.remove(run.track)
        frames += 1
        try move(run.track, epoch: run.epoch, from: sequence, count: 1, in: stream)
    }

    private static func name(of frame: ByteBuffer) throws -> (Run, UInt64) {
        guard
            let (_, _, _, track, _, epoch, sequence) = frame.peekMultipleIntegers(
                as: (UInt32, UInt16, UInt16, UInt16, UInt16, UInt32, UInt64).self
            ), let track = TrackID(track)
        else { throw Violation("a frame without a header") }
        return (Run(track: track, epoch: epoch), sequence)
    }

    /// Accounts for numbers of a track, which must be the next ones.
    private mutating func move(
        _ track: TrackID,
        epoch: UInt32,
        from first: UInt64,
        count: UInt64,
        in stream: PublishedStream
    ) throws {
        let run = Run(track: track, epoch: epoch)
        guard stream.isWanted(run, by: kinds) else { throw Violation("\(run) is of no kind that was asked for") }
        guard first + count <= stream.used(in: run) else { throw Violation("\(run) \(first)+\(count) is not there") }
        if let account = accounts[track], account.epoch != epoch {
            guard epoch > account.epoch else { throw Violation("epoch \(epoch) came after \(account.epoch)") }
            try checkAllCame(of: track, before: epoch, in: stream)
            guard first == 0 else { throw Violation("\(run) begins with \(first)") }
        } else if let account = accounts[track], account.next != first {
            throw Violation("\(run) \(first) came where \(account.next) is due")
        }
        accounts[track] = Account(epoch: epoch, next: first + count)
    }

    private func checkAllCame(of track: TrackID, before epoch: UInt32, in stream: PublishedStream) throws {
        guard let account = accounts[track] else { return }
        let run = Run(track: track, epoch: account.epoch)
        guard account.next == stream.used(in: run) else {
            throw Violation("\(run) \(account.next) and the next numbers came neither as frames nor in a gap")
        }
        if let missed = stream.epochs(of: track, after: account.epoch, for: kinds).first, missed < epoch {
            throw Violation("epoch \(missed) of track \(track) came neither as frames nor in a gap")
        }
    }

    func hasNewest(in published: [UInt64: PublishedStream]) -> Bool { false }

    // MARK: The end

    func checkEnd(pings: Int64, errors: Set<ErrorCode>, in published: [UInt64: PublishedStream]) throws {
        guard inbox.readableBytes == 0 else {
            throw Violation("\(inbox.readableBytes) bytes of a message, and no more")
        }
        guard pongs <= pings else { throw Violation("\(pongs) pongs for \(pings) pings") }
        switch end {
        case nil: throw Violation("closed without an error or goodbye")
        case .error(let code):
            guard errors.contains(code) else { throw Violation("ended with error \(code)") }
        case .endOfStream:
            guard try stream(published).hasEnded else { throw Violation("the stream has not ended") }
            for track in accounts.keys { try checkAllCame(of: track, before: .max, in: stream(published)) }
        }
    }

    func checkCut(in published: [UInt64: PublishedStream]) throws {
        guard isWelcome, end == nil, inbox.readableBytes >= FrameHeader.length,
            inbox.getInteger(at: inbox.readerIndex + 4, as: UInt16.self) == MessageType.frame.rawValue
        else { return }
        let (run, sequence) = try Self.name(of: inbox)
        let whole = try stream(published).frame(sequence, of: run)?.message
        guard whole?.getSlice(at: 0, length: inbox.readableBytes) == inbox.slice() else {
            let difference = whole?.difference(from: inbox.slice()) ?? "it was not published"
            throw Violation("the part that came of \(run) \(sequence) is not as it was published: \(difference)")
        }
    }
}
