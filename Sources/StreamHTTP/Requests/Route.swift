import NIOHTTP1
import StreamProtocol

/// The resource of a path.
enum Route: Hashable {
    /// The page that lists the service's resources.
    case index
    /// The list of streams.
    case streams(ListPage)
    /// The state of one stream.
    case stream(StreamName)
    /// A track of a stream, as a byte stream.
    case media(MediaRequest)
    /// The protocol of a stream in WebSocket frames; without a name, of the list of all streams.
    case webSocket(StreamName)

    /// Whether a publisher may ask for it.
    var mayPublish: Bool { if case .webSocket = self { true } else { false } }

    /// - Parameter upgrades: Whether the client asks for a WebSocket. Then the whole path is a stream's name. Otherwise
    ///   all paths under `/streams` are reports, so a stream with the name `streams/a` is not available as
    ///   `/streams/a.h264`.
    /// - Throws: ``HTTPRefusal`` if there is no such resource.
    init(_ target: RequestTarget, upgrades: Bool) throws(HTTPRefusal) {
        let path = target.path.utf8.dropFirst()
        if upgrades {
            self = .webSocket(path.isEmpty ? .empty : try Self.streamName(path))
        } else if path.isEmpty {
            self = .index
        } else if path.isEqual(to: "streams") || path.isEqual(to: "streams/") {
            self = .streams(try ListPage(target))
        } else if path.hasPrefix("streams/") {
            self = .stream(try Self.streamName(path.dropFirst("streams/".utf8.count)))
        } else if let format = MediaFormat.allCases.first(where: { path.hasSuffix($0.pathExtension) }) {
            let stream = try Self.streamName(path.dropLast(format.pathExtension.utf8.count))
            self = .media(MediaRequest(stream: stream, format: format, track: try Self.track(target["track"])))
        } else {
            throw HTTPRefusal(
                ProtocolError(
                    .streamNotFound,
                    "There is nothing here; a stream is at '/NAME.h264' or '/NAME.aac', and '/' says what else there is."
                )
            )
        }
    }

    private static func streamName(_ bytes: Substring.UTF8View) throws(HTTPRefusal) -> StreamName {
        do {
            return try StreamName(bytes.text)
        } catch {
            throw HTTPRefusal(error)
        }
    }

    private static func track(_ text: String?) throws(HTTPRefusal) -> TrackID? {
        guard let text else { return nil }
        guard let track = UInt16(text).flatMap(TrackID.init) else {
            throw HTTPRefusal.malformed("A track is a number from 0 to \(TrackID.maximum), as in '?track=1'.")
        }
        return track
    }
}
