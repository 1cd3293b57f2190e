#if Player
    import CFFmpeg
    import Libav
    import NIOCore
    import StreamMedia
    import StreamProtocol

    @testable import StreamPlayback

    /// Pictures of one colour each, encoded by libx264. Tests that need them are skipped where it is not installed.
    struct EncodedPictures {
        static var isPossible: Bool { avcodec_find_encoder_by_name("libx264") != nil }
        static let missing = "FFmpeg's libraries have no libx264"

        /// Microseconds from a picture to the next.
        static let interval: Int64 = 40_000

        private(set) var frames: [MediaFrame] = []

        var track: Track {
            var track = Track(id: .zero, kind: .video, codec: .h264)
            track.frameRate = Track.Rate(perSecond: 25)
            return track
        }

        /// Luma of a picture.
        static func luma(of number: Int) -> UInt8 { UInt8(40 + number * 3 % 180) }

        /// The number of the picture of this luma, among the first 60.
        static func number(ofLuma luma: Int) -> Int? { (0..<60).first { abs(Int(Self.luma(of: $0)) - luma) <= 1 } }

        /// - Parameters:
        ///   - group: Pictures from a random access point to the next.
        ///   - first: The number of the first picture; times count from picture 0.
        init(
            count: Int,
            group: Int,
            first: Int = 0,
            width: Int = 64,
            height: Int = 48,
            reordered: Int32 = 0,
            matrix: AVColorSpace = AVCOL_SPC_BT709,
            chroma: (UInt8, UInt8) = (128, 128)
        ) throws {
            guard let codec = avcodec_find_encoder_by_name("libx264") else { throw LibavError.notImplemented }
            var allocated = avcodec_alloc_context3(codec)
            defer { avcodec_free_context(&allocated) }
            guard let context = allocated else { throw LibavError.noMemory }
            context.pointee.width = Int32(width)
            context.pointee.height = Int32(height)
            context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
            context.pointee.colorspace = matrix
            context.pointee.color_range = AVCOL_RANGE_MPEG
            context.pointee.time_base = AVRational(num: 1, den: 1_000_000)
            context.pointee.framerate = AVRational(num: 25, den: 1)
            context.pointee.gop_size = Int32(group)
            context.pointee.max_b_frames = reordered
            av_opt_set(context.pointee.priv_data, "preset", "ultrafast", 0)
            av_opt_set(context.pointee.priv_data, "x264-params", "scenecut=0:qp=1:annexb=1", 0)
            try LibavError.check(avcodec_open2(context, codec, nil))
            let packet = try Packet()
            for number in first...first + count {
                let picture = number < first + count ? try RawFrame() : nil
                if let picture {
                    picture.pointer.pointee.width = Int32(width)
                    picture.pointer.pointee.height = Int32(height)
                    picture.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
                    try LibavError.check(av_frame_get_buffer(picture.pointer, 0))
                    picture.pointer.pointee.pts = Int64(number) * Self.interval
                    let (data, strides) = (picture.pointer.pointee.data, picture.pointer.pointee.linesize)
                    let planes = [
                        (data.0, strides.0, height, Self.luma(of: number)), (data.1, strides.1, height / 2, chroma.0),
                        (data.2, strides.2, height / 2, chroma.1),
                    ]
                    for (bytes, stride, rows, value) in planes {
                        bytes?.initialize(repeating: value, count: Int(stride) * rows)
                    }
                }
                try LibavError.check(avcodec_send_frame(context, picture?.pointer))
                while avcodec_receive_packet(context, packet.pointer) == 0 {
                    frames.append(
                        MediaFrame(
                            track: .zero,
                            flags: packet.isKey ? .randomAccess : [],
                            decodeTime: MediaTime(microseconds: packet.decodeTime ?? 0),
                            presentationTime: MediaTime(microseconds: packet.presentationTime ?? 0),
                            payload: ByteBuffer(bytes: packet.bytes)
                        )
                    )
                    packet.clear()
                }
            }
        }
    }
#endif
