import Testing
import UnixSignals

@testable import streamd

@Suite struct PublishEndingTests {
    /// A source and a signal, and whether the stream ends.
    static let cases: [(PublishEnding.Source, UnixSignal?, Bool)] = [
        (.endless, .sigterm, false), (.endless, .sigint, true), (.endless, nil, true),
        (.pipe, .sigterm, false), (.pipe, .sigint, true), (.pipe, nil, true),
        (.file, .sigterm, true), (.file, .sigint, true), (.file, nil, true),
    ]

    @Test(arguments: cases)
    func `SIGTERM alone interrupts, and only what is no file`(
        source: PublishEnding.Source,
        signal: UnixSignal?,
        endsStream: Bool
    ) {
        let ending = PublishEnding(of: source, alwaysEndsStream: false)
        if let signal { ending.received(signal) }
        #expect(ending.endsStream == endsStream)
    }

    @Test(arguments: [PublishEnding.Source.endless, .pipe, .file])
    func `the option ends the stream of every source`(source: PublishEnding.Source) {
        let ending = PublishEnding(of: source, alwaysEndsStream: true)
        ending.received(.sigterm)
        #expect(ending.endsStream)
    }

    @Test func `a pipe that ends may be followed by a signal`() {
        #expect(PublishEnding(of: .pipe, alwaysEndsStream: false).gracePeriod == PublishEnding.pipeGracePeriod)
        #expect(PublishEnding(of: .pipe, alwaysEndsStream: true).gracePeriod == nil)
        #expect(PublishEnding(of: .file, alwaysEndsStream: false).gracePeriod == nil)
        let signalled = PublishEnding(of: .pipe, alwaysEndsStream: false)
        signalled.received(.sigint)
        #expect(signalled.gracePeriod == nil)
    }
}
