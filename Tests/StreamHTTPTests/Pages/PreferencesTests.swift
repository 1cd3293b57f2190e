import NIOHTTP1
import Testing

@testable import StreamHTTP

@Suite struct PreferencesTests {
    private func acceptsGzip(_ fields: [String]) -> Bool {
        Preferences(HTTPHeaders(fields.map { ("accept-encoding", $0) }), "accept-encoding").accept("gzip", as: "*")
    }

    @Test(arguments: [
        ["gzip"], ["GZip"], ["gzip, deflate, br, zstd"], ["br", "gzip"], ["gzip;q=0.001"], ["gzip ; Q=1.0"],
        ["*"], ["identity;q=0, *;q=0.5"], ["gzip;level=0"], ["*;q=0, gzip"], ["br,\tgzip\t;\tq=1"],
    ])
    func `what a client names with a weight, it accepts`(fields: [String]) {
        #expect(acceptsGzip(fields))
    }

    @Test(arguments: [
        [], [""], ["identity"], ["gzip;q=0"], ["gzip;q=0.000"], ["*;q=0"], ["gzip;q=0, *"], ["gzipped"], ["g zip"],
        [";"], [";q=1"], [",,;,"], ["gzip\u{301}"], ["gzip;;q=0"], ["xgzip, deflate"],
    ])
    func `everything else it does not accept`(fields: [String]) {
        #expect(!acceptsGzip(fields))
    }
}
