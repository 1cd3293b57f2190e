import NIOHTTP1
import StreamProtocol

/// What a path stands for.
enum Route: Hashable {
    /// The page that says what can be had here.
    case index
    /// The list of streams.
    case streams(ListPage)
    /// What is known of one stream.
    case stream(StreamName)
    /// A track of a stream, as it is.
    case media(MediaRequest)
    /// The protocol of a stream in WebSocket frames.
    case webSocket(StreamName)

    /// Whether a publisher may ask for it.
    var mayPublish: Bool { if case .webSocket = self { true } else { false } }

    /// - Parameter upgrades: Whether the client wants to speak WebSocket: then the path is a stream's name and nothing
    ///   else. Otherwise everything under `/streams` is about streams, so that one called `streams/a` cannot be had as
    ///   `/streams/a.h264`.
    /// - Throws: ``HTTPRefusal`` where the path stands for nothing.
    init(_ target: RequestTarget, upgrades: Bool) throws(HTTPRefusal) {
        let path = target.path.dropFirst()
        if upgrades {
            self = .webSocket(try Self.streamName(path))
        } else if path.isEmpty {
            self = .index
        } else if path == "streams" || path == "streams/" {
            self = .streams(try ListPage(target))
        } else if path.hasPrefix("streams/") {
            self = .stream(try Self.streamName(path.dropFirst("streams/".count)))
        } else if let format = MediaFormat.allCases.first(where: { path.hasSuffix($0.pathExtension) }) {
            let stream = try Self.streamName(path.dropLast(format.pathExtension.count))
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

    private static func streamName(_ text: Substring) throws(HTTPRefusal) -> StreamName {
        do {
            return try StreamName(String(text))
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
