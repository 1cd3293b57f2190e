import NIOCore
import NIOHTTP1
import Testing

@testable import StreamHTTP

/// What the log contains of malformed requests.
@Suite struct ErrorTests {
    private static let content = ByteBuffer(string: "Authorization: Bearer secret")

    @Test func `the bytes of a broken request are in no log`() {
        let error = ByteToMessageDecoderError.dataReceivedInErrorState(HTTPParserError.invalidMethod, Self.content)
        #expect(error.withoutContent as? HTTPParserError == .invalidMethod)
    }

    @Test func `the bytes behind a broken request are in no log`() {
        let error = ByteToMessageDecoderError.leftoverDataWhenDone(Self.content)
        #expect(error.withoutContent as? ChannelError == .inputClosed)
    }

    @Test func `other errors are logged with their text`() {
        #expect(ChannelError.eof.withoutContent as? ChannelError == .eof)
    }
}
