import StreamProtocol
import Testing

@testable import StreamMedia

@Suite struct MediaErrorTests {
    @Test func `a codec that cannot be written is named`() {
        let track = Track(id: .zero, kind: .data, codec: FourCC(rawValue: 0x7478_3367))
        let error = #expect(throws: MediaError.self) { try ElementaryStreamWriter(track) }
        #expect(error?.reason.contains("tx3g") == true && error?.code == .unsupportedCodec)
    }
}
