#if Capture
    import CFFmpeg
    import Platform

    /// Maps pictures of high dynamic range to standard dynamic range with filters that every libavfilter has.
    ///
    /// PQ (BT.2100) is mapped by the curve of ITU-R BT.2390 5.4.1, separately for red, green and blue. HLG is
    /// compatible with screens that treat it as BT.2020 (BT.2390 6), so it is treated as that. Both are then converted
    /// from BT.2020 to BT.709.
    struct ToneMapping: Hashable {
        /// The input format of the last step, in limited range.
        private static let mapped = AV_PIX_FMT_YUV420P10LE
        /// The output format, in BT.709 and limited range.
        let outputFormat = AV_PIX_FMT_YUV420P
        /// The conversion to another pixel format. A graph does not detect the matrix change of `colorspace`.
        let lastScaling = "scale=in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv"
        private let range: VideoFormat.Colour.HighDynamicRange

        init(_ range: VideoFormat.Colour.HighDynamicRange) {
            self.range = range
        }

        /// - Parameter scaling: The first part of the scaler's options if the size changes.
        func filters(for input: FilterGraph.Input, scaling: String?) -> [String] {
            let inRange = "in_range=\(input.isFullRange ? "pc" : "tv")"
            let first = scaling.map { "\($0):\(inRange)" } ?? "scale=\(inRange)"
            let samples = "out_range=tv:out_color_matrix=bt2020"
            let format = "format=\(PixelFormats.name(Self.mapped))"
            let toBT709 =
                "colorspace=ispace=bt2020nc:iprimaries=bt2020:itrc=bt2020-10:irange=tv"
                + ":space=bt709:primaries=bt709:trc=bt709:range=tv:format=yuv420p"
            switch range {
            case .hlg:
                // In 10 bits, a scaler is slow even without a change.
                if scaling == nil, input.pixelFormat == Self.mapped, !input.isFullRange { return [toBT709] }
                return ["\(first):\(samples)", format, toBT709]
            case .pq:
                let lut = "lutrgb=r='\(Self.curve)':g='\(Self.curve)':b='\(Self.curve)'"
                return [first, "format=gbrp10le", lut, "scale=\(samples)", format, toBT709]
            }
        }

        /// In cd/m²: the mastering peak of most films; brighter values are clipped.
        private static let sourcePeak = 1_000.0
        /// In cd/m²: diffuse white of high dynamic range (ITU-R BT.2408), which becomes the brightest white.
        private static let targetPeak = 203.0

        /// The constants of PQ (BT.2100 table 4).
        private static let (m1, m2) = (2_610.0 / 16_384, 2_523.0 / 4_096 * 128)
        private static let (c1, c2, c3) = (3_424.0 / 4_096, 2_413.0 / 4_096 * 32, 2_392.0 / 4_096 * 32)

        /// The PQ signal for a luminance in cd/m².
        private static func signal(of luminance: Double) -> Double {
            let power = pow(luminance / 10_000, m1)
            return pow((c1 + c2 * power) / (1 + c3 * power), m2)
        }

        /// Maps a PQ sample to a sample with the gamma of standard screens (BT.1886), in libavutil's expression syntax.
        private static let curve: String = {
            let peak = signal(of: sourcePeak)
            let target = signal(of: targetPeak) / peak
            let knee = 1.5 * target - 0.5
            // Variables: 0 the signal as a part of the peak's; 1 its position above the knee; 2 the mapped signal; 3 a
            // term of PQ's equation.
            return [
                "st(0,min(val/maxval/\(peak),1))",
                "st(1,(ld(0)-\(knee))/\(1 - knee))",
                "st(2,\(peak)*if(lt(ld(0),\(knee)),ld(0),(2*ld(1)^3-3*ld(1)^2+1)*\(knee)"
                    + "+(ld(1)^3-2*ld(1)^2+ld(1))*\(1 - knee)+(3*ld(1)^2-2*ld(1)^3)*\(target)))",
                "st(3,pow(ld(2),\(1 / m2)))",
                "maxval*pow(pow(max(ld(3)-\(c1),0)/(\(c2)-\(c3)*ld(3)),\(1 / m1))*\(10_000 / targetPeak),\(1 / 2.4))",
            ].joined(separator: ";")
        }()
    }
#endif
