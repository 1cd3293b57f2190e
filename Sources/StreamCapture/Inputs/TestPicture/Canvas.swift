/// The planes of a picture in YUV 4:2:0, one behind the other, painted in rectangles. What reaches beyond is cut off.
struct Canvas {
    let width: Int
    let height: Int
    /// As many as the picture has.
    let bytes: UnsafeMutableRawBufferPointer

    func fillLuma(_ columns: Range<Int>, _ rows: Range<Int>, _ value: UInt8) {
        let columns = columns.clamped(to: 0..<width)
        for row in rows.clamped(to: 0..<height) { fill(row * width + columns.lowerBound, columns.count, value) }
    }

    /// Fills both chroma planes, in the numbers of luma samples.
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

    /// Copies a row of luma out of one that is longer.
    func copyLuma(_ source: [UInt8], from offset: Int, to row: Int) {
        copy(source, offset, width, to: row * width)
    }

    /// Copies a row of both chroma planes, in the numbers of chroma samples.
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
