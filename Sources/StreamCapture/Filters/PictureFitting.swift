#if Capture
    import CFFmpeg

    /// Fits pictures to an encoder, as ``PictureFit`` says. Confined to one thread.
    final class PictureFitting {
        private let size: PictureSettings.Size?
        private var built: (input: FilterGraph.Input, fit: PictureFit, graph: FilterGraph?)?

        /// - Parameter size: Scale to this size.
        init(size: PictureSettings.Size?) {
            self.size = size
        }

        /// What becomes of a picture for an encoder that takes these formats, the best first.
        func fit(of picture: RawFrame, to formats: [AVPixelFormat]) -> PictureFit {
            PictureFit(FilterGraph.Input(picture), size: size, formats: formats)
        }

        /// Makes of a picture, which stays as it is, one in this format.
        ///
        /// - Throws: ``CaptureError`` where libavfilter refuses.
        func picture(_ picture: RawFrame, in format: AVPixelFormat) throws(CaptureError) -> RawFrame {
            let input = FilterGraph.Input(picture)
            let fit = PictureFit(input, size: size, formats: [format])
            if built?.input != input || built?.fit != fit {
                let graph = try fit.graph.map { text throws(CaptureError) in try FilterGraph(text, input: input) }
                built = (input, fit, graph)
            }
            do throws(LibavError) {
                let fitted: RawFrame
                if let graph = built?.graph {
                    try graph.push(picture)
                    guard let output = try graph.pull() else { throw .again }
                    fitted = output
                } else {
                    fitted = try RawFrame(referring: picture)
                    fitted.pointer.pointee.format = fit.pixelFormat.rawValue
                }
                fitted.describe(as: fit)
                return fitted
            } catch {
                throw CaptureError(filtering: error)
            }
        }
    }

    extension RawFrame {
        fileprivate func describe(as fit: PictureFit) {
            colour = fit.colour
            pointer.pointee.sample_aspect_ratio = AVRational(
                num: fit.sampleAspectRatio.width,
                den: fit.sampleAspectRatio.height
            )
            if fit.colour.highDynamicRange == nil { removeHighDynamicRange() }
        }
    }
#endif
