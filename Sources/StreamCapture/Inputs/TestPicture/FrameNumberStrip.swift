/// The number of a test picture as blocks that a program can read, also after lossy compression.
///
/// The top of the picture has 32 cells of equal width, bright (luma 235) for 1 and dark (16) for 0:
///
///      cells   0  1   2 … 25               26 … 29   30 31
///              1  0   number, 24 bits,     check     0  1
///                     high bit first
///
/// Cell i covers the columns from i * width / 32 to (i + 1) * width / 32. The height of the strip is an 18th of the
/// picture's, and at least 8 rows. The check is the exclusive or of the number's six groups of four bits, and 1010.
/// Numbers wrap after 16,777,216.
struct FrameNumberStrip: Hashable, Sendable {
    static let cellCount = 32

    let width: Int
    /// Rows of the strip.
    let height: Int

    init(width: Int, pictureHeight: Int) {
        self.width = width
        height = max(8, pictureHeight / 18 / 2 * 2)
    }

    /// Bright cells, the first in the highest bit.
    static func cells(of number: Int) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: number) & (1 << 24 - 1)
        let check = (0..<6).reduce(UInt32(0b1010)) { $0 ^ number >> (4 * $1) & 0xf }
        return 0b10 << 30 | number << 6 | check << 2 | 0b01
    }

    /// - Returns: `nil` if the cells are not a strip.
    static func number(of cells: UInt32) -> Int? {
        let number = Int(cells >> 6 & (1 << 24 - 1))
        return Self.cells(of: number) == cells ? number : nil
    }

    /// The columns of a cell.
    func columns(of cell: Int) -> Range<Int> {
        cell * width / Self.cellCount..<(cell + 1) * width / Self.cellCount
    }

    /// Reads the number from a picture's luma samples, by the mean of the middle of each cell.
    ///
    /// - Parameters:
    ///   - luma: The picture's first rows, at least as many as the strip has.
    ///   - stride: Bytes from one row to the next.
    /// - Returns: `nil` if there is no readable strip.
    func read(_ luma: UnsafeRawBufferPointer, stride: Int) -> Int? {
        guard width >= Self.cellCount, stride >= width, luma.count >= stride * (height - 1) + width else { return nil }
        var cells: UInt32 = 0
        for cell in 0..<Self.cellCount {
            let columns = self.columns(of: cell)
            let margin = columns.count / 4
            var sum = 0
            var count = 0
            for row in height / 4..<height - height / 4 {
                for column in columns.lowerBound + margin..<columns.upperBound - margin {
                    sum += Int(luma[row * stride + column])
                    count += 1
                }
            }
            cells = cells << 1 | (sum > 126 * count ? 1 : 0)
        }
        return Self.number(of: cells)
    }
}
