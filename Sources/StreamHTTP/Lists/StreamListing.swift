import NIOCore
import StreamProtocol
import StreamRelay

/// What a relay's streams are, as JSON, for all who ask: each stream is rendered at most once a second, and only when
/// somebody asks for it.
actor StreamListing {
    /// How old what is shared may be.
    static let lifetime = TimeAmount.seconds(1)
    /// Bytes of a page after which no further stream is put on it, whatever was asked for.
    static let pageLength = 1 << 20
    /// Sets of patterns whose streams are remembered: tokens that see the same share one. More sets are compared anew
    /// for each request.
    static let mostViews = 64

    /// The streams that there were at one moment, and what has been made of them since.
    private struct Generation {
        let madeAt: NIODeadline
        /// In order.
        let names: [StreamName]
        var rendered: [StreamName: ByteBuffer] = [:]
        /// The streams that these patterns let one see.
        var views: [[StreamPattern]: [StreamName]] = [:]
    }

    /// JSON, and what making it has cost.
    struct Report: Sendable {
        var json: ByteBuffer
        /// In bytes, as ``WorkPrice`` has it.
        var price: Int
    }

    private let showsPublishers: Bool
    private let clock: @Sendable () -> NIODeadline
    private var generation: Generation?
    private var price = 0

    /// - Parameters:
    ///   - showsPublishers: Whether to say who publishes.
    ///   - clock: What time it is.
    init(showsPublishers: Bool, clock: @escaping @Sendable () -> NIODeadline = { .now() }) {
        self.showsPublishers = showsPublishers
        self.clock = clock
    }

    /// A page of the streams whose names fit one of `patterns`, as ``StreamsDocument``.
    ///
    /// - Parameter relay: The same for every call.
    func page(_ page: ListPage, of relay: RelayControl, visibleBy patterns: [StreamPattern]) -> Report {
        renew(relay)
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
        // Names hold nothing that JSON escapes.
        if position < names.endIndex, let last { document.writeString("\"next\":\"\(last)\",") }
        document.writeStaticString("\"streams\":[")
        document.writeImmutableBuffer(streams)
        document.writeStaticString("]}\n")
        return report(document)
    }

    /// One stream, as ``StreamDocument``; `nil` where there is none of this name.
    ///
    /// - Parameter relay: The same for every call.
    func stream(_ name: StreamName, of relay: RelayControl) -> Report? {
        renew(relay)
        guard relay.has(name), var document = render(name, of: relay) else { return nil }
        document.writeStaticString("\n")
        return report(document)
    }

    /// Begins anew where what there is has grown old.
    private func renew(_ relay: RelayControl) {
        price = 0
        let now = clock()
        if let generation, now - generation.madeAt < Self.lifetime { return }
        generation = Generation(madeAt: now, names: relay.streamNames())
    }

    private func visible(by patterns: [StreamPattern]) -> [StreamName] {
        guard let generation, !patterns.contains(.all) else { return generation?.names ?? [] }
        if let names = generation.views[patterns] { return names }
        price += generation.names.count * patterns.count * WorkPrice.comparedName
        let names = generation.names.filter { name in patterns.contains { $0.matches(name) } }
        if generation.views.count < Self.mostViews { self.generation?.views[patterns] = names }
        return names
    }

    /// - Returns: `nil` where the stream has gone.
    private func render(_ name: StreamName, of relay: RelayControl) -> ByteBuffer? {
        if let rendered = generation?.rendered[name] { return rendered }
        guard let status = relay.status(of: name) else { return nil }
        price += WorkPrice.listedStream + status.tracks.count * WorkPrice.listedTrack
        let json = StreamDocument(status, showsPublisher: showsPublishers).json
        generation?.rendered[name] = json
        return json
    }

    private func report(_ json: ByteBuffer) -> Report {
        Report(json: json, price: price + json.readableBytes / WorkPrice.listBytesPerByte)
    }
}
