#if Capture
    import CFFmpeg

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// Makes pictures of high dynamic range ones for ordinary screens, by filters that every libavfilter has.
    ///
    /// PQ (BT.2100) is mapped by the curve of ITU-R BT.2390 5.4.1, each of red, green and blue for itself. HLG was made
    /// to be shown by screens that take it for BT.2020 (BT.2390 6), so it is taken for that. Both are then converted from
    /// BT.2020 to BT.709.
    struct HighDynamicRangeMapping: Hashable {
        /// What the last step takes, in limited range.
        private static let mapped = AV_PIX_FMT_YUV420P10LE
        /// What comes out, in BT.709 and limited range.
        let outcome = AV_PIX_FMT_YUV420P
        /// To another pixel format behind it. A graph does not notice what `colorspace` does to the matrix.
        let lastScaling = "scale=in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv"
        private let range: VideoFormat.Colour.HighDynamicRange

        init(_ range: VideoFormat.Colour.HighDynamicRange) {
            self.range = range
        }

        /// - Parameter scaling: The scaler's beginning, where the size changes.
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
                // In 10 bits, a scaler is slow also where it changes nothing.
                if scaling == nil, input.pixelFormat == Self.mapped, !input.isFullRange { return [toBT709] }
                return ["\(first):\(samples)", format, toBT709]
            case .pq:
                let lut = "lutrgb=r='\(Self.curve)':g='\(Self.curve)':b='\(Self.curve)'"
                return [first, "format=gbrp10le", lut, "scale=\(samples)", format, toBT709]
            }
        }

        /// In cd/m²: what most films are mastered for; what is brighter is cut off.
        private static let sourcePeak = 1_000.0
        /// In cd/m²: diffuse white of high dynamic range (ITU-R BT.2408), which becomes the brightest white.
        private static let targetPeak = 203.0

        /// The constants of PQ (BT.2100 table 4).
        private static let (m1, m2) = (2_610.0 / 16_384, 2_523.0 / 4_096 * 128)
        private static let (c1, c2, c3) = (3_424.0 / 4_096, 2_413.0 / 4_096 * 32, 2_392.0 / 4_096 * 32)

        /// The signal of PQ for a luminance in cd/m².
        private static func signal(of luminance: Double) -> Double {
            let power = pow(luminance / 10_000, m1)
            return pow((c1 + c2 * power) / (1 + c3 * power), m2)
        }

        /// From a sample of PQ to one with the gamma of ordinary screens (BT.1886), in libavutil's language.
        private static let curve: String = {
            let peak = signal(of: sourcePeak)
            let target = signal(of: targetPeak) / peak
            let knee = 1.5 * target - 0.5
            // 0: the signal as a part of the peak's; 1: its place above the knee; 2: the same mapped; 3: of PQ's equation.
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
