import StreamClient
import Testing

@testable import streamd

@Suite struct PublishReporterTests {
    private func invitation(_ address: String) throws -> String {
        PublishReporter(address: try RelayAddress(address), isQuiet: false).invitation
    }

    @Test func `a publisher learns where its stream can be watched`() throws {
        #expect(
            try invitation("127.0.0.1:7450/test")
                == "Watch it: http://127.0.0.1:7450/test in a browser, or streamd watch 127.0.0.1:7450/test | ffplay -"
        )
        #expect(
            try invitation("tls://[::1]/studio/a")
                == "Watch it: https://[::1]:7450/studio/a in a browser, or streamd watch tls://[::1]:7450/studio/a | ffplay -"
        )
        #expect(try invitation("relay/a.h264") == "Watch it: streamd watch relay:7450/a.h264 | ffplay -")
    }
}
