#if Capture && os(Linux)
    import CFFmpeg
    import Testing

    @testable import StreamCapture

    @Suite("Device files")
    struct DeviceFileTests {
        @Test("What is no camera, and what is not there, is refused with a sentence")
        func noCamera() {
            let other = #expect(throws: CaptureError.self) { try Camera.at("/dev/null", probing: nil) }
            #expect(other?.code == .noInput)
            #expect(other?.reason.hasPrefix("/dev/null is no device that captures video;") == true)
            let missing = #expect(throws: CaptureError.self) { try Camera.at("/dev/no-such-camera", probing: nil) }
            #expect(missing?.code == .noInput)
            #expect(missing?.reason.hasPrefix("There is no device at /dev/no-such-camera;") == true)
        }

        @Test("A refusal names the group that such devices belong to")
        func refusals() {
            let cases = ["/dev/video3": "video", "/dev/snd/pcmC0D0c": "audio", "/dev/dri/renderD129": "render"]
            for (path, group) in cases {
                let error = CaptureError(opening: path, error: EACCES)
                #expect(error.code == .permissionDenied)
                #expect(error.reason.contains("sudo usermod -aG \(group) $USER"))
            }
        }

        @Test("Pictures as YV12 get their colours in the order that decoders expect")
        func planes() throws {
            let parameters = try CodecParameters()
            parameters.pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            parameters.pointer.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
            parameters.pointer.pointee.format = AV_PIX_FMT_YUV420P.rawValue
            parameters.pointer.pointee.codec_tag = CameraPixelFormat("YV12").fourCC
            (parameters.pointer.pointee.width, parameters.pointer.pointee.height) = (16, 16)
            let stream = MediaStream(index: 0, kind: .video, parameters: parameters, frameRate: nil)
            let decoder = try Decoder(stream, isLive: true)
            let packet = try Packet()
            try LibavError.check(av_new_packet(packet.pointer, 384))
            // Brightness, then red, then blue.
            for (value, range) in [(10, 0..<256), (30, 256..<320), (20, 320..<384)] {
                memset(packet.pointer.pointee.data + range.lowerBound, Int32(value), range.count)
            }
            var found: [[UInt8?]] = []
            try decoder.decode(packet) { frame in
                let data = frame.pointer.pointee.data
                found.append([data.0?.pointee, data.1?.pointee, data.2?.pointee])
            }
            #expect(found == [[10, 20, 30]])
        }

        @Test("A copied packet has the bytes and times of the first, also when the pool has to grow, and lives longer")
        func copies() throws {
            let pool = PacketPool()
            var copies: [Packet] = []
            for count in [10, 1_000, 100, 100_000] {
                let packet = try Packet()
                try LibavError.check(av_new_packet(packet.pointer, Int32(count)))
                memset(packet.pointer.pointee.data, Int32(count % 251), count)
                packet.pointer.pointee.pts = Int64(count)
                let copy = try pool.copy(packet)
                #expect(copy.pointer.pointee.data != packet.pointer.pointee.data)
                copies.append(copy)
            }
            for (copy, count) in zip(copies, [10, 1_000, 100, 100_000]) {
                #expect(copy.presentationTime == Int64(count))
                #expect(Array(copy.bytes) == Array(repeating: UInt8(count % 251), count: count))
            }
        }
    }
#endif
