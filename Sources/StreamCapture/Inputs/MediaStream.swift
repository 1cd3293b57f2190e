#if Capture
    import CFFmpeg
    import Libav
    import StreamProtocol

    /// A video or audio stream of a ``MediaReader``. Its packets have times in microseconds.
    struct MediaStream {
        enum Kind: Hashable, Sendable {
            case video, audio
        }

        /// The ``Packet/streamIndex`` of its packets.
        let index: Int
        let kind: Kind
        let parameters: CodecParameters
        /// For video: the frame rate, from the container or from the first pictures.
        let frameRate: Track.Rate?
        /// For video: the display matrix (ISO/IEC 14496-12 6.2.2); empty if the container has none.
        let displayMatrix: [Int32]
        /// A language tag such as `deu`, if the container has one.
        let language: String?
        /// Whether it is a cover or thumbnail.
        let isStillPicture: Bool

        /// Describes a stream without libavformat.
        init(index: Int, kind: Kind, parameters: CodecParameters, frameRate: Track.Rate?) {
            self.index = index
            self.kind = kind
            self.parameters = parameters
            self.frameRate = frameRate
            displayMatrix = []
            language = nil
            isStillPicture = false
        }

        /// Describes a stream of libavformat; `nil` if it is neither video nor audio.
        init?(_ stream: UnsafeMutablePointer<AVStream>) throws(LibavError) {
            guard let parameters = stream.pointee.codecpar else { return nil }
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO: kind = .video
            case AVMEDIA_TYPE_AUDIO: kind = .audio
            default: return nil
            }
            index = Int(stream.pointee.index)
            self.parameters = try CodecParameters(copying: parameters)
            frameRate =
                kind == .video
                ? Track.Rate(
                    average: stream.pointee.avg_frame_rate,
                    guess: stream.pointee.r_frame_rate,
                    timeBase: stream.pointee.time_base
                ) : nil
            displayMatrix = Self.displayMatrix(of: stream)
            language = av_dict_get(stream.pointee.metadata, "language", nil, 0)
                .flatMap { $0.pointee.value.map { String(cString: $0) } }
                .flatMap { $0 == "und" ? nil : $0 }
            isStillPicture = stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        }

        private static func displayMatrix(of stream: UnsafeMutablePointer<AVStream>) -> [Int32] {
            var size = 0
            guard let data = shim_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size) else { return [] }
            let bytes = UnsafeRawBufferPointer(start: data, count: size)
            return (0..<size / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
        }

        var codec: AVCodecID { parameters.pointer.pointee.codec_id }
        /// Such as `h264`.
        var codecName: String { String(cString: avcodec_get_name(codec)) }
    }

    extension Track.Rate {
        /// A higher value is the resolution of a clock, not a frame rate.
        private static let highest = 240.0

        /// The frame rate of a video stream.
        ///
        /// - Parameters:
        ///   - average: Of all pictures, or of those that libavformat has analysed.
        ///   - guess: The lowest rate at which all of them lie on a tick. If it equals the time base (HEVC without
        /// timing in a transport stream: 90 kHz), it is unknown.
        /// - Returns: `nil` if it is unknown.
        init?(average: AVRational, guess: AVRational, timeBase: AVRational) {
            let isTimeBase = av_cmp_q(guess, av_inv_q(timeBase)) == 0
            let rates = [average, isTimeBase ? AVRational() : guess].lazy.compactMap(Track.Rate.init)
            guard let rate = rates.first(where: { $0.framesPerSecond <= Self.highest }) else { return nil }
            self = rate
        }

        /// - Returns: `nil` for a fraction that is not a frame rate.
        init?(_ rate: AVRational) {
            guard let numerator = UInt32(exactly: rate.num), let denominator = UInt32(exactly: rate.den) else {
                return nil
            }
            self.init(numerator: numerator, denominator: denominator)
        }
    }
#endif
