#if Player
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// A decoded picture in memory, with the times of the frame that it came from.
    ///
    /// `@unchecked Sendable`: the decoder keeps no reference to it, and it does not change any more. libav counts
    /// references to its buffers atomically.
    package final class DecodedPicture: @unchecked Sendable {
        /// Of the frame that the picture came from; of two fields, the first one's.
        package let header: FrameHeader
        /// Never a surface of a GPU.
        package let frame: RawFrame

        init(_ frame: RawFrame, of header: FrameHeader) {
            self.frame = frame
            self.header = header
        }

        /// When to show it, in microseconds of the publisher's media clock.
        package var presentationTime: Int64 { header.presentationTime }

        /// Width divided by height of a sample; 1 if the stream does not say.
        package var sampleAspectRatio: Double {
            let ratio = frame.pointer.pointee.sample_aspect_ratio
            return ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
        }
    }
#endif
