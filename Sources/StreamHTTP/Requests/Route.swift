import NIOHTTP1
import StreamProtocol

/// The resource of a path.
enum Route: Hashable {
    /// The text that lists the service's resources.
    case index
    /// The page of all streams, in a browser.
    case gallery
    /// The page of a stream, in a browser. The stream need not exist.
    case player(StreamName)
    /// A part of these pages.
    case asset(PlayerAsset)
    /// The list of streams.
    case streams(ListPage)
    /// The state of one stream.
    case stream(StreamName)
    /// A stream, or a track of it, as media.
    case media(MediaRequest)
    /// The last seconds of a stream as a finished file.
    case clip(ClipRequest)
    /// The protocol of a stream in WebSocket frames; without a name, of the list of all streams.
    case webSocket(StreamName)

    /// Whether the answer is the same for every client, whatever its token.
    var isPublic: Bool {
        switch self {
        case .index, .gallery, .player, .asset: true
        case .streams, .stream, .media, .clip, .webSocket: false
        }
    }

    /// Whether a publisher may ask for it.
    var mayPublish: Bool { if case .webSocket = self { true } else { false } }

    /// - Parameters:
    ///   - upgrades: Whether the client asks for a WebSocket. Then the whole path is a stream's name. Otherwise all
    ///     paths under `/streams` are reports, so a stream with the name `streams/a` is not available as
    ///     `/streams/a.h264`, and has no page.
    ///   - wantsPage: Whether the client asks for a page of HTML, as browsers do. Other programs get no page.
    /// - Throws: ``HTTPRefusal`` if there is no such resource.
    init(_ target: RequestTarget, upgrades: Bool, wantsPage: Bool) throws(HTTPRefusal) {
        let path = target.path.utf8.dropFirst()
        if upgrades {
            self = .webSocket(path.isEmpty ? .empty : try Self.streamName(path))
        } else if path.isEmpty {
            self = wantsPage ? .gallery : .index
        } else if path.hasPrefix("@/") {
            guard let asset = PlayerAsset(path: path) else { throw .noAsset }
            self = .asset(asset)
        } else if path.isEqual(to: "streams") || path.isEqual(to: "streams/") {
            self = .streams(try ListPage(target))
        } else if path.hasPrefix("streams/") {
            self = .stream(try Self.streamName(path.dropFirst("streams/".utf8.count)))
        } else if let format = MediaFormat.allCases.first(where: { path.hasSuffix($0.pathExtension) }) {
            let stream = try Self.streamName(path.dropLast(format.pathExtension.utf8.count))
            var media = MediaRequest(stream: stream, format: format, track: try Self.track(target["track"]))
            media.follows = try Self.isSet(target["follow"])
            self = if let last = target["last"] { .clip(try ClipRequest(media, last: last)) } else { .media(media) }
        } else if let stream = try? StreamName(path.text) {
            guard wantsPage else { throw AdminRoute.serves(target) ? .atAdminListener : .onlyPage }
            self = .player(stream)
        } else {
            throw .noResource
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

    /// Whether a parameter like `?follow` or `?follow=1` is there.
    private static func isSet(_ text: String?) throws(HTTPRefusal) -> Bool {
        switch text {
        case nil, "0": return false
        case "", "1": return true
        default: throw HTTPRefusal.malformed("'follow' has no value but 0 or 1, as in '?follow'.")
        }
    }
}

extension HTTPRefusal {
    fileprivate static let noResource = HTTPRefusal(
        ProtocolError(
            .streamNotFound,
            "There is nothing here; a stream is at '/NAME.mp4' or '/NAME.ts', and '/' says what else there is."
        )
    )

    /// Refuses a program that asks for a stream's page. The answer depends on `Accept`.
    fileprivate static let onlyPage = HTTPRefusal(
        .notFound,
        ProtocolError(
            .streamNotFound,
            "There is nothing here but a page for browsers; a stream is at '/NAME.mp4' or '/NAME.ts', and '/' says "
                + "what else there is."
        ),
        headers: [("vary", "accept")]
    )

    /// Refuses a program that asks for what the admin listener has. In a browser it is a page. The answer depends on `Accept`.
    static let atAdminListener = HTTPRefusal(
        .notFound,
        ProtocolError(
            .streamNotFound,
            "This is the relay's port for publishers and viewers; ask its admin listener, which is at 127.0.0.1:7451 by "
                + "default."
        ),
        headers: [("vary", "accept")]
    )

    fileprivate static let noAsset = HTTPRefusal(
        ProtocolError(
            .streamNotFound,
            "This version of the relay has no such file; load the page again, which names the files that there are."
        )
    )
}
