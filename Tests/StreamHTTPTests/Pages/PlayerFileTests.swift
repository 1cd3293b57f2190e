import Testing
import WebPlayer

/// The files of the browser player in the program. `scripts/web-player` compares them with the modules.
@Suite struct PlayerFileTests {
    private static let all = [PlayerFile.galleryPage, .playerPage, .module] + PlayerFile.assets

    private func text(_ file: PlayerFile) -> String { file.text.description }

    /// The checksum of RFC 1952 8.
    private func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }

    @Test func `the compressed file is a gzip member of the text`() throws {
        for file in Self.all {
            let bytes = file.compressed
            // ID1, ID2 and CM; at the end the checksum and the length of the text (RFC 1952 2.3.1).
            #expect(bytes.prefix(3).elementsEqual([0x1F, 0x8B, 8]), "\(file.name)")
            let sums = [checksum(text(file).utf8), UInt32(text(file).utf8.count)]
            let trailer = sums.flatMap { sum in (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) } }
            #expect(bytes.suffix(8).elementsEqual(trailer), "\(file.name)")
        }
    }

    @Test func `the checksum is that of RFC 1952`() {
        #expect(checksum("123456789".utf8) == 0xCBF4_3926)
    }

    @Test func `pages name only assets that exist`() throws {
        let addresses = Set(PlayerFile.assets.map { "/@/\(PlayerFile.hash)/\($0.name)" })
        #expect(addresses.count == PlayerFile.assets.count)
        #expect(text(.module) == "export * from \"./\(PlayerFile.hash)/player.js\";\n")
        for page in [PlayerFile.galleryPage, .playerPage] {
            let used = text(page).split(separator: "\"").filter { $0.contains("/") }.map(String.init)
            #expect(used.count { $0.hasPrefix("/@/") } >= 5)
            #expect(used.filter { $0.hasPrefix("/") && !addresses.contains($0) } == [])
        }
    }
}
