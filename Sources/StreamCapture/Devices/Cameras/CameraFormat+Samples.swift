import StreamProtocol

extension CameraFormat.SizeRange {
    /// Sizes to ask a driver about that scales to anything: what people use, where it lies in the range, the wished size
    /// and the largest.
    func samples(with wished: PictureSize?) -> [(width: Int, height: Int)] {
        var sizes = [(320, 180), (640, 360), (640, 480), (1280, 720), (1920, 1080), (3840, 2160)]
        if let wished { sizes.append((Int(wished.width), Int(wished.height))) }
        sizes.append((widths.largest, heights.largest))
        var samples: [(width: Int, height: Int)] = []
        for (width, height) in sizes where width <= widths.maximum && height <= heights.maximum {
            let size = fitting(width: width, height: height)
            if !samples.contains(where: { $0 == size }) { samples.append(size) }
        }
        return samples.sorted { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    }
}

extension SteppedRange {
    /// The largest number that the steps reach.
    var largest: Int { fitting(maximum) }
}
