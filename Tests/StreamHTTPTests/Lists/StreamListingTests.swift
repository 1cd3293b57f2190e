#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import NIOCore
import NIOHTTP1
import RelayTestSupport
import StreamProtocol
import Synchronization
import Testing

@testable import StreamHTTP
@testable import StreamRelay

/// Lists of streams of a relay that does not run: a stream that viewers wait for needs no network.
@Suite struct StreamListingTests {
    private let relay = Relay(
        configuration: RelayConfiguration(),
        logger: .silent
    )
    private let clock = TestClock()
    private let listing: StreamListing

    private final class TestClock: Sendable {
        private let time = Mutex(NIODeadline.uptimeNanoseconds(1_000_000_000))

        var now: NIODeadline { time.withLock(\.self) }
        func advance(by amount: TimeAmount) { time.withLock { $0 = $0 + amount } }
    }

    init() throws {
        listing = StreamListing(includesPublishers: false) { [clock] in clock.now }
        for name in ["b/1", "a", "b/2", "c", "b/10"] { try wait(for: name) }
    }

    private func wait(for name: String) throws {
        _ = try relay.core.registry.subscribe(StreamName(name), waits: true)
    }

    private func page(_ query: String = "", _ patterns: [StreamPattern] = [.all]) async throws -> StreamsDocument {
        let page = try ListPage(RequestTarget("/streams?\(query)"))
        let report = await listing.page(page, of: relay.control, visibleBy: patterns)
        return try JSONDecoder().decode(StreamsDocument.self, from: Data(report.json.readableBytesView))
    }

    private func names(_ document: StreamsDocument) -> [String] { document.streams.map(\.name) }

    @Test func `a list is in order and says where it continues`() async throws {
        let all = try await page()
        #expect(names(all) == ["a", "b/1", "b/10", "b/2", "c"])
        #expect(all.next == nil)
        let first = try await page("limit=2")
        #expect(names(first) == ["a", "b/1"] && first.next == "b/1")
        let second = try await page("limit=2&after=b/1")
        #expect(names(second) == ["b/10", "b/2"] && second.next == "b/2")
        let third = try await page("limit=2&after=b/2")
        #expect(names(third) == ["c"] && third.next == nil)
        #expect(names(try await page("after=bb")) == ["c"])
        #expect(names(try await page("after=d")) == [])
    }

    @Test func `each client sees the streams of its own token, on pages of its own`() async throws {
        let studio = [try StreamPattern("b/*")]
        #expect(names(try await page("", studio)) == ["b/1", "b/10", "b/2"])
        let first = try await page("limit=1", studio)
        #expect(names(first) == ["b/1"] && first.next == "b/1")
        let last = try await page("limit=1&after=b/10", studio)
        #expect(names(last) == ["b/2"] && last.next == nil)
        #expect(names(try await page("", [])) == [])
        #expect(names(try await page("", [try StreamPattern("c"), try StreamPattern("a")])) == ["a", "c"])
    }

    @Test func `a stream is rendered once a second, and only the first request pays for it`() async throws {
        let patterns = [try StreamPattern("*")]
        let first = await listing.page(.first, of: relay.control, visibleBy: patterns)
        #expect(first.cost >= 5 * WorkCost.listedStream)
        let second = await listing.page(.first, of: relay.control, visibleBy: patterns)
        #expect(second.json == first.json)
        #expect(second.cost < WorkCost.listedStream)
        try wait(for: "d")
        #expect(await listing.page(.first, of: relay.control, visibleBy: patterns).json == first.json)
        clock.advance(by: StreamListing.lifetime)
        let later = await listing.page(.first, of: relay.control, visibleBy: patterns)
        #expect(later.json.readableBytes > first.json.readableBytes)
        #expect(later.cost >= 6 * WorkCost.listedStream)
    }

    @Test func `one stream is written as in the list, and an unknown one is not found`() async throws {
        let report = try #require(await listing.stream(try StreamName("b/2"), of: relay.control))
        let document = try JSONDecoder().decode(StreamDocument.self, from: Data(report.json.readableBytesView))
        #expect(document.name == "b/2" && document.state == "waiting" && document.viewers == 1)
        #expect(await listing.stream(try StreamName("absent"), of: relay.control) == nil)
        try wait(for: "new")
        #expect(await listing.stream(try StreamName("new"), of: relay.control) != nil)
        _ = relay.core.registry.remove(try StreamName("new"))
        #expect(await listing.stream(try StreamName("new"), of: relay.control) == nil)
    }

    @Test(arguments: ["limit=0", "limit=1001", "limit=-1", "limit=a", "after=", "after=a%20b", "after=/"])
    func `a page request that makes no sense is refused with a sentence`(query: String) {
        let refusal = #expect(throws: HTTPRefusal.self) { try ListPage(RequestTarget("/streams?\(query)")) }
        #expect(refusal?.status == .badRequest)
        #expect(refusal?.error.reason.hasSuffix(".") == true)
    }
}
