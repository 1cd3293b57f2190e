import NIOCore
import NIOHTTP1
import Testing

@testable import StreamHTTP

/// What a log is told of broken requests.
@Suite struct ErrorTests {
    private static let content = ByteBuffer(string: "Authorization: Bearer secret")

    @Test func `The bytes of a request that broke are in no log`() {
        let error = ByteToMessageDecoderError.dataReceivedInErrorState(HTTPParserError.invalidMethod, Self.content)
        #expect(error.withoutContent as? HTTPParserError == .invalidMethod)
    }

    @Test func `Nor is what was left of one`() {
        let error = ByteToMessageDecoderError.leftoverDataWhenDone(Self.content)
        #expect(error.withoutContent as? ChannelError == .inputClosed)
    }

    @Test func `Other errors say what they are`() {
        #expect(ChannelError.eof.withoutContent as? ChannelError == .eof)
    }
}
