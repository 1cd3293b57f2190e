#if Capture
    import CFFmpeg
    import Libav

    /// Converts pictures for an encoder, as ``PictureConversion`` describes. Confined to one thread.
    final class PictureConverter {
        private let size: PictureSettings.Size?
        private var cached: (input: FilterGraph.Input, conversion: PictureConversion, graph: FilterGraph?)?

        /// - Parameter size: The size to scale to; `nil` for the picture's own.
        init(size: PictureSettings.Size?) {
            self.size = size
        }

        /// The conversion of a picture for an encoder with these formats, the best first.
        func conversion(of picture: RawFrame, to formats: [AVPixelFormat]) -> PictureConversion {
            PictureConversion(FilterGraph.Input(picture), size: size, formats: formats)
        }

        /// A converted copy of a picture.
        ///
        /// - Throws: ``CaptureError`` if libavfilter fails.
        func picture(_ picture: RawFrame, in format: AVPixelFormat) throws(CaptureError) -> RawFrame {
            let input = FilterGraph.Input(picture)
            let conversion = PictureConversion(input, size: size, formats: [format])
            if cached?.input != input || cached?.conversion != conversion {
                let graph = try conversion.graph.map { text throws(CaptureError) in try FilterGraph(text, input: input)
                }
                cached = (input, conversion, graph)
            }
            do throws(LibavError) {
                let converted: RawFrame
                if let graph = cached?.graph {
                    try graph.push(picture)
                    guard let output = try graph.pull() else { throw .again }
                    converted = output
                } else {
                    converted = try RawFrame(referring: picture)
                    converted.pointer.pointee.format = conversion.pixelFormat.rawValue
                }
                converted.describe(as: conversion)
                return converted
            } catch {
                throw CaptureError(filtering: error)
            }
        }
    }

    extension RawFrame {
        fileprivate func describe(as conversion: PictureConversion) {
            colour = conversion.colour
            pointer.pointee.sample_aspect_ratio = AVRational(
                num: conversion.sampleAspectRatio.width,
                den: conversion.sampleAspectRatio.height
            )
            if conversion.colour.highDynamicRange == nil { removeHighDynamicRange() }
        }
    }
#endif
