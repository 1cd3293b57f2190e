@testable import StreamPlayback

/// A picture made for tests; it owns its samples.
final class MadePicture: @unchecked Sendable {
    // Written only while it is made.
    private let samples: UnsafeMutableBufferPointer<UInt8>
    private let sizes: [(width: Int, height: Int)]
    let width: Int
    let height: Int
    let layout: VideoPicture.Layout

    /// - Parameter colour: Luma, Cb and Cr of a place, in luma samples.
    init(
        width: Int,
        height: Int,
        layout: VideoPicture.Layout = .planar,
        _ colour: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8)
    ) {
        let half = (width: (width + 1) / 2, height: (height + 1) / 2)
        sizes =
            layout == .planar ? [(width, height), half, half] : [(width, height), (2 * half.width, half.height)]
        samples = .allocate(capacity: sizes.reduce(0) { $0 + $1.width * $1.height })
        samples.initialize(repeating: 0)
        (self.width, self.height, self.layout) = (width, height, layout)
        let chroma = width * height
        let second = chroma + half.width * half.height
        for y in 0..<height {
            for x in 0..<width { samples[y * width + x] = colour(x, y).0 }
        }
        for y in 0..<half.height {
            for x in 0..<half.width {
                let (_, cb, cr) = colour(2 * x, 2 * y)
                let place = y * half.width + x
                samples[layout == .planar ? chroma + place : chroma + 2 * place] = cb
                samples[layout == .planar ? second + place : chroma + 2 * place + 1] = cr
            }
        }
    }

    deinit {
        samples.deallocate()
    }

    /// The picture as the window takes it.
    func picture(
        _ matrix: VideoPicture.Matrix = .bt709,
        isFullRange: Bool = false,
        sampleAspectRatio: Double = 1
    ) -> VideoPicture? {
        guard var next = UnsafePointer(samples.baseAddress) else { return nil }
        let planes = sizes.map { size in
            defer { next += size.width * size.height }
            return VideoPicture.Plane(bytes: next, stride: size.width)
        }
        return VideoPicture(
            layout,
            planes: planes,
            width: width,
            height: height,
            matrix: matrix,
            isFullRange: isFullRange,
            sampleAspectRatio: sampleAspectRatio,
            owner: self
        )
    }
}

/// A colour of 8 bits a part.
struct TestColour: Hashable, CustomStringConvertible {
    var red: Int
    var green: Int
    var blue: Int

    init(red: Int, green: Int, blue: Int) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init(_ pixel: UInt32) {
        self.init(red: Int(pixel >> 16 & 0xff), green: Int(pixel >> 8 & 0xff), blue: Int(pixel & 0xff))
    }

    var description: String { "(\(red), \(green), \(blue))" }

    func isNear(_ other: TestColour, within tolerance: Int) -> Bool {
        [red - other.red, green - other.green, blue - other.blue].allSatisfy { abs($0) <= tolerance }
    }

    /// Luma, Cb and Cr, by the formulas of ITU-T H.273.
    func samples(_ matrix: VideoPicture.Matrix, isFullRange: Bool) -> (UInt8, UInt8, UInt8) {
        let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
        let (r, g, b) = (Double(red) / 255, Double(green) / 255, Double(blue) / 255)
        let luma = kr * r + (1 - kr - kb) * g + kb * b
        let (cb, cr) = ((b - luma) / (2 * (1 - kb)), (r - luma) / (2 * (1 - kr)))
        let parts =
            isFullRange
            ? (255 * luma, 255 * cb + 128, 255 * cr + 128) : (219 * luma + 16, 224 * cb + 128, 224 * cr + 128)
        let byte = { (value: Double) in UInt8(max(0, min(255, value.rounded()))) }
        return (byte(parts.0), byte(parts.1), byte(parts.2))
    }
}
