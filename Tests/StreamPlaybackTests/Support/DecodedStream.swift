#if Player
    import CFFmpeg
    import Crypto
    import H264
    import Libav
    import NIOCore
    import StreamMedia
    import StreamProtocol

    @testable import StreamPlayback

    /// The frames of an elementary stream, as `publish` sends them.
    struct PublishedStream {
        enum Event {
            case track(Track)
            case frame(Frame)
        }

        var events: [Event] = []

        init(_ bytes: [UInt8]) {
            var reader = H264TrackReader(source: .stream(fallback: Track.Rate(perSecond: 25)))
            var sequence: UInt64 = 0
            var events: [Event] = []
            func take(_ event: MediaEvent) {
                switch event {
                case .track(let track): events.append(.track(track))
                case .frame(let frame):
                    let header = FrameHeader(
                        track: frame.track,
                        flags: frame.flags,
                        generation: frame.generation,
                        sequence: sequence,
                        decodeTime: frame.decodeTime.microseconds,
                        presentationTime: frame.presentationTime.microseconds
                    )
                    events.append(.frame(Frame(header, payload: frame.payload)))
                    sequence += 1
                }
            }
            reader.push(bytes.span.bytes, arrival: 0) { take($0) }
            reader.finish(arrival: 0) { take($0) }
            self.events = events
        }

        var frames: [Frame] {
            events.compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
        }

        var track: Track? {
            for case .track(let track) in events { return track }
            return nil
        }
    }

    /// What a decoder makes of a stream.
    struct DecodedStream {
        var pictures: [DecodedPicture] = []
        var problems: [DecodingProblem] = []
        var keyFrameRequests = 0
        /// For each frame, the number of pictures that were there when it had been decoded.
        var progress: [Int] = []

        init() {}

        init(_ stream: PublishedStream, device: HardwareDevice? = nil) {
            guard let track = stream.track else { return }
            let decoder = VideoDecoder(track, device: device)
            for event in stream.events {
                switch event {
                case .track(let track): decoder.follow(track)
                case .frame(let frame):
                    decoder.receive(frame) { take($0) }
                    progress.append(pictures.count)
                }
            }
            decoder.finish { take($0) }
        }

        mutating func take(_ output: VideoDecoder.Output) {
            switch output {
            case .picture(let picture): pictures.append(picture)
            case .problem(let problem): problems.append(problem)
            case .keyFrameNeeded: keyFrameRequests += 1
            }
        }

        /// Of the pictures' planes without padding, as ffmpeg's muxer framemd5 computes them.
        var checksums: [String] { get throws { try pictures.map { try $0.frame.checksum } } }
    }

    extension RawFrame {
        var checksum: String {
            get throws {
                let frame = pointer.pointee
                let size = try LibavError.check(av_image_get_buffer_size(pixelFormat, frame.width, frame.height, 1))
                var bytes = [UInt8](repeating: 0, count: Int(size))
                var planes = Array(
                    Mirror(reflecting: frame.data).children.map { child in
                        UnsafePointer(child.value as? UnsafeMutablePointer<UInt8>)
                    }.prefix(4)
                )
                var strides = Array(
                    Mirror(reflecting: frame.linesize).children.map { $0.value as? Int32 ?? 0 }.prefix(4)
                )
                try LibavError.check(
                    av_image_copy_to_buffer(&bytes, size, &planes, &strides, pixelFormat, frame.width, frame.height, 1)
                )
                return Insecure.MD5.hash(data: bytes).map { byte in
                    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
                }.joined()
            }
        }
    }
#endif
