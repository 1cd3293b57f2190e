#if Capture && os(Linux)
    import CFFmpeg
    import Libav
    import Testing

    @testable import StreamCapture

    @Suite struct DeviceFileTests {
        @Test func `what is not a camera, or not there, is refused with a sentence`() {
            let other = #expect(throws: CaptureError.self) { try Camera.at("/dev/null", probing: nil) }
            #expect(other?.code == .noInput)
            #expect(other?.reason.hasPrefix("/dev/null is not a device that captures video;") == true)
            let missing = #expect(throws: CaptureError.self) { try Camera.at("/dev/no-such-camera", probing: nil) }
            #expect(missing?.code == .noInput)
            #expect(missing?.reason.hasPrefix("There is no device at /dev/no-such-camera;") == true)
        }

        @Test func `a refusal names the group that owns the device`() {
            let cases = ["/dev/video3": "video", "/dev/snd/pcmC0D0c": "audio", "/dev/dri/renderD129": "render"]
            for (path, group) in cases {
                let error = CaptureError(opening: path, error: EACCES)
                #expect(error.code == .permissionDenied)
                #expect(error.reason.contains("sudo usermod -aG \(group) $USER"))
            }
        }

        @Test func `YV12 pictures get their colour planes in the order that decoders expect`() throws {
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
            // Luma, then Cr, then Cb.
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

        @Test func `a copied packet keeps bytes and times when the pool grows and the first is gone`() throws {
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
