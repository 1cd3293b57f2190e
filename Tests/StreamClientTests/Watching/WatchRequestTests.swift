import StreamProtocol
import Testing

@testable import StreamClient

@Suite struct WatchRequestTests {
    private func hello(_ request: WatchRequest, hasBeenWelcomed: Bool = false) -> Hello {
        var hello = Hello(role: .subscribe, stream: .live, instance: InstanceID(high: 1, low: 2))
        request.complete(&hello, hasBeenWelcomed: hasBeenWelcomed)
        return hello
    }

    @Test func `a plain request leaves every option at its default`() {
        #expect(hello(WatchRequest()) == Hello(role: .subscribe, stream: .live, instance: InstanceID(high: 1, low: 2)))
    }

    @Test func `history and thinning are asked for, also after a reconnection`() {
        let request = WatchRequest(history: .milliseconds(2_500), wantsOnlyRandomAccess: true)
        for hasBeenWelcomed in [false, true] {
            let hello = hello(request, hasBeenWelcomed: hasBeenWelcomed)
            #expect(hello.history == 2_500)
            #expect(hello.wantsOnlyRandomAccess)
        }
        #expect(hello(WatchRequest(history: .seconds(1_000_000_000))).history == .max)
    }
}
