/// Lines of text as pixels: white on a dark, translucent ground.
struct TextImage: Hashable, Sendable {
    /// Dots between the text and the edge of the ground.
    static let margin = 6
    /// No text needs more, and a texture of this size is small.
    static let maximumColumns = 200
    /// See ``maximumColumns``.
    static let maximumLines = 60

    private static let ink: UInt32 = 0xffff_ffff
    private static let ground: UInt32 = 0xa000_0000

    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
    /// Row by row; alpha in the highest byte, then red, green and blue.
    let pixels: [UInt32]

    /// - Parameters:
    ///   - lines: What does not fit is cut off.
    ///   - scale: The width and height of a dot, in pixels.
    init(_ lines: [String], scale: Int) {
        let lines = lines.prefix(Self.maximumLines).map { Array($0.prefix(Self.maximumColumns)) }
        let scale = min(max(scale, 1), 8)
        let columns = lines.map(\.count).max() ?? 0
        let width = (columns * BitmapFont.width + 2 * Self.margin) * scale
        let height = (lines.count * BitmapFont.height + 2 * Self.margin) * scale
        var pixels = Array(repeating: Self.ground, count: width * height)
        for (line, text) in lines.enumerated() {
            for (column, character) in text.enumerated() {
                for (row, bits) in BitmapFont.rows(of: character).enumerated() where bits != 0 {
                    for dot in 0..<BitmapFont.width where bits & (0x80 >> UInt8(dot)) != 0 {
                        let x = (Self.margin + column * BitmapFont.width + dot) * scale
                        let y = (Self.margin + line * BitmapFont.height + row) * scale
                        for inner in y..<y + scale {
                            for place in inner * width + x..<inner * width + x + scale { pixels[place] = Self.ink }
                        }
                    }
                }
            }
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Breaks a sentence into lines that fit into a width in pixels.
    static func lines(of text: String, fitting width: Int, scale: Int) -> [String] {
        let columns = max(12, width / max(1, scale * BitmapFont.width) - 2)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var word = word
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = ""
            }
            if !line.isEmpty { line += " " }
            while word.count > columns {
                lines.append(String(word.prefix(columns)))
                word = word.dropFirst(columns)
            }
            line += word
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
