import NIOCore
import NIOHTTP1
import StreamMedia
import StreamProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request for the last part of a stream as a finished MP4: `/NAME.mp4?last=30s`.
struct ClipRequest: Hashable {
    /// The stream and its track.
    let media: MediaRequest
    /// How far back the clip begins.
    let last: TimeAmount

    /// The longest time, a day: more than a log in memory keeps.
    static let longest = TimeAmount.hours(24)

    /// - Parameter last: The value of `?last=`: `30s`, `500ms`, `1.5m`, `1h`, or seconds without a unit.
    /// - Throws: ``HTTPRefusal`` if the value is no such time, or the format is not MP4.
    init(_ media: MediaRequest, last: String) throws(HTTPRefusal) {
        guard media.format == .mp4 else {
            throw .malformed("The last seconds of a stream come as MP4; ask for '/\(media.stream).mp4?last=30s'.")
        }
        guard let time = Self.time(last) else {
            throw .malformed("'last' is a time from 1ms to 24h, as in '?last=30s'.")
        }
        self.media = media
        self.last = time
    }

    private static func time(_ text: String) -> TimeAmount? {
        let units: [(suffix: String, nanoseconds: Double)] = [
            ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3_600e9), ("", 1e9),
        ]
        guard let unit = units.first(where: { text.utf8[...].hasSuffix($0.suffix) }),
            // A number of digits: no 'inf', no '0x10', no sign.
            let number = Double(text.dropLast(unit.suffix.count)),
            text.utf8.dropLast(unit.suffix.utf8.count).allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        let nanoseconds = number * unit.nanoseconds
        guard (1e6...Double(longest.nanoseconds)).contains(nanoseconds) else { return nil }
        return .nanoseconds(Int64(nanoseconds.rounded()))
    }

    /// Those of the tracks that the clip holds.
    func choose(from tracks: [Track]) -> [Track] {
        tracks.filter { (media.track == nil || $0.id == media.track) && $0.fitsContainer }
    }

    /// The response's header fields but for the length: what HEAD answers too.
    ///
    /// A browser plays the clip, and saves it under a name with the stream and the time.
    var response: HTTPResponse {
        var response = media.response
        let stream = media.stream.description.split(separator: "/").joined(separator: "-")
        let time = Date().formatted(Date.ISO8601FormatStyle(timeSeparator: .omitted))
        response.headers.add(name: "content-disposition", value: "inline; filename=\"\(stream)-\(time).mp4\"")
        // The next request gets another clip.
        response.headers.add(name: "accept-ranges", value: "none")
        return response
    }
}
