import NIOCore
import NIOHTTP1
import StreamProtocol
import Testing

@testable import StreamHTTP

@Suite struct ClipRequestTests {
    private func clip(_ target: String) throws -> ClipRequest? {
        let route = try Route(RequestTarget(target), upgrades: false, wantsPage: false)
        if case .clip(let clip) = route { return clip } else { return nil }
    }

    @Test(arguments: [
        ("30s", TimeAmount.seconds(30)), ("30", .seconds(30)), ("500ms", .milliseconds(500)), ("1.5m", .seconds(90)),
        ("8.2s", .milliseconds(8_200)), ("24h", .hours(24)), ("0.001", .milliseconds(1)),
    ])
    func `a time is the length of a clip`(text: String, time: TimeAmount) throws {
        let found = try #require(try clip("/studio/camera-2.mp4?track=1&last=\(text)"))
        #expect(found.last == time)
        #expect(found.media.track == TrackID(1))
        #expect(found.media.stream.description == "studio/camera-2")
    }

    @Test(arguments: ["", "s", "0", "0s", "-1s", "1d", "inf", "nan", "0x10", "1e3", "25h", "1..2", "+5", "30 s", "٣s"])
    func `another text is refused in one sentence`(text: String) throws {
        let refusal = try #require(throws: HTTPRefusal.self) { try clip("/live.mp4?last=\(text)") }
        #expect(refusal.status == .badRequest)
        #expect(refusal.error.reason == "'last' is a time from 1ms to 24h, as in '?last=30s'.")
    }

    @Test(arguments: ["ts", "h264", "aac"])
    func `only MP4 can be a clip`(format: String) throws {
        let refusal = try #require(throws: HTTPRefusal.self) { try clip("/live.\(format)?last=30s") }
        #expect(refusal.status == .badRequest)
        #expect(refusal.error.reason.contains("ask for '/live.mp4?last=30s'"))
    }

    @Test func `the file's name has the stream and the time`() throws {
        let response = try #require(try clip("/studio/camera-2.mp4?last=1s")).response
        let name = try #require(response.headers.first(name: "content-disposition"))
        #expect(name.wholeMatch(of: /inline; filename="studio-camera-2-\d{4}-\d\d-\d\dT\d{6}Z\.mp4"/) != nil, "\(name)")
    }
}
