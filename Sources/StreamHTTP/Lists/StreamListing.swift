import NIOCore
import StreamProtocol
import StreamRelay

/// The relay's streams, and those that it knows of other relays, as JSON, shared by all clients. Each stream is rendered
/// at most once a second, and only on request.
actor StreamListing {
    /// The longest time that rendered JSON is used.
    static let lifetime = TimeAmount.seconds(1)
    /// Bytes after which a page ends, whatever its limit.
    static let pageLength = 1 << 20
    /// Sets of patterns whose visible streams are cached; tokens with the same patterns share one. For further sets,
    /// the streams are selected anew with each request.
    static let maximumViews = 64

    /// The streams at one moment, and the JSON rendered since.
    private struct Generation {
        let madeAt: NIODeadline
        /// Sorted by name.
        let names: [StreamName]
        let receptions: [StreamName: StreamReception]
        var rendered: [StreamName: ByteBuffer] = [:]
        /// The streams that match a set of patterns.
        var views: [[StreamPattern]: [StreamName]] = [:]
    }

    /// JSON, and the cost of rendering it.
    struct Report: Sendable {
        var json: ByteBuffer
        /// In bytes, as in ``WorkCost``.
        var cost: Int
    }

    private let includesPublishers: Bool
    /// Whether the streams of other relays belong to it. Operators ask each relay for its own.
    private var includesElsewhere: Bool { !includesPublishers }
    private let clock: @Sendable () -> NIODeadline
    private var generation: Generation?
    private var cost = 0

    /// - Parameters:
    ///   - includesPublishers: Whether to include publishers.
    ///   - clock: Returns the time.
    init(includesPublishers: Bool, clock: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.includesPublishers = includesPublishers
        self.clock = clock
    }

    /// A page of the streams whose names match one of `patterns`, as ``StreamsDocument``.
    ///
    /// - Parameter relay: The same relay for every call.
    func page(_ page: ListPage, of relay: RelayControl, visibleBy patterns: [StreamPattern]) async -> Report {
        await renew(relay)
        let names = visible(by: patterns)
        var position = page.after.map { after in names.firstIndex { $0.description > after } ?? names.endIndex } ?? 0
        var streams = ByteBuffer()
        var (count, last) = (0, nil as StreamName?)
        while position < names.endIndex, count < page.limit, streams.readableBytes < Self.pageLength {
            let name = names[position]
            position += 1
            guard let json = render(name, of: relay) else { continue }
            if count > 0 { streams.writeStaticString(",") }
            streams.writeImmutableBuffer(json)
            (count, last) = (count + 1, name)
        }
        var document = ByteBuffer()
        document.writeStaticString("{")
        // Stream names contain no character that JSON escapes.
        if position < names.endIndex, let last { document.writeString("\"next\":\"\(last)\",") }
        document.writeStaticString("\"streams\":[")
        document.writeImmutableBuffer(streams)
        document.writeStaticString("]}\n")
        return report(document)
    }

    /// One stream, as ``StreamDocument``; `nil` if there is no stream of this name.
    ///
    /// - Parameter relay: The same relay for every call.
    func stream(_ name: StreamName, of relay: RelayControl) async -> Report? {
        await renew(relay)
        guard relay.has(name) || includesElsewhere && relay.isElsewhere(name), var document = render(name, of: relay)
        else { return nil }
        document.writeStaticString("\n")
        return report(document)
    }

    /// Discards the snapshot when it is too old. After it, a report is made without a pause, so that its cost is its own.
    private func renew(_ relay: RelayControl) async {
        defer { cost = 0 }
        let now = clock()
        if let generation, now - generation.madeAt < Self.lifetime { return }
        // Another request may renew it meanwhile; the later one counts.
        let receptions = await relay.receptions()
        let names = includesElsewhere ? relay.streamNamesEverywhere() : relay.streamNames()
        generation = Generation(madeAt: now, names: names, receptions: receptions)
    }

    private func visible(by patterns: [StreamPattern]) -> [StreamName] {
        guard let generation, !patterns.contains(.all) else { return generation?.names ?? [] }
        if let names = generation.views[patterns] { return names }
        cost += generation.names.count * patterns.count * WorkCost.comparedName
        let names = generation.names.filter { name in patterns.contains { $0.matches(name) } }
        if generation.views.count < Self.maximumViews { self.generation?.views[patterns] = names }
        return names
    }

    /// - Returns: `nil` if the stream has ended.
    private func render(_ name: StreamName, of relay: RelayControl) -> ByteBuffer? {
        if let rendered = generation?.rendered[name] { return rendered }
        let known = includesElsewhere ? relay.statusEverywhere(of: name) : relay.status(of: name)
        guard var status = known else { return nil }
        status.reception = generation?.receptions[name]
        cost += WorkCost.listedStream + status.tracks.count * WorkCost.listedTrack
        let json = StreamDocument(status, includesPublisher: includesPublishers).json
        generation?.rendered[name] = json
        return json
    }

    private func report(_ json: ByteBuffer) -> Report {
        Report(json: json, cost: cost + json.readableBytes / WorkCost.contentBytesPerByte)
    }
}

/// A page of a list of streams: `?after=NAME&limit=N`.
struct ListPage: Hashable, Sendable {
    /// Streams of a page if the request has no limit.
    static let defaultLimit = 100
    /// The most streams of a page.
    static let maximumLimit = 1_000

    /// Only streams whose names come after this one.
    var after: String?
    /// The most streams of this page.
    var limit = ListPage.defaultLimit

    /// The first page.
    static let first = ListPage()

    private init() {}

    /// - Throws: ``HTTPRefusal`` if a value is not valid.
    init(_ target: RequestTarget) throws(HTTPRefusal) {
        if let name = target["after"] {
            guard let name = try? StreamName(name) else {
                throw .malformed("'after' takes the name of a stream, as the field 'next' of the page before has it.")
            }
            after = name.description
        }
        if let text = target["limit"] {
            guard let count = Int(text), (1...Self.maximumLimit).contains(count) else {
                throw .malformed("'limit' takes a number of streams from 1 to \(Self.maximumLimit).")
            }
            limit = count
        }
    }
}
