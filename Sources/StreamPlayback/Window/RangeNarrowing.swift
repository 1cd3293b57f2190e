/// Makes samples of full range (0 to 255) those of the usual range (luma 16 to 235, chroma 16 to 240), for renderers that
/// know only that. It keeps its memory for the next picture.
struct RangeNarrowing {
    private static let luma = table(from: 16, count: 219)
    private static let chroma = table(from: 16, count: 224)

    private var samples: [UInt8] = []

    /// - Parameter use: Is called with the new planes, which are valid during the call.
    mutating func narrow(_ picture: VideoPicture, _ use: ([VideoPicture.Plane]) -> Void) {
        let half = (width: (picture.width + 1) / 2, height: (picture.height + 1) / 2)
        let chroma = picture.layout == .planar ? half : (width: 2 * half.width, height: half.height)
        let sizes = [(width: picture.width, height: picture.height)] + picture.planes.dropFirst().map { _ in chroma }
        let count = sizes.reduce(0) { $0 + $1.width * $1.height }
        if samples.count != count { samples = Array(repeating: 0, count: count) }
        samples.withUnsafeMutableBufferPointer { samples in
            guard var next = samples.baseAddress else { return }
            var planes: [VideoPicture.Plane] = []
            for (index, (plane, size)) in zip(picture.planes, sizes).enumerated() {
                planes.append(VideoPicture.Plane(bytes: next, stride: size.width))
                let table = index == 0 ? Self.luma : Self.chroma
                table.withUnsafeBufferPointer { table in
                    for row in 0..<size.height {
                        let source = plane.bytes + row * plane.stride
                        for column in 0..<size.width { next[column] = table[Int(source[column])] }
                        next += size.width
                    }
                }
            }
            use(planes)
        }
    }

    private static func table(from first: Int, count: Int) -> [UInt8] {
        (0..<256).map { UInt8(first + ($0 * count * 2 + 255) / 510) }
    }
}
