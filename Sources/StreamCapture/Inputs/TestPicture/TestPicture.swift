/// Paints the pictures of `test:`, in YUV 4:2:0 of limited range.
///
/// Colour bars move to the left and a grey wedge to the right. Over them are the ``FrameNumberStrip``, the number and
/// the time of day (UTC) in digits, and a white box during the first tenth of each second. Bars and wedge are copied
/// from prepared rows, so that a picture costs little compared with its encoding.
struct TestPicture: Sendable {
    let width: Int
    let height: Int
    /// Bytes of a picture: the rows of the three planes, one plane after the other.
    var byteCount: Int { width * height * 3 / 2 }

    private static let black: UInt8 = 16
    private static let white: UInt8 = 235
    private static let neutral: UInt8 = 128
    /// The columns that the bars and the wedge move per picture; even, because chroma has half of them.
    private static let speed = 2
    /// White, yellow, cyan, green, magenta, red, blue, black at 75 % (luma, Cb, Cr; ITU-R BT.709).
    private static let bars: [(UInt8, UInt8, UInt8)] = [
        (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52),
        (63, 193, 204), (51, 109, 212), (28, 212, 120), (16, 128, 128),
    ]

    /// Each row twice in sequence: a moving row is a part of it.
    private let barRows: (luma: [UInt8], cb: [UInt8], cr: [UInt8])
    private let wedgeRow: [UInt8]
    private let strip: FrameNumberStrip
    /// The columns and rows of a dot of the digits.
    private let dot: Int

    /// - Parameter size: Even numbers, at least 128.
    init(_ size: PictureSettings.Size) {
        (width, height) = (size.width, size.height)
        let (width, bars) = (width, Self.bars)
        let luma = (0..<2 * width).map { bars[$0 % width * bars.count / width].0 }
        let cb = (0..<width).map { bars[$0 * 2 % width * bars.count / width].1 }
        let cr = (0..<width).map { bars[$0 * 2 % width * bars.count / width].2 }
        barRows = (luma, cb, cr)
        wedgeRow = (0..<2 * width).map { UInt8(16 + 219 * ($0 % width) / width) }
        strip = FrameNumberStrip(width: width, pictureHeight: height)
        dot = max(1, min(width / 88, height / 70))
    }

    /// Paints a picture.
    ///
    /// - Parameters:
    ///   - number: Its number, 0 or more.
    ///   - wallTime: The time of day to show, in microseconds since 1970-01-01 UTC.
    ///   - isMarked: Whether to show the white box.
    ///   - bytes: At least ``byteCount`` bytes.
    func paint(number: Int, wallTime: Int64, isMarked: Bool, into bytes: UnsafeMutableRawBufferPointer) {
        guard bytes.count >= byteCount else { return }
        var canvas = Canvas(width: width, height: height, bytes: bytes)
        paintBackground(shift: number * Self.speed % width, &canvas)
        let cells = FrameNumberStrip.cells(of: number)
        for cell in 0..<FrameNumberStrip.cellCount {
            let isBright = cells >> (31 - cell) & 1 == 1
            let columns = strip.columns(of: cell)
            canvas.fillLuma(columns, 0..<strip.height, isBright ? Self.white : Self.black)
        }
        canvas.fillChroma(0..<width, 0..<strip.height, Self.neutral)
        let line = (DigitFont.height + 4) * dot
        write(Self.digits(number, count: 8), top: height / 2 - line, &canvas)
        write(Self.timeOfDay(wallTime), top: height / 2, &canvas)
        guard isMarked else { return }
        let columns = width / 16 * 2..<width * 7 / 16 * 2
        let rows = height * 3 / 4..<height * 15 / 16
        canvas.fillLuma(columns, rows, Self.white)
        canvas.fillChroma(columns, rows, Self.neutral)
    }

    private func paintBackground(shift: Int, _ canvas: inout Canvas) {
        let wedgeTop = height * 2 / 3 / 2 * 2
        for row in strip.height..<height {
            let isBar = row < wedgeTop
            canvas.copyLuma(isBar ? barRows.luma : wedgeRow, from: isBar ? shift : width - shift, to: row)
        }
        for row in strip.height / 2..<wedgeTop / 2 {
            canvas.copyChroma(barRows.cb, barRows.cr, from: shift / 2, to: row)
        }
        canvas.fillChroma(0..<width, wedgeTop..<height, Self.neutral)
    }

    /// Writes text in the middle of a black box.
    private func write(_ text: [Character], top: Int, _ canvas: inout Canvas) {
        let left = (width - text.count * DigitFont.advance * dot) / 2
        let box = left - 2 * dot..<width - left + 2 * dot
        let rows = top..<top + (DigitFont.height + 4) * dot
        canvas.fillLuma(box, rows, Self.black)
        canvas.fillChroma(box, rows, Self.neutral)
        for (index, character) in text.enumerated() {
            for (row, bits) in DigitFont.rows(of: character).enumerated() {
                for column in 0..<DigitFont.width where bits >> (DigitFont.width - 1 - column) & 1 == 1 {
                    let x = left + (index * DigitFont.advance + column) * dot
                    let y = top + (row + 2) * dot
                    canvas.fillLuma(x..<x + dot, y..<y + dot, Self.white)
                }
            }
        }
    }

    private static func digits(_ number: Int, count: Int) -> [Character] {
        let text = String(max(0, number))
        return Array(String(repeating: "0", count: max(0, count - text.count)) + text)
    }

    /// Such as 13:37:00.125.
    private static func timeOfDay(_ wallTime: Int64) -> [Character] {
        let milliseconds = Int(max(0, wallTime) / 1000 % 86_400_000)
        let (seconds, minutes, hours) = (milliseconds / 1000 % 60, milliseconds / 60_000 % 60, milliseconds / 3_600_000)
        return digits(hours, count: 2) + [":"] + digits(minutes, count: 2) + [":"] + digits(seconds, count: 2) + ["."]
            + digits(milliseconds % 1000, count: 3)
    }
}
