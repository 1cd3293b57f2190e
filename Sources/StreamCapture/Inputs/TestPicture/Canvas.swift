/// The planes of a picture in YUV 4:2:0, one after the other. It paints rectangles and clips them to the picture.
struct Canvas {
    let width: Int
    let height: Int
    /// As many as the picture has.
    let bytes: UnsafeMutableRawBufferPointer

    func fillLuma(_ columns: Range<Int>, _ rows: Range<Int>, _ value: UInt8) {
        let columns = columns.clamped(to: 0..<width)
        for row in rows.clamped(to: 0..<height) { fill(row * width + columns.lowerBound, columns.count, value) }
    }

    /// Fills both chroma planes; coordinates are in luma samples.
    func fillChroma(_ columns: Range<Int>, _ rows: Range<Int>, _ value: UInt8) {
        let half = width / 2
        let columns = columns.clamped(to: 0..<width)
        let (first, end) = (columns.lowerBound / 2, (columns.upperBound + 1) / 2)
        let rows = rows.clamped(to: 0..<height)
        for row in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
            fill(cbStart + row * half + first, min(end, half) - first, value)
            fill(crStart + row * half + first, min(end, half) - first, value)
        }
    }

    /// Copies a row of luma from a longer one.
    func copyLuma(_ source: [UInt8], from offset: Int, to row: Int) {
        copy(source, offset, width, to: row * width)
    }

    /// Copies a row of both chroma planes; coordinates are in chroma samples.
    func copyChroma(_ cb: [UInt8], _ cr: [UInt8], from offset: Int, to row: Int) {
        copy(cb, offset, width / 2, to: cbStart + row * (width / 2))
        copy(cr, offset, width / 2, to: crStart + row * (width / 2))
    }

    private var cbStart: Int { width * height }
    private var crStart: Int { width * height * 5 / 4 }

    private func fill(_ offset: Int, _ count: Int, _ value: UInt8) {
        guard count > 0 else { return }
        UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count]).initializeMemory(
            as: UInt8.self,
            repeating: value
        )
    }

    private func copy(_ source: [UInt8], _ offset: Int, _ count: Int, to target: Int) {
        source.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(rebasing: bytes[target..<target + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[offset..<offset + count]))
        }
    }
}

/// Digits, colon and point as bitmaps of 5 by 7 dots, so that no font is needed.
enum DigitFont {
    static let width = 5
    static let height = 7
    /// The distance between characters, in dots.
    static let advance = 6

    /// The rows of a character, top first, its left dot in bit 4; empty for unknown characters.
    static func rows(of character: Character) -> [UInt8] {
        switch character {
        case "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110]
        case "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110]
        case "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111]
        case "3": [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110]
        case "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010]
        case "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110]
        case "6": [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110]
        case "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000]
        case "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110]
        case "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100]
        case ":": [0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000]
        case ".": [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b01100]
        default: []
        }
    }
}
